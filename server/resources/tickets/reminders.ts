import { and, asc, between, eq, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { WAITING_FOR } from '../../../src/contract/tickets/words.ts'
import { addDays } from '../../../src/rules/shared/italian.ts'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED, WAITING } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { isWorkedAt } from '../../domain/tickets/working-hours.ts'
import type { Db } from '../../lib/core/db.ts'
import { claimNotice } from '../notifications/claim-notice.ts'
import type { NotifyContext } from '../notifications/notify.ts'
import { linkOf } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { assigneesOrSupervisors } from './sla-check.ts'

/** Days without any change before a reminder, and between two reminders. */
const DAYS = 3
const MAX_PER_RUN = 500
/** Days after which a reminder that a standing server has missed is not made up for. */
const LATE_DAYS = 7

/** Reminds the assignees, once, of waiting tickets whose day has come. */
async function remindOfDay(context: NotifyContext): Promise<void> {
  const { db, now } = context
  const today = dayInRome(now)
  const rows = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.status_id, WAITING), isNull(tickets.deleted_at), between(tickets.remind_on, addDays(today, -LATE_DAYS), today)))
    .orderBy(asc(tickets.remind_on))
    .limit(MAX_PER_RUN)
  for (const row of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      if (!(await claimNotice(own.db, `ticket ${row.id} on ${row.remind_on}`, now))) return
      await notifyOfTicket(
        {
          ...{ event: 'ticket_late', subject: { type: 'ticket', id: row.id, link: linkOf(row) }, groups: 'none' },
          title: `[Ticket ${numberOf(row)}] Promemoria: ${row.subject}`,
          text: `Il ticket è in attesa di: ${WAITING_FOR[row.waiting_for!]}. Per oggi è previsto un promemoria.`,
          people: await assigneesOrSupervisors(own.db, row),
        },
        own,
        { ownWords: true },
      )
    })
}
/** Reminds the requester of a ticket that waits for an answer, and the assignees of any other ticket that has not moved. Only in working hours. */
export async function remindTickets(context: NotifyContext): Promise<void> {
  const { db, now } = context
  if (!isWorkedAt(now)) return
  await remindOfDay(context)
  const old = new Date(now.getTime() - DAYS * 86_400_000).toISOString()
  // A ticket with a day of its own waits for that day.
  const unset = or(isNull(tickets.remind_on), lte(tickets.remind_on, dayInRome(now)))
  const waits = and(eq(tickets.status_id, WAITING), eq(tickets.waiting_for, 'requester'), unset)
  const rows = await db
    .select()
    .from(tickets)
    .where(
      and(
        ne(tickets.status_id, CLOSED),
        isNull(tickets.deleted_at),
        lt(tickets.updated_at, old),
        or(waits, ne(tickets.status_id, WAITING)),
      ),
    )
    .orderBy(asc(tickets.updated_at))
    .limit(MAX_PER_RUN)
  for (const row of rows)
    await db.transaction(async (tx) => {
      const own = { ...context, db: tx as Db }
      if (!(await claimNotice(own.db, `ticket ${row.id} reminder`, now, DAYS * 24))) return
      const asks = row.status_id === WAITING
      const about = { subject: { type: 'ticket', id: row.id, link: linkOf(row) } }
      await notifyOfTicket(
        asks
          ? {
              ...{ ...about, event: 'ticket_comment', title: `[Ticket ${numberOf(row)}] Aspetta la tua risposta: ${row.subject}` },
              ...{ text: 'Il ticket è fermo in attesa di una tua risposta.', groups: 'none' },
              people: [{ user_id: row.requester_id, reason: 'Hai aperto tu il ticket, che aspetta la tua risposta.' }],
            }
          : {
              ...{ ...about, event: 'ticket_late', title: `[Ticket ${numberOf(row)}] Fermo da ${DAYS} giorni: ${row.subject}` },
              ...{ text: `Al ticket non succede nulla da almeno ${DAYS} giorni.` },
              people: await assigneesOrSupervisors(own.db, row),
            },
        own,
        { ownWords: true },
      )
    })
}
