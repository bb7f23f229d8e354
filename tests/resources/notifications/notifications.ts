import { notifications as table } from '../../../server/db/schema/notifications/notifications.ts'
import { notifications } from '../../../src/contract/notifications/notifications.ts'
import { known } from '../known.ts'
import { ownRecord } from '../scope.ts'
import { click } from '../screens.ts'

export default known(
  notifications,
  {
    list: { call: 'GET /notifications', policy: 'auth', scope: ownRecord },
    read: {
      call: 'POST /notifications/read',
      status: 200,
      policy: 'auth',
      scope: ownRecord,
      write: async ({ admin, db, headers }) => {
        const about = { event: 'ticket_late', title: 'A', text: 'B', link: '/', subject_type: 'ticket', subject_id: 1 } as const
        await db.insert(table).values({ ...about, reasons: [], user_id: admin.user_id, created_at: '2026-01-01T00:00:00.000Z' })
        return () => admin.post('/notifications/read', {}, headers)
      },
      leaves: 'creazione, notifications, of nothing',
    },
    choices: { call: 'GET /notifications/choices', policy: 'auth', scope: ownRecord },
    choose: {
      call: 'PUT /notifications/choices',
      policy: 'auth',
      scope: ownRecord,
      write: async ({ admin, headers }) => {
        const choices = [{ group_id: 0, event: 'ticket_late', mail: false, push: true }]
        return () => admin.put('/notifications/choices', { digest: true, digest_hour: 7, choices }, headers)
      },
      leaves: 'modifica, notifications, named',
    },
    subscribe: {
      call: 'POST /push/subscribe',
      policy: 'auth',
      scope: ownRecord,
      write: async ({ as, headers }) => {
        const conti = await as('contabilita')
        return () => conti.post('/push/subscribe', { endpoint: 'https://push.example.it/1', keys: { p256dh: 'a', auth: 'b' } }, headers)
      },
      leaves: 'creazione, notifications, named',
    },
    unsubscribe: {
      call: 'POST /push/unsubscribe',
      status: 204,
      policy: 'auth',
      scope: ownRecord,
      write: async ({ as, headers }) => {
        const conti = await as('contabilita')
        await conti.post('/push/subscribe', { endpoint: 'https://push.example.it/1', keys: { p256dh: 'a', auth: 'b' } })
        return () => conti.post('/push/unsubscribe', { endpoint: 'https://push.example.it/1' }, headers)
      },
      leaves: 'creazione, notifications, named',
    },
  },
  {
    screens: [{ name: 'notices', path: '/dashboard', act: click(/Notifiche recenti/) }],
  },
)
