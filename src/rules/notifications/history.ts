import { notificationGroups } from '../../contract/notifications/groups.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The history models of this area, and how they are shown. */
export const notificationHistory = {
  notification_group: { name: 'Gruppo di notifica', update: notificationGroups.update, labels: { users: 'Utenti' } },
} satisfies ModelHistories
