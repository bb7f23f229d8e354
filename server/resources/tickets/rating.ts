import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { RATING_SCORES } from '../../../src/contract/tickets/words.ts'
import { CLOSED, RATING_CHANGE_DAYS, RATING_DAYS } from '../../../src/rules/tickets/states.ts'
import { ticket_history, ticket_ratings, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { installationSecret, signature } from '../../lib/core/installation-secret.ts'
import { problem } from '../../lib/core/problem.ts'
import { sha256 } from '../../lib/files/files.ts'
import type { MailBlock } from '../../lib/jobs/mail-body.ts'
import type { TicketRecord } from './scope.ts'

const INVALID_LINK = 'Il link non è valido o è scaduto.'
const DAY_MS = 86_400_000

/** The token of a rating link: a signature, with this installation's key, of ticket, time of asking and expiry. */
export const ratingToken = async (
  db: Db,
  { ticket_id, asked_at, expires_at }: { ticket_id: number; asked_at: string; expires_at: string },
) => signature(await installationSecret(db, 'rating_key'), [ticket_id, Date.parse(asked_at), Date.parse(expires_at)].join(' '))

/** Asks for a rating: the question for the requester's mail, whose answers lead to a page that votes. Only the hash of their token is stored. */
export async function ratingQuestion(row: TicketRecord, { db, now, origin }: Context): Promise<MailBlock[]> {
  const expires_at = new Date(now.getTime() + RATING_DAYS * DAY_MS).toISOString()
  const question = { ticket_id: row.id, asked_at: now.toISOString(), expires_at }
  const token = await ratingToken(db, question)
  await db.insert(ticket_ratings).values({ ...question, token_hash: sha256(token) })
  const answers = Object.entries(RATING_SCORES).toReversed()
  return [
    { kind: 'text', text: 'Quanto sei soddisfatto della soluzione?' },
    { kind: 'answers', of: answers.map(([score, label]) => ({ label, href: `${origin}/valutazione/${token}?voto=${score}` })) },
    {
      kind: 'small',
      text: `Si risponde entro ${RATING_DAYS} giorni, anche con un commento; il voto si può cambiare per ${RATING_CHANGE_DAYS} giorni.`,
    },
  ]
}

/** Condition on questions that may be answered, or whose answer may be changed. */
const isAnswerable = (now: Date) =>
  or(
    gt(ticket_ratings.rated_at, new Date(now.getTime() - RATING_CHANGE_DAYS * DAY_MS).toISOString()),
    and(isNull(ticket_ratings.rated_at), gt(ticket_ratings.expires_at, now.toISOString())),
  )
/** Tokens of the questions that the caller may answer as the requester of closed tickets, by ticket: the newest of each. */
export async function ownRatingTokens(rows: readonly TicketRecord[], { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>) {
  const own = rows.filter((row) => row.status_id === CLOSED && row.requester_id === user.id).map(({ id }) => id)
  const tokens = new Map<number, string>()
  if (!own.length) return tokens
  const questions = await db
    .select()
    .from(ticket_ratings)
    .where(and(inArray(ticket_ratings.ticket_id, own), isAnswerable(now)))
    .orderBy(asc(ticket_ratings.id))
  for (const one of questions) tokens.set(one.ticket_id, await ratingToken(db, one))
  return tokens
}

/** A question that may be answered, or whose answer may be changed. @throws 422 with one text for tokens that are forged or expired, so that it tells nothing */
async function openQuestion(token: string, { db, now }: Pick<Context, 'db' | 'now'>, lock = false) {
  const open = and(eq(ticket_ratings.token_hash, sha256(token)), isAnswerable(now))
  const query = db
    .select({ rating: ticket_ratings, ticket: tickets })
    .from(ticket_ratings)
    .innerJoin(tickets, eq(tickets.id, ticket_ratings.ticket_id))
  const [found] = await (lock ? query.where(open).for('update') : query.where(open))
  // The signature is checked too, so that write access to the database alone is not enough to forge a link.
  if (!found || found.ticket.deleted_at || (await ratingToken(db, found.rating)) !== token) throw problem.unprocessable(INVALID_LINK)
  return found
}
type Guest = Pick<Context, 'db' | 'now' | 'audit'>
export const ticketRating = {
  async rating({ token }: { token: string }, context: Guest) {
    const { ticket, rating } = await openQuestion(token, context)
    const { id_year, id_number, subject } = ticket
    return { id_year, id_number, subject, score: rating.score, note: rating.note }
  },
  async rate({ token, score, note }: { token: string; score: number; note?: string | null | undefined }, context: Guest) {
    const { db, now, audit } = context
    const { rating, ticket } = await openQuestion(token, context, true)
    audit({ action: 'modifica', entity_id: ticket.id, user_id: ticket.requester_id })
    await db
      .update(ticket_ratings)
      // The week in which it may be changed begins with the first vote.
      .set({ score, note: note ?? null, rated_at: rating.rated_at ?? now.toISOString() })
      .where(eq(ticket_ratings.id, rating.id))
    const entry = { ticket_id: ticket.id, event: 'valutato', user_id: ticket.requester_id, at: now.toISOString() } as const
    const said = (score: number, note?: string | null) => [`${score} su 5`, note].filter(Boolean).join(': ')
    const old = rating.score === null ? null : said(rating.score, rating.note)
    if (old !== said(score, note)) await db.insert(ticket_history).values({ ...entry, old, new: said(score, note) })
    return undefined
  },
}
