import { sql } from 'drizzle-orm'
import { competitors } from '../../../src/contract/prices/competitors.ts'
import { known } from '../known.ts'
import { usualAddresses } from '../sample.ts'
import { plainWrites } from '../writes.ts'

const body = { name: 'Q8 Fidenza', brand: 'Q8', city: 'Fidenza' }
const writes = plainWrites({
  ...{ path: '/station/competitors', entity: 'competitors', model: 'competitor' },
  body: ({ station }) => ({ ...body, station_id: station }),
  change: { brand: 'Eni' },
})

export default known(
  competitors,
  {
    list: {
      call: 'GET /station/competitors',
      policy: 'net.read',
      scope: { finds: ({ id, word }) => [`station_id=${id}`, `search=${word}`] },
      facets: ['province'],
      filters: {
        station_id: (row) => row.station?.id,
        province: (row) => row.province,
        stale: (row) => !(row.seen_at && Date.parse(row.seen_at) > Date.now() - 8 * 86_400_000),
      },
    },
    create: {
      call: 'POST /station/competitors',
      policy: 'net.write',
      scope: { asks: ({ id }) => ({ url: '/station/competitors', body: { ...body, station_id: id } }), foreignStatus: 422 },
      ...writes.create,
    },
    update: {
      call: 'PUT /station/competitors/{id}',
      policy: 'net.write',
      scope: {
        asks: ({ competitor: { id, rev } }) => ({ url: `/station/competitors/${id}`, body: { rev, note: 'altra' } }),
      },
      revised: true,
      ...writes.update,
    },
    remove: {
      call: 'DELETE /station/competitors/{id}',
      policy: 'net.write',
      scope: { asks: ({ competitor: { id } }) => ({ url: `/station/competitors/${id}` }) },
      ...writes.remove,
    },
    map: {
      call: 'GET /station/competitors/map',
      policy: 'net.read',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          const named = async (word: string) => (await caller.get(`/station/competitors/map?search=${word}`)).body.data.competitors.length
          if (await named(foreign.word)) return 'shows one of a station that is not theirs'
          return !((await named(own.word)) && (await named(read.word))) && 'does not show those of their stations'
        },
      },
    },
  },
  {
    history: { competitor: 'competitors' },
    // The seed is of a fixed day, so on which side of the eight days its prices lie depends on when the test runs.
    rows: ({ db }) =>
      db.execute(
        sql`update competitor_prices set at = now() - case when competitor_id = 1 then interval '20 days' else interval '1 day' end`,
      ),
    sample: {
      writer: 'admin',
      stranger: 'contabilita',
      body: { ...body, province: 'PR', latitude: 44.87, longitude: 10.06, active: true, mise_id: 880_001 },
      change: { brand: 'Eni' },
      refused: {
        name: ['', 'Il campo Nome è obbligatorio.'],
        brand: ['', 'Il campo Bandiera è obbligatorio.'],
        city: ['', 'Il campo Città è obbligatorio.'],
        province: ['XX', 'La provincia non è valida.'],
      },
      twice: { mise_id: 'Questo impianto è già tra i concorrenti.' },
      addresses: usualAddresses('/station/competitors'),
    },
  },
)
