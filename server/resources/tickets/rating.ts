import { and, eq, gt, isNull } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { RATING_DAYS } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_history, ticket_ratings, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { installationSecret, signature } from '../../lib/core/installation-secret.ts'
import { problem } from '../../lib/core/problem.ts'
import { sha256 } from '../../lib/files/files.ts'
import type { TicketRecord } from './scope.ts'

const INVALID_LINK = 'Il link non è valido o è scaduto.'
const SCORE_LABELS = ['Per niente', 'Poco', 'Abbastanza', 'Molto', 'Del tutto']

/** The token of a rating link: a signature, with this installation's key, of ticket, time of asking and expiry. */
export const ratingToken = async (
  db: Db,
  { ticket_id, asked_at, expires_at }: { ticket_id: number; asked_at: string; expires_at: string },
) => signature(await installationSecret(db, 'rating_key'), [ticket_id, Date.parse(asked_at), Date.parse(expires_at)].join(' '))

/** Mails the requester one link for each score. Links work once and without signing in; only the hash of their token is stored. */
export async function askRating(row: TicketRecord, { db, now, send, origin }: Context): Promise<void> {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, row.requester_id))
  if (!person) return
  const expires_at = new Date(now.getTime() + RATING_DAYS * 86_400_000).toISOString()
  const question = { ticket_id: row.id, asked_at: now.toISOString(), expires_at }
  const token = await ratingToken(db, question)
  await db.insert(ticket_ratings).values({ ...question, token_hash: sha256(token) })
  const text = [
    `Il ticket ${numberOf(row)} – ${row.subject} è stato chiuso.`,
    '',
    'Quanto sei soddisfatto della soluzione? Basta un clic:',
    ...SCORE_LABELS.map((word, at) => `${word}: ${origin}/valutazione/${token}?voto=${at + 1}`),
    '',
    `Il link vale ${RATING_DAYS} giorni e una volta sola.`,
  ].join('\n')
  await send({ kind: 'mail', to: person.email, subject: `[Ticket ${numberOf(row)}] Com’è andata?`, text })
}

/** @throws 422 with one text for tokens that are forged, used or expired, so that it tells nothing */
async function openQuestion(token: string, { db, now }: Pick<Context, 'db' | 'now'>, lock = false) {
  const open = and(
    eq(ticket_ratings.token_hash, sha256(token)),
    isNull(ticket_ratings.rated_at),
    gt(ticket_ratings.expires_at, now.toISOString()),
  )
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
    const { ticket } = await openQuestion(token, context)
    return { id_year: ticket.id_year, id_number: ticket.id_number, subject: ticket.subject }
  },
  async rate({ token, score, note }: { token: string; score: number; note?: string | null | undefined }, context: Guest) {
    const { db, now, audit } = context
    const { rating, ticket } = await openQuestion(token, context, true)
    audit({ action: 'modifica', entity_id: ticket.id, user_id: ticket.requester_id })
    await db
      .update(ticket_ratings)
      .set({ score, note: note ?? null, rated_at: now.toISOString() })
      .where(eq(ticket_ratings.id, rating.id))
    const entry = { ticket_id: ticket.id, event: 'valutato', user_id: ticket.requester_id, at: now.toISOString() } as const
    await db.insert(ticket_history).values({ ...entry, new: [`${score} su 5`, note].filter(Boolean).join(': ') })
    return undefined
  },
}
