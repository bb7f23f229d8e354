import { and, eq, sql } from 'drizzle-orm'
import { ticketDrafts as contract } from '../../../src/contract/tickets/drafts.ts'
import { ticket_drafts as table } from '../../db/schema/tickets/ticket-drafts.ts'
import { ticket_comments, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { ticketScope } from './scope.ts'

type Numbered = { year: number; number: number }
async function needTicketId({ year, number }: Numbered, { db, user, audit }: Context): Promise<number> {
  const of = and(eq(tickets.id_year, year), eq(tickets.id_number, number), ticketScope(user))
  const [row] = await db.select({ id: tickets.id }).from(tickets).where(of)
  if (!row) throw problem.notFound()
  audit({ entity_id: row.id })
  return row.id
}
const own = (ticket: number, { user }: Context) => and(eq(table.user_id, user.id), eq(table.ticket_id, ticket))
const draftOf = async (ticket: number, context: Context) => (await context.db.select().from(table).where(own(ticket, context)))[0] ?? null

export default implement(contract, {
  get: async (input, context) => (await draftOf(await needTicketId(input, context), context)) as never,
  async save({ year, number, rev, ...text }, context) {
    const { db, user, now } = context
    const ticket = await needTicketId({ year, number }, context)
    // Two devices may save at once: the second waits and then gets 409 with the first one's text.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`draft ${user.id} ${ticket}`}))`)
    const stored = await draftOf(ticket, context)
    if (stored && stored.rev !== rev)
      throw problem.conflict('La risposta è stata scritta anche su un altro dispositivo.', { code: 'stale', data: stored })
    const sent = await db.$count(ticket_comments, eq(ticket_comments.uuid, text.uuid))
    if (sent || !text.message) {
      await db.delete(table).where(own(ticket, context))
      return null
    }
    const row = { ...text, rev: rev + 1, updated_at: now.toISOString() }
    const [saved] = await db
      .insert(table)
      .values({ ...row, user_id: user.id, ticket_id: ticket })
      .onConflictDoUpdate({ target: [table.user_id, table.ticket_id], set: row })
      .returning()
    return saved as never
  },
})
/** Deletes the draft that has become the comment `uuid`. */
export const deleteDraft = ({ db, user }: Pick<Context, 'db' | 'user'>, uuid: string) =>
  db.delete(table).where(and(eq(table.user_id, user.id), eq(table.uuid, uuid)))
