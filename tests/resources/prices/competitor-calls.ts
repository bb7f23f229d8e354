import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { competitorPrices } from '../../../src/contract/prices/competitor-prices.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'

const competitor = async ({ admin, station }: Scene) =>
  (await admin.post('/station/competitors', { name: 'Q8 Fidenza', brand: 'Q8', city: 'Fidenza', station_id: station })).body.data

export default known(competitorPrices, {
  neighbours: {
    call: 'GET /station/competitors/neighbours',
    policy: 'net.write',
    scope: {
      asks: ({ id }) => ({ url: `/station/competitors/neighbours?station_id=${id}` }),
      foreignStatus: 422,
    },
  },
  take: {
    call: 'POST /station/competitors/import',
    status: 200,
    policy: 'net.write',
    scope: {
      asks: ({ id, mise_id }) => ({ url: '/station/competitors/import', body: { station_id: id, mise_ids: [mise_id] } }),
      foreignStatus: 422,
    },
    write: async ({ admin, db, station, headers }) => {
      await db.insert(mimit_stations).values({ id: 990_900, name: 'Vicina', city: 'FIDENZA', search_text: 'vicina' })
      return () => admin.post('/station/competitors/import', { station_id: station, mise_ids: [990_900] }, headers)
    },
    leaves: 'creazione, competitors, of nothing, competitor created',
  },
  comparison: {
    call: 'GET /station/competitors/{id}/comparison',
    policy: 'net.read',
    scope: { asks: ({ competitor: { id } }) => ({ url: `/station/competitors/${id}/comparison` }) },
  },
  days: {
    call: 'GET /station/competitors/{id}/days',
    policy: 'net.read',
    scope: {
      asks: ({ competitor: { id }, fuel }) => ({ url: `/station/competitors/${id}/days?fuel_id=${fuel}&mode=self` }),
    },
  },
  survey: {
    call: 'POST /station/competitors/{id}/prices',
    status: 200,
    policy: 'net.write',
    scope: {
      asks: ({ competitor: { id }, fuel }) => ({
        url: `/station/competitors/${id}/prices`,
        body: { fuel_id: fuel, mode: 'self', price: 1.799 },
      }),
    },
    write: async (scene) => {
      const { id } = await competitor(scene)
      const seen = { fuel_id: 1, mode: 'self', price: 1.759 }
      return () => scene.admin.post(`/station/competitors/${id}/prices`, seen, scene.headers)
    },
    leaves: 'creazione, competitors, named',
  },
})
