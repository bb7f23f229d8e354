import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { CLOSED, NO_RESOLUTION, OPEN, statusLabel, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_assignments, ticket_comments, ticket_pauses, ticket_ratings, tickets } from '../../db/schema/tickets/tickets.ts'
import { visibleRows } from '../../lib/core/audience.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { ticketAudience } from './audience.ts'
import { change, keepWords, linkOf, type Numbered, needMay, needToChange, numberOf, startClock, tell, toStatus } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { askRating } from './rating.ts'
import { readTicket, type TicketRecord, ticketScope } from './read.ts'
import { ticketOutcome } from './ticket-outcome.ts'

/** Who solves tickets: agents who may sign in. */
export const agents = () =>
  and(
    eq(users.enabled, 1),
    isNull(users.deleted_at),
    sql`(${users.roles} && array['superAdmin', 'ticket_supervisor', 'helpdesk'] or 'manage_tickets' = any(${users.permissions}))`,
  )
const answer = async (context: Context, { id }: TicketRecord) => (await readTicket(context, eq(tickets.id, id)))!
const assigned = ({ db }: Context, { id }: TicketRecord) =>
  db.select({ id: ticket_assignments.user_id }).from(ticket_assignments).where(eq(ticket_assignments.ticket_id, id))
/** Who asked and who is to solve it, but for who has just done something. */
async function others(context: Context, row: TicketRecord) {
  const people = [
    { user_id: row.requester_id, reason: 'Hai aperto tu il ticket.' },
    ...(await assigned(context, row)).map(({ id }) => ({ user_id: id, reason: 'Il ticket ti è assegnato.' })),
  ]
  return people.filter(({ user_id }, at) => user_id !== context.user.id && people.findIndex((one) => one.user_id === user_id) === at)
}
const about = (row: TicketRecord) => ({ subject: { type: 'ticket', id: row.id, link: linkOf(row) } })

async function close(input: Numbered & { resolution?: string | null | undefined; message?: string | null | undefined }, context: Context) {
  const row = await needToChange(input, context)
  needMay('close', row, context, 'Il ticket è già chiuso.')
  const resolution = input.resolution ?? input.message
  refuse({ resolution: resolution ? undefined : NO_RESOLUTION })
  const after = await closeAs(row, resolution!, context)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_closed', ...about(row), by: context.user.id, people: await others(context, row) },
      ...{ title: `[Ticket ${numberOf(row)}] Chiuso: ${row.subject}`, text: `Soluzione:\n\n${resolution}` },
    },
    context,
  )
  if (row.requester_id !== context.user.id) await askRating(after, context)
  return answer(context, row)
}
/** Closed, with its clock, its history and its words; nobody is told. */
export async function closeAs(row: TicketRecord, resolution: string, context: Context, more: Partial<TicketRecord> = {}) {
  const clock = row.status_id === WAITING ? await startClock(context, row) : {}
  const set = { status_id: CLOSED, completed_at: context.now.toISOString(), is_new: false, resolution, ...more } as const
  const after = await change(context, row, { ...clock, ...set }, 'status')
  // What goes on in another ticket is solved with that.
  if (!after.merged_into) await ticketOutcome.emit({ happened: 'closed', ticket: after }, context)
  await tell(context, row.id, 'chiuso', { old: statusLabel(row.status_id), new: resolution })
  await keepWords(context.db, row.id)
  return after
}

async function reopen({ message, ...input }: Numbered & { message?: string | null | undefined }, context: Context) {
  const { db, user, now } = context
  const row = await needToChange(input, context)
  if (row.status_id !== CLOSED) throw problem.conflict('Il ticket non è chiuso.')
  needMay('reopen', row, context)
  refuse({ message: requiredIf(!allows('tickets.config', user), 'Messaggio', message) })
  // What lies between counts for nobody.
  await db.insert(ticket_pauses).values({ ticket_id: row.id, reason: 'closed', from: row.completed_at!, to: now.toISOString() })
  const clock = await startClock(context, row)
  await db.delete(ticket_ratings).where(and(eq(ticket_ratings.ticket_id, row.id), isNull(ticket_ratings.rated_at)))
  await change(context, row, { ...clock, status_id: WORKING, completed_at: null, resolution: null }, 'status')
  await ticketOutcome.emit({ happened: 'reopened', ticket: row }, context)
  await tell(context, row.id, 'riaperto', { old: row.resolution, new: message ?? null })
  if (message)
    await db
      .insert(ticket_comments)
      .values({ uuid: randomUUID(), ticket_id: row.id, user_id: user.id, message, created_at: now.toISOString() })
  await keepWords(db, row.id)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_comment', ...about(row), by: user.id, people: await others(context, row) },
      ...{ title: `[Ticket ${numberOf(row)}] Riaperto: ${row.subject}`, text: message ?? 'Il ticket è stato riaperto.' },
    },
    context,
  )
  return answer(context, row)
}

