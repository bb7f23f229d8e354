import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import { RECALL_MS } from '../../../src/rules/tickets/recall.ts'
import { isAgent, statusLabel, TICKET_IS_CLOSED, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { ticket_comments, ticket_history, ticket_pauses, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { needPictures } from '../../lib/files/offline-pictures.ts'
import { addHistory, may, needMay, needTicket, touchTicket, transitionTo, updateTicket } from './change.ts'
import { notifyOfComment } from './comment-notices.ts'
import { deleteDraft } from './drafts.ts'
import { attachPictures, PICTURE_PLACE } from './pictures.ts'
import { commentsOf } from './read.ts'
import { type TicketRecord, ticketScope } from './scope.ts'
import { indexTickets } from './search-index.ts'
import { writtenOnDevice } from './written-on-device.ts'

type CommentInput = Parsed<typeof contract.comment, never>
const TOO_LATE = 'Non si può più annullare l’invio: i 10 secondi sono passati o il ticket è stato chiuso.'
const SENT_FROM_ANOTHER_DEVICE = 'È già arrivato da un altro dispositivo, con un altro testo: copia quello che manca in un nuovo commento.'

/** The ticket that a merged ticket goes on in: comments to the one are written to the other. */
export async function followMerges(row: TicketRecord, { db }: Context): Promise<TicketRecord> {
  let last = row
  while (last.merged_into !== null) {
    const [next] = await db.select().from(tickets).where(eq(tickets.id, last.merged_into)).for('no key update')
    if (!next) break
    last = next
  }
  return last
}
/** @throws 422 if a mentioned person does not exist or could not read the comment */
async function needReadersFor(ids: readonly number[], row: TicketRecord, internal: boolean, { db }: Context): Promise<void> {
  if (!ids.length) return
  const people = await db
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.enabled, 1), isNull(users.deleted_at)))
  if (people.length < new Set(ids).size) throw problem.invalid({ mentions: 'Il valore selezionato per Menzione non esiste.' })
  for (const person of people) {
    const seen = await db.$count(tickets, and(eq(tickets.id, row.id), ticketScope(person)))
    if (!seen || (internal && !isAgent(person))) throw problem.invalid({ mentions: `${person.name} non può leggere questo messaggio.` })
  }
}

/** @param recallable its author may take it back for `RECALL_MS`, and its readers are told of it after that; otherwise they are told at once */
export async function addComment(input: CommentInput, context: Context, recallable: boolean) {
  const { db, user, now } = context
  const { message, internal, photos, mentions, uuid = randomUUID() } = input
  const named = await needTicket(input, context)
  const row = await followMerges(named, context)
  const [stored] = await db.select().from(ticket_comments).where(eq(ticket_comments.uuid, uuid))
  if (stored) {
    if (stored.user_id !== user.id || (stored.ticket_id !== row.id && stored.ticket_id !== named.id))
      throw problem.unprocessable('Un altro commento ha già questo identificativo.', { code: 'uuid_taken' })
    // Two devices share a draft, so both may send it. The second one has sent another text.
    if (stored.message !== message || stored.internal !== internal)
      throw problem.unprocessable(SENT_FROM_ANOTHER_DEVICE, { code: 'arrived' })
    context.status(200)
    return (await commentsOf(db, user, row.id, eq(ticket_comments.id, stored.id)))[0]!
  }
  if (internal && !isAgent(user)) throw problem.forbidden()
  // Permission comes from the ticket that was named: the caller need not see the one it was merged into, whose status counts.
  needMay(internal ? 'note' : 'comment', { ...named, status_id: row.status_id }, context, TICKET_IS_CLOSED)
  await needReadersFor(mentions, row, internal, context)
  await needPictures(db, PICTURE_PLACE, { by: user.id }, photos)
  const until = new Date(now.getTime() + RECALL_MS)
  const recallable_until = recallable ? until.toISOString() : null
  const [made] = await db
    .insert(ticket_comments)
    .values({
      uuid,
      ticket_id: row.id,
      user_id: user.id,
      message,
      internal,
      mentions,
      ...writtenOnDevice(input, context),
      recallable_until,
      created_at: now.toISOString(),
    })
    .returning()
  await deleteDraft(context, uuid)
  if (photos.length) await attachPictures(row.id, made!.id, photos, context)
  await addHistory(context, row.id, 'commento', { new: internal ? 'Nota interna' : message.slice(0, 200) })
  const resumes = resumesWork(row, internal, context)
  if (resumes) await updateTicket(context, row, await transitionTo(context, row, WORKING), 'status')
  else await touchTicket(context, row)
  await indexTickets(db, row.id)
  if (recallable) await context.jobs.task(db, 'held', until)
  else await notifyOfComment(made!, context)
  return (await commentsOf(db, user, row.id, eq(ticket_comments.id, made!.id)))[0]!
}
/** The first answer of an agent begins the work. An answer of the requester ends the waiting. */
function resumesWork(row: TicketRecord, internal: boolean, context: Context): boolean {
  if (internal) return false
  const byRequester = row.requester_id === context.user.id
  if (row.status_id === WAITING) return byRequester
  return row.status_id < WORKING && !byRequester && may('status', row, context)
}

