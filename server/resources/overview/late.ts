import { notifyDueExpirations } from '../expirations/late-notices.ts'
import { notifyEndingTanks } from '../gpl/tank-notices.ts'
import { type NotifyContext, sumCounts } from '../notifications/notify.ts'
import { notifyDueObligations } from '../people/obligation-notices.ts'
import { notifyOverdueTickets } from '../tickets/sla-check.ts'

/** Notifies of everything that is late, and of what is due on its days of reminder; of a late record at most once in 24 hours, of a near one once on its day. */
export async function notifyAllLate(context: NotifyContext) {
  const tickets = await notifyOverdueTickets(context, 24)
  const due = await notifyDue(context, 24)
  const { mails, pushes } = sumCounts(due.sent, tickets.sent)
  return { expirations: due.expirations, obligations: due.obligations, tanks: due.tanks, tickets: tickets.count, mails, pushes }
}
/** @param hours time after which a late record may be notified again */
async function notifyDue(context: NotifyContext, hours: number) {
  const [expirations, obligations] = [await notifyDueExpirations(context, hours), await notifyDueObligations(context, hours)]
  const tanks = await notifyEndingTanks(context, hours)
  const sent = sumCounts(sumCounts(expirations.sent, obligations.sent), tanks.sent)
  return { expirations: expirations.count, obligations: obligations.count, tanks: tanks.count, sent }
}
/** The task `late`: late records every seven days, near ones on their days. The limit is two hours less than a week, because a run may begin a little earlier than the last one. */
export const remindOfDue = (context: NotifyContext) => notifyDue(context, 7 * 24 - 2)
