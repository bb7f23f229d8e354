import { and, eq, inArray, isNull } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { CLOSED, statusLabel } from '../../../src/rules/tickets/states.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { ticket_assignments, ticket_pauses, ticket_ratings, tickets } from '../../db/schema/tickets/tickets.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { change, keepWords, tell } from './change.ts'
import { type TicketRecord, ticketScope } from './read.ts'
import { ticketOutcome } from './ticket-outcome.ts'

type Change = typeof model_history.$inferSelect
type Told = Partial<TicketRecord> & { assigned?: number[] }
/** The ticket of that id, within reach of who runs the job. */
export async function needNumber(id: number, { db, user }: JobContext): Promise<TicketRecord> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), ticketScope(user)))
    .for('no key update')
  if (!row) throw problem.conflict('Nel frattempo è stato eliminato.')
  return row
}
/** What a bulk change of tickets may have changed. */
const NAMES = [
  ...['status_id', 'is_new', 'completed_at', 'resolution', 'paused_at', 'waiting_for', 'due_at'],
  ...['priority', 'category_id', 'sla_hours'],
] as (keyof TicketRecord)[]
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** As it was before the change of a job, where nobody has changed that since; what people were told cannot be taken back. */
async function changed({ model_id, old, new: made }: Change, context: JobContext): Promise<RowResult> {
  const { db, user } = context
  if (!allows('tickets.agent', user)) throw problem.forbidden()
  const row = await needNumber(model_id, context)
  const [before, after] = [old as Told, made as Told]
  const names = NAMES.filter((name) => !same(before[name], after[name]))
  if (names.some((name) => !same(row[name], after[name]))) throw problem.conflict('Modificato successivamente da altri.')
  const gone = (after.assigned ?? []).filter((id) => !before.assigned?.includes(id))
  if (gone.length)
    await db.delete(ticket_assignments).where(and(eq(ticket_assignments.ticket_id, row.id), inArray(ticket_assignments.user_id, gone)))
  if (before.paused_at && after.completed_at)
    await db
      .update(ticket_pauses)
      .set({ to: null })
      .where(and(eq(ticket_pauses.ticket_id, row.id), eq(ticket_pauses.to, after.completed_at)))
  if (after.status_id === CLOSED && before.status_id !== CLOSED) {
    await db.delete(ticket_ratings).where(and(eq(ticket_ratings.ticket_id, row.id), isNull(ticket_ratings.rated_at)))
    await ticketOutcome.emit({ happened: 'reopened', ticket: row }, context)
  }
  const set = Object.fromEntries(names.map((name) => [name, before[name] ?? null]))
  await change(context, row, set, 'restored')
  const [was, is] = [statusLabel(row.status_id), statusLabel(before.status_id ?? row.status_id)]
  await tell(context, row.id, was === is ? 'modificato' : 'stato', { old: was, new: `${is} (ripristinato)` })
  await keepWords(db, row.id)
  return { outcome: 'fatto', message: 'Come prima.' }
}
/** Who may delete a ticket may bring it back. */
async function deleted({ model_id }: Change, context: JobContext): Promise<RowResult> {
  if (!allows('tickets.delete', context.user)) throw problem.forbidden()
  const [row] = await context.db.select().from(tickets).where(eq(tickets.id, model_id)).for('no key update')
  if (!row?.deleted_at) return { outcome: 'invariato', message: 'C’è già.' }
  await change(context, row, { deleted_at: null }, 'restored')
  return { outcome: 'fatto', message: 'Di nuovo presente.' }
}
export const ticketUndo = { changed, deleted }