/**
 * Gives the ticket the state back that the comment of that instant has changed, unless somebody has changed the ticket or answered in it since.
 * @returns both states for the history; undefined if nothing was given back
 */
async function withoutResumed(row: TicketRecord, at: string, context: Context) {
  const { db } = context
  const [last] = await db
    .select()
    .from(model_history)
    .where(and(eq(model_history.model, 'ticket'), eq(model_history.model_id, row.id)))
    .orderBy(desc(model_history.id))
    .limit(1)
  const { old, new: made } = last ?? {}
  // The change bears the instant of the comment that made it; later comments move `updated_at` of the ticket, but not that.
  if (last?.event !== 'status' || !old || made?.rev !== row.rev || made.updated_at !== at) return undefined
  const answered = and(eq(ticket_comments.ticket_id, row.id), eq(ticket_comments.internal, false), gte(ticket_comments.created_at, at))
  if (await db.$count(ticket_comments, answered)) return undefined
  const { status_id, is_new, paused_at, waiting_for, remind_on, due_at } = old as unknown as TicketRecord
  if (paused_at)
    await db
      .update(ticket_pauses)
      .set({ to: null })
      .where(and(eq(ticket_pauses.ticket_id, row.id), eq(ticket_pauses.to, at)))
  await updateTicket(context, row, { status_id, is_new, paused_at, waiting_for, remind_on, due_at }, 'status')
  return { old: statusLabel(row.status_id), new: statusLabel(status_id) }
}

type RecallInput = Parsed<typeof contract.recall, never>
/** "Annulla invio": the author takes back a comment that nobody was told of yet. */
async function recall({ uuid, ...input }: RecallInput, context: Context) {
  const { db, user, now } = context
  const named = await needTicket(input, context)
  const row = await followMerges(named, context)
  const [found] = await db
    .select()
    .from(ticket_comments)
    .where(and(eq(ticket_comments.uuid, uuid), inArray(ticket_comments.ticket_id, [named.id, row.id])))
    .for('update')
  if (!found) throw problem.notFound()
  if (found.user_id !== user.id) throw problem.forbidden()
  if (!found.recallable_until || Date.parse(found.recallable_until) <= now.getTime()) throw problem.conflict(TOO_LATE, { code: 'late' })
  // Its files stay as they were before it arrived, so that the next comment may name them.
  await db.delete(ticket_comments).where(eq(ticket_comments.id, found.id))
  const line = and(eq(ticket_history.event, 'commento'), eq(ticket_history.user_id, user.id), eq(ticket_history.at, found.created_at))
  await db.delete(ticket_history).where(and(eq(ticket_history.ticket_id, found.ticket_id), line))
  const back = found.ticket_id === row.id ? await withoutResumed(row, found.created_at, context) : undefined
  await addHistory(context, found.ticket_id, 'richiamato', back)
  await touchTicket(context, { id: found.ticket_id })
  await indexTickets(db, found.ticket_id)
  return undefined
}
export const ticketComments = { comment: (input: CommentInput, context: Context) => addComment(input, context, true), recall }
