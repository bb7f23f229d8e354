import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ticket_ratings } from '../../../server/db/schema/tickets/tickets.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { ratingToken } from '../../../server/resources/tickets/rating.ts'
import { tickets } from '../../../src/contract/tickets/tickets.ts'
import { jpeg } from '../../api/support/inspection-fixtures.ts'
import { sendPicture } from '../../api/support/note-fixtures.ts'
import { openedBy } from '../../api/support/ticket-fixtures.ts'
import { paper } from '../files.ts'
import { known } from '../known.ts'
import type { Scene } from '../scene.ts'
import { ownRecord, ticketScope } from '../scope.ts'

const ticket = async (scene: Scene) => {
  const { y, n, uid } = await openedBy(scene, scene.ivan)
  return { path: `/support/ticket/${y}/${n}`, into: { id_year: y, id_number: n }, uid }
}
const comment = async ({ admin }: Scene, path: string) => (await admin.post(`${path}/comment`, { message: 'Preso in carico' })).body.data

/** Opens the dialog that sends a notice; on a phone the menu is a sheet of buttons. */
async function notify(page: Page) {
  await page.getByRole('button', { name: 'Altro' }).last().click()
  const entry = page.getByRole('menuitem', { name: 'Invia notifica' })
  await entry.or(page.getByRole('dialog').getByRole('button', { name: 'Invia notifica' })).click()
}

