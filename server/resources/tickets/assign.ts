import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { ASSIGNED, CLOSED, OPEN } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_assignments, tickets } from '../../db/schema/tickets/tickets.ts'
import { visibleRows } from '../../lib/core/audience.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { ticketAudience } from './audience.ts'
import { addHistory, linkOf, type Numbered, needMay, needTicketForUpdate, transitionTo, updateTicket } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { readWritten } from './read.ts'
import { assigneesOf } from './recipients.ts'
import { ticketScope } from './scope.ts'

/** Condition on `users`: agents, who solve tickets, and who may sign in. */
export const isActiveAgent = () =>
  and(
    eq(users.enabled, 1),
    isNull(users.deleted_at),
    sql`(${users.roles} && array['superAdmin', 'ticket_supervisor', 'helpdesk'] or 'manage_tickets' = any(${users.permissions}))`,
  )

async function assign({ user_id, ...input }: Numbered & { user_id: number }, context: Context) {
  const { db, user, now } = context
  const row = await needTicketForUpdate(input, context)
  needMay('assign', row, context)
  const [person] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, user_id), isActiveAgent()))
  if (!person) throw problem.invalid({ user_id: messages.exists('Utente') })
  const was = (await assigneesOf(context, row)).map(({ id }) => id)
  const made = await db
    .insert(ticket_assignments)
    .values({ ticket_id: row.id, user_id, at: now.toISOString(), by: user.id })
    .onConflictDoNothing()
    .returning()
  // The person was assigned already: nothing to change or notify.
  if (!made.length) return readWritten(context, row.id)
  await addHistory(context, row.id, 'assegnato', { new: person.name })
  const assigned = { was, is: [...was, user_id] }
  if (row.status_id === OPEN) await updateTicket(context, row, await transitionTo(context, row, ASSIGNED), 'status', assigned)
  else await updateTicket(context, row, { is_new: false }, 'updated', assigned)
  await notifyOfTicket(
    {
      event: 'ticket_assigned',
      subject: { type: 'ticket', id: row.id, link: linkOf(row) },
      by: user.id,
      people: [{ user_id, reason: 'Il ticket ti è stato assegnato.' }],
      title: `[Ticket ${numberOf(row)}] Assegnato a ${person.name}: ${row.subject}`,
      text: row.description,
    },
    context,
  )
  return readWritten(context, row.id)
}

async function deassign({ user_id, ...input }: Numbered & { user_id: number }, context: Context) {
  const { db } = context
  const row = await needTicketForUpdate(input, context)
  needMay('assign', row, context)
  const gone = await db
    .delete(ticket_assignments)
    .where(and(eq(ticket_assignments.ticket_id, row.id), eq(ticket_assignments.user_id, user_id)))
    .returning()
  if (!gone.length) return readWritten(context, row.id)
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, user_id))
  await addHistory(context, row.id, 'rimosso', { old: person?.name })
  const left = (await assigneesOf(context, row)).map(({ id }) => id)
  const assigned = { was: [...left, user_id], is: left }
  if (!left.length && row.status_id === ASSIGNED)
    await updateTicket(context, row, await transitionTo(context, row, OPEN), 'status', assigned)
  else await updateTicket(context, row, {}, 'updated', assigned)
  return readWritten(context, row.id)
}

const listAgents = ({ db }: Context) =>
  db
    .select({
      ...{ id: users.id, name: users.name, email: users.email },
      // By `eq` and `and`: drizzle drops the table of a column that stands in the template itself.
      open: sql<number>`(select count(*)::int from ${ticket_assignments} inner join ${tickets} on ${eq(tickets.id, ticket_assignments.ticket_id)}
        where ${and(eq(ticket_assignments.user_id, users.id), ne(tickets.status_id, CLOSED), isNull(tickets.deleted_at))})`,
    })
    .from(users)
    .where(isActiveAgent())
    .orderBy(asc(users.name), asc(users.id))
/** Agents by name with their number of open tickets and, if the caller may see the ticket, whether each agent sees it. */
async function agentsFor({ ticket_id }: { ticket_id?: number | undefined }, context: Context) {
  const { db } = context
  const all = await listAgents(context)
  if (!ticket_id || !(await db.$count(tickets, and(eq(tickets.id, ticket_id), ticketScope(context.user))))) return all
  const persons = await db.select().from(users).where(isActiveAgent())
  const seeing = await visibleRows(db, ticketAudience, [ticket_id], persons)
  return all.map((one) => ({ ...one, sees: seeing.has(one.id) }))
}

export const ticketAssignment = { assign, deassign, users: agentsFor }
