import { and, eq, or, sql } from 'drizzle-orm'
import { RESTORE_DAYS } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { addHistory, type Numbered, updateTicket } from './change.ts'
import { readWritten } from './read.ts'
import { deletedTicketScope, ticketScope } from './scope.ts'
import { ticketOutcome } from './ticket-outcome.ts'

const isNumber = ({ year, number }: Numbered) => and(eq(tickets.id_year, year), eq(tickets.id_number, number))
/** Until when (ms since 1970) the deletion of that time may be undone. */
const restorableUntil = (deleted_at: string) => Date.parse(deleted_at) + RESTORE_DAYS * 86_400_000

/** Deletes softly. A ticket that is already deleted is no error. */
async function remove(input: Numbered, context: Context) {
  const { db, user, now } = context
  const of = and(isNumber(input), or(ticketScope(user), sql`${tickets.deleted_at} is not null`))
  const [row] = await db.select().from(tickets).where(of).for('no key update')
  if (!row || row.deleted_at) return undefined
  context.audit({ entity_id: row.id })
  await updateTicket(context, row, { deleted_at: now.toISOString() }, 'deleted')
  await ticketOutcome.emit({ happened: 'deleted', ticket: row }, context)
  return undefined
}
async function deleted(input: Numbered, { db, user }: Context) {
  const [found] = await db
    .select({ subject: tickets.subject, deleted_at: tickets.deleted_at, by: { id: users.id, name: users.name } })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.updated_by))
    .where(and(isNumber(input), deletedTicketScope(user)))
  if (!found) throw problem.notFound()
  const deleted_at = found.deleted_at!
  return { ...found, deleted_at, until: new Date(restorableUntil(deleted_at)).toISOString() }
}
async function restore(input: Numbered, context: Context) {
  const { db, user, now } = context
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(isNumber(input), deletedTicketScope(user)))
    .for('no key update')
  if (!row) throw problem.notFound()
  context.audit({ action: 'modifica', entity_id: row.id })
  if (restorableUntil(row.deleted_at!) < now.getTime()) throw problem.conflict(`Un’eliminazione si annulla entro ${RESTORE_DAYS} giorni.`)
  const stamp = { rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
  const [after] = await db
    .update(tickets)
    .set({ ...stamp, deleted_at: null })
    .where(eq(tickets.id, row.id))
    .returning()
  await context.history('ticket', row.id, 'restored', row, after)
  await addHistory(context, row.id, 'ripristinato')
  return readWritten(context, row.id)
}
export const ticketDeletion = { remove, deleted, restore }
