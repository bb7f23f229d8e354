import { pos } from '../../../src/contract/equipment/pos.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

export default piece(pos, {
  path: '/bank/pos',
  table: 'pos',
  model: 'pos',
  list: 'GET /bank/pos',
  remove: 'DELETE /bank/pos/{id}',
  read: 'net.fin',
  write: 'net.fin',
  filters: { station_id: (row) => row.station_id, bank_id: (row) => row.bank_id },
  more: { banks: { call: 'GET /suggestions/banks', policy: 'net.fin', scope: 'names of banks, which stand on no station' } },
  least: (word) => ({ serial: word, type: 'mobile', brand: word }),
  writer: 'admin',
  stranger: 'rete',
  body: { tml: 'ZZTML1', serial: 'SN-1', type: 'cassa', bank_id: 1, network: 'ethernet', side: 1 },
  change: { side: 9 },
  refused: {
    tml: ['zz tml', 'Il codice TML deve essere di 5-16 lettere maiuscole o cifre.'],
    side: [10, 'Il campo Lato deve essere minore o uguale a 9.'],
  },
  twice: { tml: 'TML già in uso.' },
  screens: equipmentTab('pos', { 'pos form': '&modulo=nuovo' }),
})
