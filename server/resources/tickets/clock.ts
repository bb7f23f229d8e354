import { and, eq, isNull } from 'drizzle-orm'
import { ticket_pauses } from '../../db/schema/tickets/tickets.ts'
import { dueOf, type PauseReason } from '../../domain/tickets/due.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import type { TicketRecord } from './scope.ts'

/** Begins a pause: the time from now on does not count towards the due time. */
export async function stopClock({ db, now }: Context, { id }: TicketRecord, reason: PauseReason, from = now.toISOString()) {
  await db.insert(ticket_pauses).values({ ticket_id: id, reason, from })
}
/** Ends the pause. Returns the columns to write: no pause any more, and the due time moved by it unless it was set by hand. */
export async function startClock({ db, now }: Context, row: TicketRecord) {
  await db
    .update(ticket_pauses)
    .set({ to: now.toISOString() })
    .where(and(eq(ticket_pauses.ticket_id, row.id), isNull(ticket_pauses.to)))
  return { paused_at: null, waiting_for: null, remind_on: null, due_at: await currentDueDate(db, row) }
}
/** The due time (ISO instant) that follows from priority, hours and pauses. A due time set by hand stays. */
export async function currentDueDate(
  db: Db,
  row: Pick<TicketRecord, 'id' | 'due_given' | 'due_at' | 'created_at' | 'sla_hours' | 'priority'>,
) {
  if (row.due_given) return row.due_at
  return dueOf(row, await db.select().from(ticket_pauses).where(eq(ticket_pauses.ticket_id, row.id))).toISOString()
}
