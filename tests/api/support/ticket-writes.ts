import { randomUUID } from 'node:crypto'
import { ticket_ratings } from '../../../server/db/schema/tickets/tickets.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { ratingToken } from '../../../server/resources/tickets/rating.ts'
import { jpeg } from './inspection-fixtures.ts'
import { sendPicture } from './note-fixtures.ts'
import type { Scene, Writes } from './plain-writes.ts'
import { openedBy, paper } from './ticket-fixtures.ts'

const at = async (scene: Scene) => {
  const { y, n, uid } = await openedBy(scene, scene.ivan)
  return { path: `/support/ticket/${y}/${n}`, into: { id_year: y, id_number: n }, uid }
}
const said = async ({ admin }: Scene, path: string) => (await admin.post(`${path}/comment`, { message: 'Preso in carico' })).body.data
const one = '/support/ticket/{year}/{number}'

/** What changes tickets, for the tests that try every write. */
export const ticketWrites: Writes = {
  'POST /support/ticket':
    async ({ admin, headers, station }) =>
    () =>
      admin.post('/support/ticket', { category_id: 1, station_id: station, subject: 'Totem', description: 'Il totem è spento.' }, headers),
  'POST /support/ticket/files': async ({ admin, headers }) => {
    const [record, uuid, bytes] = [randomUUID(), randomUUID(), await jpeg(90)]
    return () => sendPicture(admin, record, bytes, { uuid }, headers, '/support/ticket/files')
  },
  'POST /support/ticket/rating/{token}': async (scene) => {
    const { id } = await openedBy(scene, scene.ivan)
    const until = { asked_at: '2026-01-01T00:00:00.000Z', expires_at: '2100-01-01T00:00:00.000Z' }
    const token = await ratingToken(scene.db, { ticket_id: id, ...until })
    await scene.db.insert(ticket_ratings).values({ ticket_id: id, token_hash: sha256(token), ...until })
    const nobody = await scene.as()
    return () => nobody.post(`/support/ticket/rating/${token}`, { score: 5 }, scene.headers)
  },
  [`POST ${one}`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(path, { resolution: 'Fatto' }, scene.headers)
  },
  [`POST ${one}/assign`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(`${path}/assign`, { user_id: scene.admin.user_id }, scene.headers)
  },
  [`POST ${one}/deassign`]: async (scene) => {
    const { path } = await at(scene)
    await scene.admin.post(`${path}/assign`, { user_id: scene.admin.user_id })
    return () => scene.admin.post(`${path}/deassign`, { user_id: scene.admin.user_id }, scene.headers)
  },
  [`POST ${one}/comment`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(`${path}/comment`, { message: 'Preso in carico' }, scene.headers)
  },
  [`POST ${one}/update`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(`${path}/update`, { rev: 1, priority: 4, status_id: 3 }, scene.headers)
  },
  [`POST ${one}/seen`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(`${path}/seen`, undefined, scene.headers)
  },
  [`POST ${one}/reopen`]: async (scene) => {
    const { path } = await at(scene)
    await scene.admin.post(path, { resolution: 'Fatto' })
    return () => scene.admin.post(`${path}/reopen`, { message: 'Di nuovo' }, scene.headers)
  },
  [`POST ${one}/upload`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.upload(`${path}/upload`, [paper()], {}, scene.headers)
  },
  [`DELETE ${one}`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.del(path, scene.headers)
  },
  'DELETE /support/ticket/download/{uid}/{fileName}': async (scene) => {
    const { path, uid } = await at(scene)
    await scene.admin.upload(`${path}/upload`, [paper()])
    return () => scene.admin.del(`/support/ticket/download/${uid}/preventivo.pdf`, scene.headers)
  },
  [`POST ${one}/merge`]: async (scene) => {
    const [{ path }, { into }] = [await at(scene), await at(scene)]
    return () => scene.admin.post(`${path}/merge`, { into }, scene.headers)
  },
  [`POST ${one}/unmerge`]: async (scene) => {
    const [{ path }, { into }] = [await at(scene), await at(scene)]
    await scene.admin.post(`${path}/merge`, { into })
    return () => scene.admin.post(`${path}/unmerge`, undefined, scene.headers)
  },
  [`POST ${one}/split`]: async (scene) => {
    const { path } = await at(scene)
    const { id } = await said(scene, path)
    return () => scene.admin.post(`${path}/split`, { subject: 'Un’altra cosa', comments: [id] }, scene.headers)
  },
  [`POST ${one}/tasks`]: async (scene) => {
    const { path } = await at(scene)
    return () => scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' }, scene.headers)
  },
  [`PUT ${one}/tasks/{id}`]: async (scene) => {
    const { path } = await at(scene)
    const { id } = (await scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' })).body.data
    return () => scene.admin.put(`${path}/tasks/${id}`, { done: true }, scene.headers)
  },
  [`DELETE ${one}/tasks/{id}`]: async (scene) => {
    const { path } = await at(scene)
    const { id } = (await scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' })).body.data
    return () => scene.admin.del(`${path}/tasks/${id}`, scene.headers)
  },
}
