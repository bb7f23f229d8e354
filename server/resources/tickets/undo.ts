import { and, eq, inArray, isNull } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { CLOSED, statusLabel } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import type { model_history } from '../../db/schema/core/system.ts'
import { ticket_assignments, ticket_pauses, ticket_ratings, tickets } from '../../db/schema/tickets/tickets.ts'
import { problem } from '../../lib/core/problem.ts'
import type { JobContext, RowResult } from '../../lib/jobs/job-kind.ts'
import { addHistory, updateTicket } from './change.ts'
import { valueInWords } from './create-update.ts'
import { type TicketRecord, ticketScope } from './scope.ts'
import { indexTickets } from './search-index.ts'
import { ticketOutcome } from './ticket-outcome.ts'

type Change = typeof model_history.$inferSelect
type Snapshot = Partial<TicketRecord> & { assigned?: number[] }
/** Reads and locks a ticket for a job. @throws 409 if the person who runs the job does not see it */
export async function needTicketById(id: number, { db, user }: JobContext): Promise<TicketRecord> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, id), ticketScope(user)))
    .for('no key update')
  if (!row) throw problem.conflict('Nel frattempo è stato eliminato.')
  return row
}
/** The columns that a bulk change may write. */
const COLUMNS = [
  ...['status_id', 'is_new', 'completed_at', 'resolution', 'paused_at', 'waiting_for', 'due_at', 'remind_on'],
  ...['priority', 'category_id', 'sla_hours'],
] as (keyof TicketRecord)[]
/** Of these, what the history names beside the status. */
const RESTORED = ['priority', 'category_id'] as const
const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Restores the columns that a job has changed, unless somebody has changed them since. Notices that went out cannot be taken back. */
async function changed({ model_id, old, new: made }: Change, context: JobContext): Promise<RowResult> {
  const { db, user } = context
  if (!allows('tickets.agent', user)) throw problem.forbidden()
  const row = await needTicketById(model_id, context)
  const [before, after] = [old as Snapshot, made as Snapshot]
  const names = COLUMNS.filter((name) => !same(before[name], after[name]))
  if (names.some((name) => !same(row[name], after[name]))) throw problem.changedSince()
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
  await updateTicket(context, row, set, 'restored')
  if (names.includes('status_id'))
    await addHistory(context, row.id, 'ripristinato', {
      field: 'status_id',
      old: statusLabel(row.status_id),
      new: statusLabel(before.status_id!),
    })
  for (const field of RESTORED.filter((name) => names.includes(name))) {
    const [old, is] = [await valueInWords(field, row, context), await valueInWords(field, { ...row, ...set }, context)]
    await addHistory(context, row.id, 'ripristinato', { field, old, new: is })
  }
  for (const id of gone) {
    const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, id))
    await addHistory(context, row.id, 'rimosso', { old: person?.name })
  }
  await indexTickets(db, row.id)
  const told = names.includes('status_id') || gone.length > 0
  return { outcome: 'fatto', message: told ? 'Come prima. Gli avvisi già inviati restano.' : 'Come prima.' }
}
/** Whoever may delete tickets may restore them. */
async function deleted({ model_id }: Change, context: JobContext): Promise<RowResult> {
  if (!allows('tickets.delete', context.user)) throw problem.forbidden()
  const [row] = await context.db.select().from(tickets).where(eq(tickets.id, model_id)).for('no key update')
  if (!row?.deleted_at) return { outcome: 'invariato', message: 'C’è già.' }
  await updateTicket(context, row, { deleted_at: null }, 'restored')
  await addHistory(context, row.id, 'ripristinato')
  return { outcome: 'fatto', message: 'Di nuovo presente.' }
}
export const ticketUndo = { changed, deleted }
