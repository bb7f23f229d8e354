import { sql } from 'drizzle-orm'
import { tanks } from '../../../src/contract/equipment/tanks.ts'
import { inDays } from '../days.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

const NOW = new Date().getFullYear()

export default piece(tanks, {
  path: '/station/tanks',
  table: 'tanks',
  model: 'tank',
  list: 'GET /station/tanks/{id}',
  remove: 'DELETE /station/tanks/{stationId}/{id}',
  // One that was maintained is only deleted by force.
  removeWith: '?force=1',
  least: (word) => ({ number: 'C2', fuel_id: 1, note: word }),
  more: {
    all: {
      call: 'GET /station/tanks',
      policy: 'equip.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      filters: {
        station_id: (row) => row.station.id,
        fuel_id: (row) => row.fuel?.id,
        type: (row) => row.type,
        status: (row) => row.status,
        age: ({ year }) => (year === null ? 'ignota' : NOW - year < 15 ? 'giovane' : NOW - year > 30 ? 'vecchia' : 'media'),
        without_probe: (row) => !row.probe,
        due: ({ next_test, status }) => status !== 'dismesso' && next_test !== null && next_test <= inDays(60),
      },
    },
    capacity: {
      call: 'GET /station/tanks/capacity',
      policy: 'equip.read',
      scope: {
        async check({ caller }) {
          const rows: { tanks: number }[] = (await caller.get('/station/tanks/capacity')).body.data
          return rows.reduce((sum, row) => sum + row.tanks, 0) !== 2 && 'sums other stations than theirs'
        },
      },
    },
  },
  rows: ({ db }) => db.execute(sql`update tanks set status = 'dismesso', next_test = null where id = (select min(id) from tanks)`),
  writer: 'admin',
  stranger: 'ispettore',
  body: { number: 'C9', fuel_id: 1, capacity: 9000 },
  change: { capacity: 8000 },
  refused: { type: ['quadrata', 'Il valore del campo Tipo non è ammesso.'] },
  twice: { number: 'Numero già presente per questo punto vendita.' },
  screens: async (api) => [
    { name: 'tanks', path: '/stazioni/cisterne' },
    { name: 'tanks by station', path: '/stazioni/cisterne/1' },
    ...(await equipmentTab('cisterne', { 'tanks of a station': '' })(api)),
  ],
})
