import { and, asc, eq, isNull, lt, ne, or } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED, WAITING } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
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

/** Reminds the requester of a ticket that waits for an answer, and the assignees of any other ticket that has not moved. Only in working hours. */
export async function remindTickets(context: NotifyContext): Promise<void> {
  const { db, now } = context
  if (!isWorkedAt(now)) return
  const old = new Date(now.getTime() - DAYS * 86_400_000).toISOString()
  const waits = and(eq(tickets.status_id, WAITING), eq(tickets.waiting_for, 'requester'))
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
              mail: {
                subject: `[Ticket ${numberOf(row)}] Aspetta la tua risposta: ${row.subject}`,
                text: 'Il ticket è fermo in attesa di una tua risposta.',
              },
              people: [{ user_id: row.requester_id, reason: 'Hai aperto tu il ticket, che aspetta la tua risposta.' }],
            }
          : {
              ...{ ...about, event: 'ticket_late', title: `[Ticket ${numberOf(row)}] Fermo da ${DAYS} giorni: ${row.subject}` },
              ...{ text: `Al ticket non succede nulla da almeno ${DAYS} giorni.` },
              people: await assigneesOrSupervisors(own.db, row),
            },
        own,
      )
    })
}
