import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import type { Scene, Writes } from './plain-writes.ts'

const body = ({ station }: Scene) => ({ name: 'Q8 Fidenza', brand: 'Q8', city: 'Fidenza', station_id: station })
const made = async (scene: Scene) => (await scene.admin.post('/station/competitors', body(scene))).body.data as { id: number; rev: number }

/** The writes of competitors: their address names no station. */
export const competitorWrites: Writes = {
  'POST /station/competitors': async (scene) => () => scene.admin.post('/station/competitors', body(scene), scene.headers),
  'PUT /station/competitors/{id}': async (scene) => {
    const { id, rev } = await made(scene)
    return () => scene.admin.put(`/station/competitors/${id}`, { brand: 'Eni', rev }, scene.headers)
  },
  'DELETE /station/competitors/{id}': async (scene) => {
    const { id } = await made(scene)
    return () => scene.admin.del(`/station/competitors/${id}`, scene.headers)
  },
  'POST /mimit/fuels':
    async ({ admin, headers }) =>
    () =>
      admin.post('/mimit/fuels', { name: 'Pozione', fuel_id: 1 }, headers),
  'POST /station/competitors/import': async ({ admin, db, station, headers }) => {
    await db.insert(mimit_stations).values({ id: 990_900, name: 'Vicina', city: 'FIDENZA', search_text: 'vicina' })
    return () => admin.post('/station/competitors/import', { station_id: station, mise_ids: [990_900] }, headers)
  },
  'POST /station/competitors/{id}/prices': async (scene) => {
    const { id } = await made(scene)
    const seen = { fuel_id: 1, mode: 'self', price: 1.759 }
    return () => scene.admin.post(`/station/competitors/${id}/prices`, seen, scene.headers)
  },
}
