import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { CLOSED, isAgent, TICKET_IS_CLOSED, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_comments, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { needPictures } from '../../lib/files/offline-pictures.ts'
import { addHistory, linkOf, may, needMay, needTicket, touchTicket, transitionTo, updateTicket } from './change.ts'
import { deleteDraft } from './drafts.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { attachPictures, PICTURE_PLACE } from './pictures.ts'
import { commentsOf } from './read.ts'
import { assigneesToNotify, requesterOf, withoutCaller } from './recipients.ts'
import { type TicketRecord, ticketScope } from './scope.ts'
import { indexTickets } from './search-index.ts'

type CommentInput = Parsed<typeof contract.comment, never>
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

/** Mentioned people, the requester and the assignees, without the author. An internal note does not go to the requester as such. */
async function recipientsOf(row: TicketRecord, internal: boolean, mentions: readonly number[], context: Context) {
  const mentioned = mentions.map((user_id) => ({ user_id, reason: 'Sei stato nominato in un commento del ticket.' }))
  return withoutCaller([...mentioned, ...(internal ? [] : [requesterOf(row)]), ...(await assigneesToNotify(context, row))], context)
}

async function comment(input: CommentInput, context: Context) {
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
  // Permission comes from the ticket that was named. The caller need not see the one it was merged into.
  if (row === named || row.status_id === CLOSED) needMay(internal ? 'note' : 'comment', row, context, TICKET_IS_CLOSED)
  await needReadersFor(mentions, row, internal, context)
  await needPictures(db, PICTURE_PLACE, { by: user.id }, photos)
  const written_at = input.written_at && Date.parse(input.written_at) < now.getTime() ? input.written_at : null
  const [made] = await db
    .insert(ticket_comments)
    .values({ uuid, ticket_id: row.id, user_id: user.id, message, internal, mentions, written_at, created_at: now.toISOString() })
    .returning()
  await deleteDraft(context, uuid)
  if (photos.length) await attachPictures(row.id, made!.id, photos, context)
  await addHistory(context, row.id, 'commento', { new: internal ? 'Nota interna' : message.slice(0, 200) })
  const resumes = resumesWork(row, internal, context)
  if (resumes) await updateTicket(context, row, await transitionTo(context, row, WORKING), 'status')
  else await touchTicket(context, row)
  await indexTickets(db, row.id)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_comment', subject: { type: 'ticket', id: row.id, link: linkOf(row) }, by: user.id },
      ...{
        title: `[Ticket ${numberOf(row)}] ${internal ? 'Nota interna' : 'Nuovo commento'}: ${row.subject}`,
        text: `${user.name}:\n\n${message}`,
      },
      ...{ people: await recipientsOf(row, internal, mentions, context) },
      // Members and addresses of a group may not be allowed to read internal notes.
      ...(internal && { groups: 'none' }),
    },
    context,
    { comment: made!.id, internal },
  )
  return (await commentsOf(db, user, row.id, eq(ticket_comments.id, made!.id)))[0]!
}
/** The first answer of an agent begins the work. An answer of the requester ends the waiting. */
function resumesWork(row: TicketRecord, internal: boolean, context: Context): boolean {
  if (internal) return false
  const byRequester = row.requester_id === context.user.id
  if (row.status_id === WAITING) return byRequester
  return row.status_id < WORKING && !byRequester && may('status', row, context)
}
export const ticketComments = { comment }
