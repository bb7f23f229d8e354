import { type Do, plain, type Scene, type Writes } from './plain-writes.ts'

const paper = { name: 'uno.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
const due = async ({ admin, station }: Scene): Promise<number> =>
  (
    await admin.post('/expirations', {
      station_id: station,
      type: 'terra',
      message: 'Messa a terra',
      date: '2027-01-01',
      periodicity: 'once',
    })
  ).body.data.id

/** The writes of what must be done by a day, and of how often extinguishers are checked. */
export const expirationWrites: Writes = {
  ...plain('/extinguisher-intervals', () => ({ type: 'acqua', built_until: 1999, check: 6, overhaul: 60, test: 72 }), { check: 3 }),
  ...plain(
    '/expirations',
    ({ station }) => ({ station_id: station, type: 'terra', message: 'Messa a terra', date: '2027-01-01', periodicity: 'biennial' }),
    { message: 'Verifica della messa a terra' },
  ),
  ...Object.fromEntries(
    Object.entries({ complete: { done_at: '2026-01-01' }, cancel: { cancel_reason: 'Non serve' }, reopen: {} }).map(
      ([verb, body]): [string, (scene: Scene) => Promise<Do>] => [
        `PUT /expirations/{id}/${verb}`,
        async ({ admin, station, headers }) => {
          const due = { station_id: station, type: 'terra', message: 'Messa a terra', date: '2027-01-01', periodicity: 'once' }
          const { id, rev } = (await admin.post('/expirations', due)).body.data
          if (verb !== 'reopen') return () => admin.put(`/expirations/${id}/${verb}`, { rev, ...body }, headers)
          await admin.put(`/expirations/${id}/complete`, { rev, done_at: '2026-01-01' })
          return () => admin.put(`/expirations/${id}/reopen`, { rev: rev + 1 }, headers)
        },
      ],
    ),
  ),
  'POST /expirations/{id}/upload': async (scene) => {
    const id = await due(scene)
    return () => scene.admin.upload(`/expirations/${id}/upload`, [paper], {}, scene.headers)
  },
  'DELETE /expirations/{id}/files/{fileId}': async (scene) => {
    const id = await due(scene)
    const [file] = (await scene.admin.upload(`/expirations/${id}/upload`, [paper])).body.data
    return () => scene.admin.del(`/expirations/${id}/files/${file.id}`, scene.headers)
  },
}
