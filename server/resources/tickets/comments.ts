import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import { isAgent, TICKET_IS_CLOSED, WAITING, WORKING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { offline_pictures } from '../../db/schema/core/offline-pictures.ts'
import { files } from '../../db/schema/core/system.ts'
import { ticket_assignments, ticket_comments, ticket_files, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { storeBytes } from '../../lib/files/files.ts'
import { keepPicture, needPictures, picturesOf } from '../../lib/files/offline-pictures.ts'
import { kindOf } from '../../lib/files/upload.ts'
import { change, keepWords, linkOf, may, needMay, needTicket, numberOf, tell, toStatus, touch } from './change.ts'
import { dropDraft } from './drafts.ts'
import { freeName } from './files.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { commentsOf, type TicketRecord, ticketScope } from './read.ts'

type Sent = Parsed<typeof contract.comment, never>
const ARRIVED = 'È già arrivato da un altro dispositivo, con un altro testo: copia quello che manca in un nuovo commento.'
/** Where pictures of comments lie until these arrive (`offline_pictures`). */
const PLACE = 'ticket_comments'

/** The one that goes on in place of a merged ticket: what is said to the one is said to the other. */
export async function goesOn(row: TicketRecord, { db }: Context): Promise<TicketRecord> {
  let last = row
  while (last.merged_into !== null) {
    const [next] = await db.select().from(tickets).where(eq(tickets.id, last.merged_into)).for('no key update')
    if (!next) break
    last = next
  }
  return last
}
/** People who are named in a comment must be able to read it: said at once. */
async function needReaders(ids: readonly number[], row: TicketRecord, internal: boolean, { db }: Context): Promise<void> {
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

/** Whom a comment concerns: who asked and who is to solve it, but for its author; of an internal one agents alone; and who is named in it. */
async function concerned(row: TicketRecord, internal: boolean, mentions: readonly number[], { db, user }: Context) {
  const assigned = await db
    .select({ id: ticket_assignments.user_id })
    .from(ticket_assignments)
    .where(eq(ticket_assignments.ticket_id, row.id))
  const people = [
    ...mentions.map((user_id) => ({ user_id, reason: 'Sei stato nominato in un commento del ticket.' })),
    ...(internal ? [] : [{ user_id: row.requester_id, reason: 'Hai aperto tu il ticket.' }]),
    ...assigned.map(({ id }) => ({ user_id: id, reason: 'Il ticket ti è assegnato.' })),
  ]
  return people.filter(({ user_id }, at) => user_id !== user.id && people.findIndex((one) => one.user_id === user_id) === at)
}

async function comment(input: Sent, context: Context) {
  const { db, user, now } = context
  const { message, internal, photos, mentions, uuid = randomUUID() } = input
  const named = await needTicket(input, context)
  const row = await goesOn(named, context)
  const [held] = await db.select().from(ticket_comments).where(eq(ticket_comments.uuid, uuid))
  if (held) {
    if (held.user_id !== user.id || (held.ticket_id !== row.id && held.ticket_id !== named.id))
      throw problem.unprocessable('Un altro commento ha già questo identificativo.', { code: 'uuid_taken' })
    // Of two devices that share what is being written, the second has another text.
    if (held.message !== message || held.internal !== internal) throw problem.unprocessable(ARRIVED, { code: 'arrived' })
    context.status(200)
    return (await commentsOf(db, user, row.id, eq(ticket_comments.id, held.id)))[0]!
  }
  if (internal && !isAgent(user)) throw problem.forbidden()
  // Who may comment on the one may on the other, which they need not see.
  if (row === named || row.status_id === 5) needMay(internal ? 'note' : 'comment', row, context, TICKET_IS_CLOSED)
  await needReaders(mentions, row, internal, context)
  await needPictures(db, PLACE, { by: user.id }, photos)
  const written_at = input.written_at && Date.parse(input.written_at) < now.getTime() ? input.written_at : null
  const [made] = await db
    .insert(ticket_comments)
    .values({ uuid, ticket_id: row.id, user_id: user.id, message, internal, mentions, written_at, created_at: now.toISOString() })
    .returning()
  await dropDraft(context, uuid)
  if (photos.length) await attach(row, made!.id, photos, context)
  await tell(context, row.id, 'commento', { new: internal ? 'Nota interna' : message.slice(0, 200) })
  const follows = following(row, internal, context)
  if (follows) await change(context, row, await toStatus(context, row, WORKING), 'status')
  else await touch(context, row)
  await keepWords(db, row.id)
  await notifyOfTicket(
    {
      ...{ event: 'ticket_comment', subject: { type: 'ticket', id: row.id, link: linkOf(row) }, by: user.id },
      ...{
        title: `[Ticket ${numberOf(row)}] ${internal ? 'Nota interna' : 'Nuovo commento'}: ${row.subject}`,
        text: `${user.name}:\n\n${message}`,
      },
      ...{ people: await concerned(row, internal, mentions, context) },
      // Groups have people and addresses that may not read what is said among agents.
      ...(internal && { groups: 'none' }),
    },
    context,
  )
  return (await commentsOf(db, user, row.id, eq(ticket_comments.id, made!.id)))[0]!
}
/** The first answer of an agent begins the work; what who asked says ends the wait for it (domain.md 2.2). */
function following(row: TicketRecord, internal: boolean, context: Context): boolean {
  if (internal) return false
  const asked = row.requester_id === context.user.id
  if (row.status_id === WAITING) return asked
  return row.status_id < WORKING && !asked && may('status', row, context)
}
/** The pictures that came before their comment, as its attachments. */
async function attach(row: TicketRecord, comment_id: number, photos: readonly string[], { db, user, now }: Context) {
  const rows = await db
    .select({ id: files.id, name: files.name })
    .from(offline_pictures)
    .innerJoin(files, eq(files.id, offline_pictures.file_id))
    .where(and(eq(offline_pictures.place, PLACE), inArray(offline_pictures.uuid, [...photos])))
    .orderBy(asc(offline_pictures.id))
  for (const file of rows)
    await db.insert(ticket_files).values({
      ...{ ticket_id: row.id, comment_id, file_id: file.id, file_name: await freeName(db, row.id, file.name), original_name: file.name },
      ...{ created_by: user.id, created_at: now.toISOString() },
    })
}
/** The author alone sends pictures for a comment. */
const reach = async (record: string, { db, user }: Context) => {
  const [row] = await db
    .select({ id: ticket_comments.id })
    .from(ticket_comments)
    .where(and(eq(ticket_comments.uuid, record), ne(ticket_comments.user_id, user.id)))
  return row ? { seen: false, alive: true } : undefined
}
/** Pictures are made to fit, other files are kept as they are; both by the name they had on the device. */
const { upload: picture } = picturesOf(PLACE, reach, (upload, context, { name = upload.name }) =>
  kindOf({ ...upload, name }).mime.startsWith('image/')
    ? keepPicture({ ...upload, name }, context)
    : storeBytes({ ...upload, name }, context),
)
export const ticketComments = { comment, picture }
