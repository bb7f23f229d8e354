import { and, eq } from 'drizzle-orm'
import type { TicketEvent } from '../../../src/contract/tickets/events.ts'
import { type TicketStatus, WAITING_FOR, type WaitingFor } from '../../../src/contract/tickets/words.ts'
import {
  CLOSED,
  mayTicket,
  statusLabel,
  type TicketAction,
  transitionRefused,
  WAITING,
  WORKING,
} from '../../../src/rules/tickets/states.ts'
import { ticket_history, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { startClock, stopClock } from './clock.ts'
import { type TicketRecord, ticketScope } from './scope.ts'

/** A ticket as its address names it, `2026/123`. */
export interface Numbered {
  year: number
  number: number
}
export const ALREADY_CLOSED = 'Il ticket è chiuso. Riaprirlo per modificarlo.'
export const ATTACHMENTS_LOCKED = 'Il ticket è chiuso: gli allegati non si possono più modificare.'
/** The path of the ticket's page in the app. */
export const linkOf = ({ id_year, id_number }: Pick<TicketRecord, 'id_year' | 'id_number'>) => `/tickets/${id_year}/${id_number}`

/**
 * Reads a ticket and locks it until the transaction ends.
 * @throws 404 if it does not exist or the caller may not see it
 */
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
/** `needTicket` for a call that the activity log shows as a change. */
export async function needTicketForUpdate(input: Numbered, context: Context): Promise<TicketRecord> {
  const row = await needTicket(input, context)
  context.audit({ action: 'modifica' })
  return row
}
const factsOf = (row: TicketRecord) => ({ ...row, status: { id: row.status_id }, requester: { id: row.requester_id } })
/** Whether the caller may do this to the ticket in its present state. */
export const may = (action: TicketAction, row: TicketRecord, { user, now }: { user: User; now: Date }) =>
  mayTicket(action, factsOf(row), user, now)
/** @throws 409 with the text `closed` if the caller could do it to an open ticket, else 403 */
export function needMay(action: TicketAction, row: TicketRecord, context: Context, closed = ALREADY_CLOSED): void {
  if (may(action, row, context)) return
  if (row.status_id === CLOSED && may(action, { ...row, status_id: WORKING }, context)) throw problem.conflict(closed, { code: 'closed' })
  throw problem.forbidden()
}

interface HistoryDetails {
  field?: string
  old?: string | null | undefined
  new?: string | null | undefined
}
/** Adds a line to the history that the ticket's page shows. */
export const addHistory = (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  ticket_id: number,
  event: TicketEvent,
  details: HistoryDetails = {},
) => db.insert(ticket_history).values({ ...details, ticket_id, event, user_id: user.id, at: now.toISOString() })

/** Writes columns of the ticket as a new revision, with its entry in the history of models. */
export async function updateTicket(
  context: Pick<Context, 'db' | 'user' | 'now' | 'history'>,
  row: TicketRecord,
  set: Partial<typeof tickets.$inferInsert>,
  event: 'updated' | 'status' | 'deleted' | 'restored' = 'updated',
  /** Ids of the assignees before and after, if they change too. */
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
/** Moves the ticket to the top of lists after a comment or a file. Its own fields are unchanged, so `rev` stays. */
export const touchTicket = ({ db, now }: Context, { id }: Pick<TicketRecord, 'id'>) =>
  db.update(tickets).set({ updated_at: now.toISOString() }).where(eq(tickets.id, id))

/**
 * Stops or starts the due clock for the new status and adds the history line. Callers check first whether this transition is allowed.
 * @param waiting for whom the ticket waits; required if `to` is `WAITING`
 * @returns the columns to write with `updateTicket`
 * @throws 409 if the ticket has that status already
 */
export async function transitionTo(
  context: Context,
  row: TicketRecord,
  to: TicketStatus,
  waiting?: WaitingFor,
): Promise<Partial<TicketRecord>> {
  if (row.status_id === to) throw problem.conflict(transitionRefused(row.status_id, to))
  const words = to === WAITING ? `${statusLabel(to)} di: ${WAITING_FOR[waiting!]}` : statusLabel(to)
  await addHistory(context, row.id, 'stato', { old: statusLabel(row.status_id), new: words })
  const clock = row.status_id === WAITING ? await startClock(context, row) : {}
  if (to === WAITING) {
    await stopClock(context, row, waiting!)
    return { status_id: to, is_new: false, paused_at: context.now.toISOString(), waiting_for: waiting! }
  }
  return { ...clock, status_id: to, is_new: to === 1 ? row.is_new : false }
}