async function assign({ user_id, ...input }: Numbered & { user_id: number }, context: Context) {
  const { db, user, now } = context
  const row = await needToChange(input, context)
  needMay('assign', row, context)
  const [person] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, user_id), agents()))
  if (!person) throw problem.invalid({ user_id: messages.exists('Utente') })
  const was = (await assigned(context, row)).map(({ id }) => id)
  const made = await db
    .insert(ticket_assignments)
    .values({ ticket_id: row.id, user_id, at: now.toISOString(), by: user.id })
    .onConflictDoNothing()
    .returning()
  // Twice is once.
  if (!made.length) return answer(context, row)
  await tell(context, row.id, 'assegnato', { new: person.name })
  const people = { was, is: [...was, user_id] }
  if (row.status_id === OPEN) await change(context, row, await toStatus(context, row, 2), 'status', people)
  else await change(context, row, { is_new: false }, 'updated', people)
  if (user_id !== user.id)
    await notifyOfTicket(
      {
        ...{
          event: 'ticket_assigned',
          ...about(row),
          by: user.id,
          people: [{ user_id, reason: 'Il ticket ti è stato assegnato.' }],
        },
        ...{ title: `[Ticket ${numberOf(row)}] Assegnato a te: ${row.subject}`, text: row.description },
      },
      context,
    )
  return answer(context, row)
}
async function deassign({ user_id, ...input }: Numbered & { user_id: number }, context: Context) {
  const { db } = context
  const row = await needToChange(input, context)
  needMay('assign', row, context)
  const gone = await db
    .delete(ticket_assignments)
    .where(and(eq(ticket_assignments.ticket_id, row.id), eq(ticket_assignments.user_id, user_id)))
    .returning()
  if (!gone.length) return answer(context, row)
  const [person] = await db.select({ name: users.name }).from(users).where(eq(users.id, user_id))
  await tell(context, row.id, 'rimosso', { old: person?.name })
  const left = (await assigned(context, row)).map(({ id }) => id)
  const whose = { was: [...left, user_id], is: left }
  if (!left.length && row.status_id === 2) await change(context, row, await toStatus(context, row, OPEN), 'status', whose)
  else await change(context, row, {}, 'updated', whose)
  return answer(context, row)
}

/** An agent has opened it: it is new no more. */
async function seen(input: Numbered, context: Context) {
  const { db } = context
  const row = await needToChange(input, context)
  if (!row.is_new) return undefined
  await db.update(tickets).set({ is_new: false }).where(eq(tickets.id, row.id))
  await tell(context, row.id, 'letto')
  return undefined
}
/** One that is gone already is gone. */
async function remove({ year, number }: Numbered, context: Context) {
  const { db, user, now } = context
  const of = and(eq(tickets.id_year, year), eq(tickets.id_number, number), or(ticketScope(user), sql`${tickets.deleted_at} is not null`))
  const [row] = await db.select().from(tickets).where(of).for('no key update')
  if (!row || row.deleted_at) return undefined
  context.audit({ entity_id: row.id })
  await change(context, row, { deleted_at: now.toISOString() }, 'deleted')
  await ticketOutcome.emit({ happened: 'deleted', ticket: row }, context)
  return undefined
}
/** Agents by name, each with how many open tickets are theirs and, of one that the caller sees, whether they do. */
async function people({ ticket_id }: { ticket_id?: number | undefined }, context: Context) {
  const { db } = context
  const all = await solvers(context)
  if (!ticket_id || !(await db.$count(tickets, and(eq(tickets.id, ticket_id), ticketScope(context.user))))) return all
  const persons = await db.select().from(users).where(agents())
  const seeing = await visibleRows(db, ticketAudience, [ticket_id], persons)
  return all.map((one) => ({ ...one, sees: seeing.has(one.id) }))
}
const solvers = ({ db }: Context) =>
  db
    .select({
      ...{ id: users.id, name: users.name, email: users.email },
      open: sql<number>`(select count(*)::int from ${ticket_assignments} inner join ${tickets} on ${tickets.id} = ${ticket_assignments.ticket_id}
        where ${ticket_assignments.user_id} = ${users.id} and ${and(ne(tickets.status_id, CLOSED), isNull(tickets.deleted_at))})`,
    })
    .from(users)
    .where(agents())
    .orderBy(asc(users.name), asc(users.id))

export const ticketState = { close, reopen, assign, deassign, seen, remove, users: people }
