import { and, eq, isNotNull, lte, type SQL } from 'drizzle-orm'
import { numberOf } from '../../../src/rules/tickets/columns.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_comments, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Db } from '../../lib/core/db.ts'
import type { NotifyContext } from '../notifications/notify.ts'
import { linkOf } from './change.ts'
import { notifyOfTicket } from './notify-of-ticket.ts'
import { assigneesToNotify, type Recipient, requesterOf, withoutCaller } from './recipients.ts'
import type { TicketRecord } from './scope.ts'

type Comment = typeof ticket_comments.$inferSelect

/** Mentioned people, the requester and the assignees, without the author. An internal note does not go to the requester as such. */
async function recipientsOf({ internal, mentions, user_id }: Comment, row: TicketRecord, context: NotifyContext) {
  const mentioned = mentions.map((id): Recipient => ({ user_id: id, reason: 'Sei stato nominato in un commento del ticket.' }))
  const people = [...mentioned, ...(internal ? [] : [requesterOf(row)]), ...(await assigneesToNotify(context, row))]
  return withoutCaller(people, { user: { id: user_id } })
}
/** Tells everybody concerned of a comment. */
export async function notifyOfComment(comment: Comment, context: NotifyContext): Promise<void> {
  const { internal, message, user_id } = comment
  const [found] = await context.db
    .select({ row: tickets, author: users.name })
    .from(tickets)
    .innerJoin(users, eq(users.id, user_id))
    .where(eq(tickets.id, comment.ticket_id))
  const { row, author } = found!
  if (row.deleted_at) return
  await notifyOfTicket(
    {
      ...{ event: 'ticket_comment', subject: { type: 'ticket', id: row.id, link: linkOf(row) }, by: user_id },
      title: `[Ticket ${numberOf(row)}] ${internal ? 'Nota interna' : 'Nuovo commento'}: ${row.subject}`,
      ...{ text: `${author}:\n\n${message}`, people: await recipientsOf(comment, row, context) },
      // Members and addresses of a group may not be allowed to read internal notes.
      ...(internal && { groups: 'none' }),
    },
    context,
    { comment: comment.id, internal },
  )
}
/**
 * Tells of the comments that their authors could take back until now. One transaction and `skip locked` per comment, so that several processes tell
 * nothing twice.
 * @param which tells at once of these comments instead, which nobody can take back any more then
 */
export async function sendCommentNotices(context: NotifyContext, which?: SQL): Promise<void> {
  const { db, now } = context
  const { id, recallable_until } = ticket_comments
  const due = and(isNotNull(recallable_until), which ?? lte(recallable_until, now.toISOString()))
  for (const one of await db.select({ id }).from(ticket_comments).where(due).orderBy(id))
    await db.transaction(async (tx) => {
      const [comment] = await tx
        .select()
        .from(ticket_comments)
        .where(and(due, eq(id, one.id)))
        .for('update', { skipLocked: true })
      if (!comment) return
      await tx.update(ticket_comments).set({ recallable_until: null }).where(eq(id, comment.id))
      await notifyOfComment(comment, { ...context, db: tx as Db })
    })
}
