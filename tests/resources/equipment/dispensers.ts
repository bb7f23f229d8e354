import { dispensers } from '../../../src/contract/equipment/dispensers.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

export default piece(dispensers, {
  path: '/station/dispensers',
  table: 'dispensers',
  model: 'dispenser',
  list: 'GET /station/dispensers/{id}',
  remove: 'DELETE /station/dispensers/{stationId}/{id}',
  least: (word) => ({ number: 'ER2', note: word }),
  more: {
    createOn: {
      call: 'POST /station/dispensers/{id}',
      policy: 'net.write',
      scope: { asks: ({ id }) => ({ url: `/station/dispensers/${id}`, body: { number: 'ER3', island: 2 } }) },
      write:
        async ({ admin, station, headers }) =>
        () =>
          admin.post(`/station/dispensers/${station}`, { number: 'ER-8', guns: [{ number: 903, fuel_id: 1 }] }, headers),
      leaves: 'creazione, dispensers, named, dispenser created',
    },
  },
  toldBy: { guns: ({ id, dispenser_id }) => [`dispenser ${dispenser_id}`, `gun ${id}`] },
  writer: 'admin',
  stranger: 'ispettore',
  body: { number: 'ER-9', kind: 'multiprodotto', island: 1, guns: [{ number: 901, fuel_id: 1, last_metric_check: '2026-01-15' }] },
  change: { guns: [{ number: 902, fuel_id: 1 }] },
  refused: {
    number: ['x'.repeat(256), 'Il campo Matricola non può superare 255 caratteri.'],
    kind: ['tripla', 'Il valore del campo Tipo non è ammesso.'],
  },
  twice: { 'guns.0.number': 'N. pistola già presente per questo punto vendita.' },
  leavesToo: { create: 'expiration created', update: 'expiration status', remove: 'expiration status' },
  screens: equipmentTab('erogatori', { dispensers: '', 'dispenser form': '&modulo=nuovo' }),
})
