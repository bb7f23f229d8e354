import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { TicketEvent } from '../../../src/contract/tickets/events.ts'
import type { TicketStatus, WaitingFor } from '../../../src/contract/tickets/words.ts'
import { mayTicket, noWay, statusLabel, type TicketAction, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { folded } from '../../db/folded.ts'
import { ticket_comments, ticket_files, ticket_history, ticket_pauses, ticket_words, tickets } from '../../db/schema/tickets/tickets.ts'
import { dueOf, type PauseReason } from '../../domain/tickets/due.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { type TicketRecord, ticketScope } from './read.ts'

/** What the calls that change a ticket have in common. */
export interface Numbered {
  year: number
  number: number
}
export const CLOSED_ALREADY = 'Il ticket è chiuso. Riaprirlo per modificarlo.'
export const FROZEN = 'Il ticket è chiuso: gli allegati non si possono più modificare.'
export const linkOf = ({ id_year, id_number }: Pick<TicketRecord, 'id_year' | 'id_number'>) => `/tickets/${id_year}/${id_number}`
export const numberOf = ({ id_year, id_number }: Pick<TicketRecord, 'id_year' | 'id_number'>) => `${id_year}/${id_number}`

/** The ticket of that number, which nobody else changes until the transaction ends; 404 for one that is not there, or out of reach. */
export async function needTicket({ year, number }: Numbered, { db, user, audit }: Context): Promise<TicketRecord> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id_year, year), eq(tickets.id_number, number), ticketScope(user)))
    .for('no key update')
  if (!row) throw problem.notFound()
  audit({ entity_id: row.id })
  return row
}
/** The same, of a call that changes what is there. */
export async function needToChange(input: Numbered, context: Context): Promise<TicketRecord> {
  const row = await needTicket(input, context)
  context.audit({ action: 'modifica' })
  return row
}
const judged = (row: TicketRecord) => ({ ...row, status: { id: row.status_id }, requester: { id: row.requester_id } })
export const may = (action: TicketAction, row: TicketRecord, { user, now }: { user: User; now: Date }) =>
  mayTicket(action, judged(row), user, now)
/** Refuses what may not be done with it as it is: 409 with `closed` where it would be for an open one, else 403. */
export function needMay(action: TicketAction, row: TicketRecord, context: Context, closed = CLOSED_ALREADY): void {
  if (may(action, row, context)) return
  if (row.status_id === 5 && may(action, { ...row, status_id: WORKING }, context)) throw problem.conflict(closed, { code: 'closed' })
  throw problem.forbidden()
}

interface Said {
  field?: string
  old?: string | null | undefined
  new?: string | null | undefined
}
export const tell = ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, ticket_id: number, event: TicketEvent, said: Said = {}) =>
  db.insert(ticket_history).values({ ...said, ticket_id, event, user_id: user.id, at: now.toISOString() })

/** Writes columns of it, as a new revision with its history. */
export async function change(
  context: Pick<Context, 'db' | 'user' | 'now' | 'history'>,
  row: TicketRecord,
  set: Partial<typeof tickets.$inferInsert>,
  event: 'updated' | 'status' | 'deleted' | 'restored' = 'updated',
  /** Whose it was and is, where that has changed. */
  assigned?: { was: number[]; is: number[] },
): Promise<TicketRecord> {
  const { db, user, now, history } = context
  const stamp = { rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id }
  const [after] = await db
    .update(tickets)
    .set({ ...set, ...stamp })
    .where(eq(tickets.id, row.id))
    .returning()
  const [old, made] = assigned
    ? [
        { ...row, assigned: assigned.was },
        { ...after, assigned: assigned.is },
      ]
    : [row, after]
  await history('ticket', row.id, event, event === 'restored' && row.deleted_at ? null : old, event === 'deleted' ? null : made)
  return after!
}
/** Something was said or given to it: it comes first in lists, and is no new revision of what it says itself. */
export const touch = ({ db, now }: Context, { id }: Pick<TicketRecord, 'id'>) =>
  db.update(tickets).set({ updated_at: now.toISOString() }).where(eq(tickets.id, id))

