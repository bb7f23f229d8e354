import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { plain, type Writes } from './plain-writes.ts'
import { openedBy } from './ticket-fixtures.ts'

/** What changes groups, templates and how people are told, for the tests that try every write. */
export const notificationWrites: Writes = {
  ...plain('/support/notification-groups', () => ({ name: 'Officina', users: [1] }), { emails: 'a@example.it' }),
  ...plain('/support/t/default', () => ({ name: 'Sollecito', subject: 'Ticket {{numero}}', body: 'Salve' }), { active: false }),
  'POST /support/ticket/send': async (scene) => {
    const { y, n } = await openedBy(scene, scene.ivan)
    const body = { id_year: y, id_number: n, emails: 'ditta@example.it', subject: 'Ticket {{numero}}', message: 'Salve' }
    return () => scene.admin.post('/support/ticket/send', body, scene.headers)
  },
  'POST /notifications/read': async ({ admin, db, headers }) => {
    const about = { event: 'ticket_late', title: 'A', text: 'B', link: '/', subject_type: 'ticket', subject_id: 1 } as const
    await db.insert(notifications).values({ ...about, reasons: [], user_id: admin.user_id, created_at: '2026-01-01T00:00:00.000Z' })
    return () => admin.post('/notifications/read', {}, headers)
  },
  'PUT /notifications/choices': async ({ admin, headers }) => {
    const choices = [{ group_id: 0, event: 'ticket_late', mail: false, push: true }]
    return () => admin.put('/notifications/choices', { digest: true, digest_hour: 7, choices }, headers)
  },
  'POST /push/subscribe': async ({ as, headers }) => {
    const conti = await as('contabilita')
    return () => conti.post('/push/subscribe', { endpoint: 'https://push.example.it/1', keys: { p256dh: 'a', auth: 'b' } }, headers)
  },
  'POST /push/unsubscribe': async ({ as, headers }) => {
    const conti = await as('contabilita')
    await conti.post('/push/subscribe', { endpoint: 'https://push.example.it/1', keys: { p256dh: 'a', auth: 'b' } })
    return () => conti.post('/push/unsubscribe', { endpoint: 'https://push.example.it/1' }, headers)
  },
}
