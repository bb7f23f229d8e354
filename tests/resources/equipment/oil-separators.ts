import { oilSeparators } from '../../../src/contract/equipment/oil-separators.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

export default piece(oilSeparators, {
  path: '/station/oilseparator',
  table: 'oil_separators',
  model: 'oil_separator',
  list: 'GET /station/oilseparator/{id}',
  remove: 'DELETE /station/oilseparator/{stationId}/{id}',
  least: (word) => ({ number: 'D2', note: word }),
  writer: 'admin',
  stranger: 'ispettore',
  body: { number: 'DS-1', type: 'prima_pioggia', brand: 'Ecovasca', year: 2020, capacity: 3000, last_cleaning: '2026-03-31' },
  change: { company: 'Spurghi S.r.l.', fir_number: 'FIR2026/1' },
  refused: {
    last_cleaning: ['2027-02-31', 'Il campo Ultimo svuotamento non contiene una data valida.'],
    type: ['fossa', 'Il valore del campo Tipo non è ammesso.'],
  },
  twice: { number: 'Matricola già presente per questo punto vendita.' },
  leavesToo: { create: 'expiration created', remove: 'expiration status' },
  screens: equipmentTab('disoleatori', { 'oil separators': '', 'oil separator form': '&modulo=nuovo' }),
})
