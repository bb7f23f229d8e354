import { notificationGroups } from '../../contract/notifications/groups.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** What of this area has a history, and how it is told. */
export const notificationHistory = {
  notification_group: { name: 'Gruppo di notifica', update: notificationGroups.update, labels: { users: 'Utenti' } },
} satisfies ModelHistories
