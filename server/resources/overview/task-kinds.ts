import type { FileStore } from '../../lib/files/files.ts'
import type { Calendar } from '../../lib/jobs/google-calendar.ts'
import type { TaskName } from '../../lib/jobs/tasks.ts'
import { expireCards } from '../cards/expire-cards.ts'
import { remindDue, sendScheduled } from '../content/send-communication.ts'
import { notifyFailedDeliveries } from '../notifications/failed-notices.ts'
import type { NotifyContext } from '../notifications/notify.ts'
import { sendHeldNotices } from '../notifications/send-held-notices.ts'
import { sendCommentNotices } from '../tickets/comment-notices.ts'
import { remindTickets } from '../tickets/reminders.ts'
import { checkSla } from '../tickets/sla-check.ts'
import { sealActivity } from './activity-seals.ts'
import { applyRetention } from './apply-retention.ts'
import { pushCalendarWhole } from './calendar-push.ts'
import { remindOfDue } from './late.ts'
import { checkAtNight } from './self-check.ts'

/** The function of each recurring task of the server. */
export const tasks: Readonly<
  Record<TaskName, (context: NotifyContext & { files: FileStore; calendar?: Calendar | undefined }) => Promise<unknown>>
> = {
  sla: checkSla,
  reminders: remindTickets,
  async held(context) {
    await sendCommentNotices(context)
    await sendHeldNotices(context)
  },
  late: remindOfDue,
  async communications(context) {
    await sendScheduled(context)
    await remindDue(context)
  },
  failed: notifyFailedDeliveries,
  cards: expireCards,
  seals: sealActivity,
  checks: checkAtNight,
  calendar: pushCalendarWhole,
  retention: applyRetention,
}
