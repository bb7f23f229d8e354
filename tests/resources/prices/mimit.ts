import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { mimit } from '../../../src/contract/prices/mimit.ts'
import type { Place } from '../../api/support/places.ts'
import { known } from '../known.ts'

export default known(
  mimit,
  {
    source: { call: 'GET /mimit/source', policy: 'super' },
    associate: {
      call: 'POST /mimit/fuels',
      status: 200,
      policy: 'super',
      write:
        async ({ admin, headers }) =>
        () =>
          admin.post('/mimit/fuels', { name: 'Pozione', fuel_id: 1 }, headers),
      leaves: 'creazione, fuels, named, fuel updated',
    },
    stations: {
      call: 'GET /mimit/stations',
      policy: 'net.read',
      scope: {
        async check({ caller }, { own, read, foreign }) {
          const rows: { id: number; station_id: number | null }[] = (await caller.get('/mimit/stations?search=impianto&per_page=100')).body
            .data.data
          const mine = (at: Place) => rows.find(({ id }) => id === at.mise_id)!.station_id
          return (
            (mine(own) !== own.id || mine(read) !== read.id || mine(foreign) !== null) &&
            'says which of the register are ours beyond theirs'
          )
        },
      },
      filters: { brand: (row) => row.brand, province: (row) => row.province },
    },
  },
  {
    rows: ({ db }) =>
      db.insert(mimit_stations).values(
        [
          ['Q8', 'PR'],
          ['Q8', 'MI'],
          ['Esso', 'PR'],
        ].map(([brand, province], at) => ({
          id: 900_001 + at,
          name: `Impianto ${at}`,
          search_text: `impianto ${at}`,
          brand: brand!,
          province: province!,
        })),
      ),
  },
)
