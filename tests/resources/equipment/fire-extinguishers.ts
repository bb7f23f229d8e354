import { fireExtinguishers } from '../../../src/contract/equipment/fire-extinguishers.ts'
import { piece } from '../piece.ts'

export default piece(fireExtinguishers, {
  path: '/station/fireext',
  table: 'fire_extinguishers',
  model: 'fire_extinguisher',
  list: 'GET /station/fireext/{id}',
  remove: 'DELETE /station/fireext/{stationId}/{id}',
  least: (word) => ({ number: 'E2', location: word }),
  writer: 'admin',
  stranger: 'ispettore',
  body: { number: 'EX-1', type: 'co2', year: 2020, capacity: 5, unit: 'kg', location: 'Isola 1', next_check: '2027-01-31' },
  change: { location: 'Bar' },
  refused: {
    next_check: ['2027-02-31', 'Il campo Prossimo controllo non contiene una data valida.'],
    type: ['sabbia', 'Il valore del campo Tipo non è ammesso.'],
  },
  twice: { number: 'Matricola già presente per questo punto vendita.' },
  leavesToo: { create: 'expiration created', update: 'expiration updated', remove: 'expiration status' },
  screens: async (api) => {
    const [station] = (await api.get('/stations')).data
    const [extinguisher] = await api.get(`/station/fireext/${station.id}`)
    const tab = `/stazioni/${station.id}?scheda=attrezzature&parte=estintori`
    return [
      { name: 'extinguisher', path: `${tab}&pezzo=${extinguisher.id}` },
      { name: 'extinguisher form', path: `${tab}&modulo=nuovo` },
    ]
  },
})
