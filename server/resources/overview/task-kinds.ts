import type { TaskName } from '../../lib/jobs/tasks.ts'
import { tellExpirations } from '../expirations/late-notices.ts'
import { tellGivenUp } from '../notifications/failed-notices.ts'
import type { Teller } from '../notifications/notify.ts'
import { sendHeld } from '../notifications/send-held-notices.ts'
import { remind } from '../tickets/reminders.ts'
import { checkSla } from '../tickets/sla-check.ts'

/** What each task does. */
export const tasks: Readonly<Record<TaskName, (teller: Teller) => Promise<unknown>>> = {
  sla: checkSla,
  reminders: remind,
  held: sendHeld,
  late: tellExpirations,
  failed: tellGivenUp,
}
