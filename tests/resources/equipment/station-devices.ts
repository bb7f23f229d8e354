import { stationDevices } from '../../../src/contract/equipment/station-devices.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

export default piece(stationDevices, {
  path: '/station/devices',
  table: 'station_devices',
  model: 'station_device',
  list: 'GET /station/devices/{id}',
  remove: 'DELETE /station/devices/{stationId}/{id}',
  least: (word) => ({ number: 'PC2', type: 'pc', note: word }),
  writer: 'admin',
  stranger: 'ispettore',
  body: { number: '99MEX123456', type: 'rt', brand: 'Pompitalia', year: 2024, installed_at: '2024-02-01', last_check: '2026-01-15' },
  change: { last_check: '2026-02-15' },
  refused: {
    number: ['99-MEX', 'La matricola di un registratore telematico deve essere di 11 lettere maiuscole o cifre.'],
    stacker: [true, 'Lo stacker è solo degli accettatori (OPT).'],
    type: ['forno', 'Il valore del campo Tipo non è ammesso.'],
  },
  twice: { number: 'Matricola già presente per questo punto vendita.' },
  leavesToo: { create: 'expiration created', update: 'expiration updated', remove: 'expiration status' },
  screens: equipmentTab('dispositivi', { 'station devices': '' }),
})
