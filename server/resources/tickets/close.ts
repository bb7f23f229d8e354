import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED, NO_RESOLUTION, statusLabel, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { ticket_comments, ticket_pauses, ticket_ratings } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { addHistory, linkOf, type Numbered, needMay, needTicketForUpdate, updateTicket } from './change.ts'
import { startClock } from './clock.ts'
import { sendCommentNotices } from './comment-notices.ts'
import { mergedSources } from './merge-chain.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { ratingQuestion } from './rating.ts'
import { readWritten } from './read.ts'
import { assigneesToNotify, type Recipient, requesterOf, withoutCaller } from './recipients.ts'
import type { TicketRecord } from './scope.ts'
import { indexTickets } from './search-index.ts'
import { ticketOutcome } from './ticket-outcome.ts'

/** The requester and the assignees, without the caller. */
const concerned = async (context: Context, row: TicketRecord) =>
  withoutCaller([requesterOf(row), ...(await assigneesToNotify(context, row))], context)
const about = (row: TicketRecord) => ({ subject: { type: 'ticket', id: row.id, link: linkOf(row) } })

/** Everybody concerned; the mail of the requester, unless that is who closes, asks for a rating. */
async function askedToRate(row: TicketRecord, context: Context): Promise<Recipient[]> {
  const people = await concerned(context, row)
  if (row.requester_id === context.user.id) return people
  const more = await ratingQuestion(row, context)
  return people.map((one) => (one.user_id === row.requester_id ? { ...one, more } : one))
}
/** Closes a ticket with its solution, notifies everybody concerned and asks the requester for a rating (docs/spec/tickets.md#closing-and-reopening). */
async function close(input: Numbered & { resolution?: string | null | undefined; message?: string | null | undefined }, context: Context) {
  const row = await needTicketForUpdate(input, context)
  needMay('close', row, context, 'Il ticket è già chiuso.')
  const resolution = input.resolution ?? input.message
  refuse({ resolution: resolution ? undefined : NO_RESOLUTION })
  const after = await closeTicket(row, resolution!, context)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_closed', ...about(row), by: context.user.id, people: await askedToRate(after, context) },
      ...{ title: `[Ticket ${numberOf(row)}] Chiuso: ${row.subject}`, text: `Soluzione:\n\n${resolution}` },
    },
    context,
  )
  await notifyMergedRequesters(after, context)
  return readWritten(context, row.id)
}
/**
 * Tells whoever asked in a ticket that was merged into this one, once each and by the number they know. The solution is not in it, as they may not read
 * this ticket.
 */
async function notifyMergedRequesters(row: TicketRecord, context: Context) {
  const told = [context.user.id, ...(await concerned(context, row)).map(({ user_id }) => user_id)]
  for (const source of await mergedSources(context.db, row)) {
    if (told.includes(source.requester_id)) continue
    told.push(source.requester_id)
    await notifyOfTicket(
      {
        ...{ event: 'ticket_closed', ...about(source), by: context.user.id, groups: 'none', people: [requesterOf(source)] },
        title: `[Ticket ${numberOf(source)}] Chiuso: ${source.subject}`,
        text: `Il ticket ${numberOf(row)}, in cui continuava la tua richiesta, è stato chiuso. Se il problema resta, apri un nuovo ticket.`,
      },
      context,
      { ownWords: true },
    )
  }
}
/** Writes the closing: status, clock, history and search index. Notifies nobody of it. */
export async function closeTicket(row: TicketRecord, resolution: string, context: Context, more: Partial<TicketRecord> = {}) {
  // Comments that could still be taken back are told of first, in the order in which they were written.
  await sendCommentNotices(context, eq(ticket_comments.ticket_id, row.id))
  const clock = row.status_id === WAITING ? await startClock(context, row) : {}
  const set = { status_id: CLOSED, completed_at: context.now.toISOString(), is_new: false, resolution, ...more } as const
  const after = await updateTicket(context, row, { ...clock, ...set }, 'status')
  // The non-conformities of a merged ticket follow the ticket it was merged into.
  if (!after.merged_into) await ticketOutcome.emit({ happened: 'closed', ticket: after }, context)
  await addHistory(context, row.id, 'chiuso', { old: statusLabel(row.status_id), new: resolution })
  await indexTickets(context.db, row.id)
  return after
}

async function reopen({ message, ...input }: Numbered & { message?: string | null | undefined }, context: Context) {
  const { db, user, now } = context
  const row = await needTicketForUpdate(input, context)
  if (row.status_id !== CLOSED) throw problem.conflict('Il ticket non è chiuso.')
  needMay('reopen', row, context)
  refuse({ message: requiredIf(!allows('tickets.config', user), 'Messaggio', message) })
  // The time between closing and reopening does not count towards the due time.
  await db.insert(ticket_pauses).values({ ticket_id: row.id, reason: 'closed', from: row.completed_at!, to: now.toISOString() })
  const clock = await startClock(context, row)
  await db.delete(ticket_ratings).where(and(eq(ticket_ratings.ticket_id, row.id), isNull(ticket_ratings.rated_at)))
  await updateTicket(context, row, { ...clock, status_id: WORKING, completed_at: null, resolution: null }, 'status')
  await ticketOutcome.emit({ happened: 'reopened', ticket: row }, context)
  await addHistory(context, row.id, 'riaperto', { old: row.resolution, new: message ?? null })
  const said = { uuid: randomUUID(), ticket_id: row.id, user_id: user.id, created_at: now.toISOString() }
  const [comment] = message
    ? await db
        .insert(ticket_comments)
        .values({ ...said, message })
        .returning({ id: ticket_comments.id })
    : []
  await indexTickets(db, row.id)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_comment', ...about(row), by: user.id, people: await concerned(context, row) },
      ...{
        title: `[Ticket ${numberOf(row)}] Riaperto: ${row.subject}`,
        text: `${user.name} ha riaperto il ticket${message ? `:\n\n${message}` : '.'}`,
      },
    },
    context,
    { ownWords: true, ...(comment && { comment: comment.id }) },
  )
  return readWritten(context, row.id)
}

export const ticketClosing = { close, reopen }