export default known(
  tickets,
  {
    list: { call: 'GET /support/ticket', policy: 'tickets.open', scope: ticketScope, filters: 'tickets.test.ts' },
    info: { call: 'GET /support/ticket/info', policy: 'tickets.open', scope: ticketScope },
    counts: { call: 'GET /support/ticket/counts', policy: 'tickets.open', scope: ticketScope },
    users: { call: 'GET /support/ticket/users', policy: 'tickets.agent' },
    get: { call: 'GET /support/ticket/{year}/{number}', policy: 'tickets.open', scope: ticketScope },
    create: {
      call: 'POST /support/ticket',
      policy: 'tickets.open',
      scope: ticketScope,
      write:
        async ({ admin, headers, station }) =>
        () =>
          admin.post(
            '/support/ticket',
            { category_id: 1, station_id: station, subject: 'Totem', description: 'Il totem è spento.' },
            headers,
          ),
      leaves: 'creazione, tickets, named, ticket created',
    },
    close: {
      call: 'POST /support/ticket/{year}/{number}',
      status: 200,
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.post(path, { resolution: 'Fatto' }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    assign: {
      call: 'POST /support/ticket/{year}/{number}/assign',
      status: 200,
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.post(`${path}/assign`, { user_id: scene.admin.user_id }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    deassign: {
      call: 'POST /support/ticket/{year}/{number}/deassign',
      status: 200,
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        await scene.admin.post(`${path}/assign`, { user_id: scene.admin.user_id })
        return () => scene.admin.post(`${path}/deassign`, { user_id: scene.admin.user_id }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    comment: {
      call: 'POST /support/ticket/{year}/{number}/comment',
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.post(`${path}/comment`, { message: 'Preso in carico' }, scene.headers)
      },
      leaves: 'creazione, tickets, named, ticket status',
    },
    recall: {
      call: 'DELETE /support/ticket/{year}/{number}/comment/{uuid}',
      status: 204,
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        const { uuid } = await comment(scene, path)
        return () => scene.admin.del(`${path}/comment/${uuid}`, scene.headers)
      },
      leaves: 'eliminazione, tickets, named, ticket status',
    },
    picture: {
      call: 'POST /support/ticket/files',
      policy: 'tickets.open',
      scope: ownRecord,
      testedIn: 'tests/api/tickets/replies.test.ts',
      write: async ({ admin, headers }) => {
        const [record, uuid, bytes] = [randomUUID(), randomUUID(), await jpeg(90)]
        return () => sendPicture(admin, record, bytes, { uuid }, headers, '/support/ticket/files')
      },
      leaves: 'creazione, tickets, named',
    },
    update: {
      call: 'POST /support/ticket/{year}/{number}/update',
      status: 200,
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.post(`${path}/update`, { rev: 1, priority: 4, status_id: 3 }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    seen: {
      call: 'POST /support/ticket/{year}/{number}/seen',
      status: 204,
      policy: 'tickets.agent',
      testedIn: 'tests/api/tickets/tickets.test.ts',
      unlogged: true,
      write: 'the page makes it by being opened, and it leaves no activity: tests/screens/overview/activity-by-itself.test.tsx',
    },
    macro: {
      call: 'POST /support/ticket/{year}/{number}/macro',
      status: 200,
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        const macro = { name: 'Da richiamare', event: 'macro', subject: 'x', body: 'Richiamare', internal: true }
        const { id } = (await scene.admin.post('/support/t/default', macro)).body.data
        return () => scene.admin.post(`${path}/macro`, { macro_id: id }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket updated',
    },
    reopen: {
      call: 'POST /support/ticket/{year}/{number}/reopen',
      status: 200,
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        await scene.admin.post(path, { resolution: 'Fatto' })
        return () => scene.admin.post(`${path}/reopen`, { message: 'Di nuovo' }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    upload: {
      call: 'POST /support/ticket/{year}/{number}/upload',
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.upload(`${path}/upload`, [paper], {}, scene.headers)
      },
      leaves: 'creazione, tickets, named',
    },
    remove: {
      call: 'DELETE /support/ticket/{year}/{number}',
      policy: 'tickets.delete',
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.del(path, scene.headers)
      },
      leaves: 'eliminazione, tickets, named, ticket deleted',
    },
    deleted: {
      call: 'GET /support/ticket/{year}/{number}/deleted',
      policy: 'tickets.open',
      scope: ticketScope,
      testedIn: 'tests/api/tickets/macros.test.ts',
    },
    restore: {
      call: 'POST /support/ticket/{year}/{number}/restore',
      testedIn: 'tests/api/tickets/macros.test.ts',
      status: 200,
      policy: 'tickets.delete',
      write: async (scene) => {
        const { path } = await ticket(scene)
        await scene.admin.del(path)
        return () => scene.admin.post(`${path}/restore`, undefined, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket restored',
    },
    file: { call: 'GET /support/ticket/download/{uid}/{fileName}', policy: 'tickets.open', scope: ticketScope },
    removeFile: {
      call: 'DELETE /support/ticket/download/{uid}/{fileName}',
      policy: 'tickets.open',
      scope: ticketScope,
      write: async (scene) => {
        const { path, uid } = await ticket(scene)
        await scene.admin.upload(`${path}/upload`, [paper])
        return () => scene.admin.del(`/support/ticket/download/${uid}/uno.pdf`, scene.headers)
      },
      leaves: 'eliminazione, tickets, named',
    },
    history: { call: 'GET /support/ticket/history/{year}/{number}', policy: 'tickets.agent' },
    merge: {
      call: 'POST /support/ticket/{year}/{number}/merge',
      status: 200,
      policy: 'tickets.agent',
      write: async (scene) => {
        const [{ path }, { into }] = [await ticket(scene), await ticket(scene)]
        return () => scene.admin.post(`${path}/merge`, { into }, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    unmerge: {
      call: 'POST /support/ticket/{year}/{number}/unmerge',
      status: 200,
      policy: 'tickets.agent',
      write: async (scene) => {
        const [{ path }, { into }] = [await ticket(scene), await ticket(scene)]
        await scene.admin.post(`${path}/merge`, { into })
        return () => scene.admin.post(`${path}/unmerge`, undefined, scene.headers)
      },
      leaves: 'modifica, tickets, named, ticket status',
    },
    split: {
      call: 'POST /support/ticket/{year}/{number}/split',
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        const { id } = await comment(scene, path)
        return () => scene.admin.post(`${path}/split`, { subject: 'Un’altra cosa', comments: [id] }, scene.headers)
      },
      leaves: 'creazione, tickets, named, ticket created',
    },
    addTask: {
      call: 'POST /support/ticket/{year}/{number}/tasks',
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        return () => scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' }, scene.headers)
      },
      leaves: 'creazione, tickets, named',
    },
    updateTask: {
      call: 'PUT /support/ticket/{year}/{number}/tasks/{id}',
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        const { id } = (await scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' })).body.data
        return () => scene.admin.put(`${path}/tasks/${id}`, { done: true }, scene.headers)
      },
      leaves: 'modifica, tickets, named',
    },
    removeTask: {
      call: 'DELETE /support/ticket/{year}/{number}/tasks/{id}',
      policy: 'tickets.agent',
      write: async (scene) => {
        const { path } = await ticket(scene)
        const { id } = (await scene.admin.post(`${path}/tasks`, { text: 'Chiamare la ditta' })).body.data
        return () => scene.admin.del(`${path}/tasks/${id}`, scene.headers)
      },
      leaves: 'eliminazione, tickets, named',
    },
    rating: { call: 'GET /support/ticket/rating/{token}', policy: 'guest' },
    rate: {
      call: 'POST /support/ticket/rating/{token}',
      status: 204,
      policy: 'guest',
      write: async (scene) => {
        const { id } = await openedBy(scene, scene.ivan)
        const until = { asked_at: '2026-01-01T00:00:00.000Z', expires_at: '2100-01-01T00:00:00.000Z' }
        const token = await ratingToken(scene.db, { ticket_id: id, ...until })
        await scene.db.insert(ticket_ratings).values({ ticket_id: id, token_hash: sha256(token), ...until })
        const nobody = await scene.as()
        return () => nobody.post(`/support/ticket/rating/${token}`, { score: 5 }, scene.headers)
      },
      leaves: 'modifica, tickets, named',
    },
  },
  {
    history: { ticket: 'tickets' },
    // A comment brings its ticket to the top of lists; that an agent has looked stands in its own history.
    quiet: { tickets: { updated_at: null, is_new: false } },
    screens: async (api) => {
      const [station] = (await api.get('/stations')).data
      const [first] = (await api.get('/support/ticket')).data
      const path = first && `/tickets/${first.id_year}/${first.id_number}`
      return [
        { name: 'tickets of a view', path: '/tickets/miei' },
        { name: 'ticket form', path: '/tickets/nuovo' },
        { name: 'ticket form of a station', path: `/tickets/nuovo?pv=${station.id}` },
        { name: 'ticket board', path: '/tickets?scheda=lavagna' },
        ...(first
          ? [
              { name: 'ticket', path },
              { name: 'ticket: note', path, act: (page: Page) => page.getByRole('switch', { name: 'Nota interna' }).last().click() },
              { name: 'ticket: templates', path, act: (page: Page) => page.getByRole('button', { name: 'Modello' }).last().click() },
              { name: 'ticket: notification', path, act: notify },
              { name: 'ticket details', path: `${path}?scheda=dettagli` },
            ]
          : []),
      ]
    },
  },
)
