import type { Calendar } from '../../lib/jobs/google-calendar.ts'
import type { TaskName } from '../../lib/jobs/tasks.ts'
import { expireCards } from '../cards/expire-cards.ts'
import { remindDue, sendScheduled } from '../content/send-communication.ts'
import { notifyFailedDeliveries } from '../notifications/failed-notices.ts'
import type { NotifyContext } from '../notifications/notify.ts'
import { sendHeldNotices } from '../notifications/send-held-notices.ts'
import { remindTickets } from '../tickets/reminders.ts'
import { checkSla } from '../tickets/sla-check.ts'
import { sealActivity } from './activity-seals.ts'
import { applyRetention } from './apply-retention.ts'
import { pushCalendarWhole } from './calendar-push.ts'
import { remindOfDue } from './late.ts'

/** The function of each recurring task of the server. */
export const tasks: Readonly<Record<TaskName, (context: NotifyContext & { calendar?: Calendar | undefined }) => Promise<unknown>>> = {
  sla: checkSla,
  reminders: remindTickets,
  held: sendHeldNotices,
  late: remindOfDue,
  async communications(context) {
    await sendScheduled(context)
    await remindDue(context)
  },
  failed: notifyFailedDeliveries,
  cards: expireCards,
  seals: sealActivity,
  calendar: pushCalendarWhole,
  retention: applyRetention,
}
