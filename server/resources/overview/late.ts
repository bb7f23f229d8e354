import { notifyDueExpirations } from '../expirations/late-notices.ts'
import { type NotifyContext, sumCounts } from '../notifications/notify.ts'
import { notifyDueObligations } from '../people/obligation-notices.ts'
import { notifyOverdueTickets } from '../tickets/sla-check.ts'

/** Notifies of everything that is late, and of what is due on its days of reminder. @param hours time after which the same late record may be notified again */
export async function notifyAllLate(context: NotifyContext, hours: number) {
  const tickets = await notifyOverdueTickets(context, hours)
  const due = await notifyDue(context, hours)
  const { mails, pushes } = sumCounts(due.sent, tickets.sent)
  return { expirations: due.expirations, obligations: due.obligations, tickets: tickets.count, mails, pushes }
}
async function notifyDue(context: NotifyContext, hours: number) {
  const [expirations, obligations] = [await notifyDueExpirations(context, hours), await notifyDueObligations(context, hours)]
  return { expirations: expirations.count, obligations: obligations.count, sent: sumCounts(expirations.sent, obligations.sent) }
}
/** The morning run: late records every seven days, near ones on their days. The limit is two hours less than a week, because a run may begin a little earlier than the last one. */
export const notifyDueInTheMorning = (context: NotifyContext) => notifyDue(context, 7 * 24 - 2)
