import type { TaskName } from '../lib/tasks.ts'
import { tellGivenUp } from './failed-notices.ts'
import { sendHeld } from './held.ts'
import { tellExpirations } from './late-notices.ts'
import { remind } from './reminders.ts'
import { checkSla, type Teller } from './sla-check.ts'

/** What each task does. */
export const tasks: Readonly<Record<TaskName, (teller: Teller) => Promise<unknown>>> = {
  sla: checkSla,
  reminders: remind,
  held: sendHeld,
  late: tellExpirations,
  failed: tellGivenUp,
}