/** Its clock stands from now on. */
export async function stopClock({ db, now }: Context, { id }: TicketRecord, reason: PauseReason, from = now.toISOString()) {
  await db.insert(ticket_pauses).values({ ticket_id: id, reason, from })
}
/** Its clock runs again: the columns that follow. A term that was given stays. */
export async function startClock({ db, now }: Context, row: TicketRecord) {
  await db
    .update(ticket_pauses)
    .set({ to: now.toISOString() })
    .where(and(eq(ticket_pauses.ticket_id, row.id), isNull(ticket_pauses.to)))
  return { paused_at: null, waiting_for: null, due_at: await dueNow(db, row) }
}
/** By when it is due, after a change of what that follows from. */
export async function dueNow(db: Db, row: Pick<TicketRecord, 'id' | 'due_given' | 'due_at' | 'created_at' | 'sla_hours' | 'priority'>) {
  if (row.due_given) return row.due_at
  return dueOf(row, await db.select().from(ticket_pauses).where(eq(ticket_pauses.ticket_id, row.id))).toISOString()
}
/**
 * Another state, with what follows for its clock; by rule where the table of states says so, or by what has happened (`since`).
 * @throws 409 for a way that there is not
 */
export async function toStatus(
  context: Context,
  row: TicketRecord,
  to: TicketStatus,
  waiting?: WaitingFor,
): Promise<Partial<TicketRecord>> {
  if (row.status_id === to) throw problem.conflict(noWay(row.status_id, to))
  await tell(context, row.id, 'stato', { old: statusLabel(row.status_id), new: statusLabel(to) })
  const clock = row.status_id === WAITING ? await startClock(context, row) : {}
  if (to === WAITING) {
    await stopClock(context, row, waiting!)
    return { status_id: to, is_new: false, paused_at: context.now.toISOString(), waiting_for: waiting! }
  }
  return { ...clock, status_id: to, is_new: to === 1 ? row.is_new : false }
}

/** Letters and figures alone, folded: what is stemmed as Italian. */
const plain = (text: ReturnType<typeof sql>) => sql`regexp_replace(${folded(text)}, '[^a-z0-9]+', ' ', 'g')`
/**
 * The words that tickets are found by, worked out anew; all of them where no ids are given (the seed). Of very long conversations the oldest words are left
 * out, or the database would refuse the rest. `said` only where agents read more: the smaller the rows, the sooner they are read.
 */
export async function keepWords(db: Db, ...ids: number[]): Promise<void> {
  const these = ids.length ? inArray(tickets.id, ids) : sql`true`
  const own = sql`${tickets.subject} || ' ' || ${tickets.description} || ' ' || coalesce(${tickets.resolution}, '')`
  const stem = (text: ReturnType<typeof sql>) => sql`strip(to_tsvector('italian', left(${plain(text)}, 400000)))`
  await db.execute(sql`
    insert into ${ticket_words} (ticket_id, said, all_words)
    select id, nullif(said, all_words), all_words from (
      select ${tickets.id} as id, ${stem(sql`${own} || ' ' || coalesce(said.text, '') || ' ' || coalesce(named.text, '')`)} as said,
        ${stem(sql`${own} || ' ' || coalesce(said.text, '') || ' ' || coalesce(said.inner_text, '') || ' ' || coalesce(named.all_text, '')`)} as all_words
      from ${tickets}
      left join lateral (
        select string_agg(c.message, ' ' order by c.id desc) filter (where not c.internal) as text,
          string_agg(c.message, ' ' order by c.id desc) filter (where c.internal) as inner_text
        from ${ticket_comments} c where c.ticket_id = ${tickets.id}) said on true
      left join lateral (
        select string_agg(f.original_name, ' ') filter (where not coalesce(c.internal, false)) as text, string_agg(f.original_name, ' ') as all_text
        from ${ticket_files} f left join ${ticket_comments} c on c.id = f.comment_id where f.ticket_id = ${tickets.id}) named on true
      where ${these}) words
    on conflict (ticket_id) do update set said = excluded.said, all_words = excluded.all_words`)
}
