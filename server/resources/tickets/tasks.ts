import { and, eq, max } from 'drizzle-orm'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_tasks } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { addHistory, type Numbered, needMay, needTicket, touchTicket } from './change.ts'

/** Agents edit the checklist, while the ticket is open. */
const needOpenTicket = async (input: Numbered, context: Context) => {
  const row = await needTicket(input, context)
  needMay('update', row, context)
  return row
}
const isTask = (ticket_id: number, id: number) => and(eq(ticket_tasks.id, id), eq(ticket_tasks.ticket_id, ticket_id))
async function readTask({ db }: Context, id: number) {
  const [found] = await db
    .select({ row: ticket_tasks, by: { id: users.id, name: users.name } })
    .from(ticket_tasks)
    .leftJoin(users, eq(users.id, ticket_tasks.done_by))
    .where(eq(ticket_tasks.id, id))
  return { ...found!.row, done_by: found!.by }
}
export const ticketTasks = {
  async addTask(input: Numbered & { text: string }, context: Context) {
    const { db, user, now } = context
    const row = await needOpenTicket(input, context)
    const [last] = await db
      .select({ position: max(ticket_tasks.position) })
      .from(ticket_tasks)
      .where(eq(ticket_tasks.ticket_id, row.id))
    const facts = { text: input.text, position: (last?.position ?? -1) + 1, created_by: user.id, created_at: now.toISOString() }
    const [made] = await db
      .insert(ticket_tasks)
      .values({ ticket_id: row.id, ...facts })
      .returning()
    await addHistory(context, row.id, 'attivita', { new: input.text })
    await touchTicket(context, row)
    return readTask(context, made!.id)
  },
  async updateTask(
    { id, text, done, position, ...input }: Numbered & { id: number; text?: string; done?: boolean; position?: number },
    context: Context,
  ) {
    const { db, user, now } = context
    const row = await needOpenTicket(input, context)
    const [was] = await db.select().from(ticket_tasks).where(isTask(row.id, id))
    if (!was) throw problem.notFound()
    const toggled = done !== undefined && done !== (was.done_at !== null)
    const state = toggled ? (done ? { done_at: now.toISOString(), done_by: user.id } : { done_at: null, done_by: null }) : {}
    await db
      .update(ticket_tasks)
      .set({ text: text ?? was.text, position: position ?? was.position, ...state })
      .where(eq(ticket_tasks.id, id))
    if (toggled)
      await addHistory(context, row.id, 'attivita', {
        old: done ? 'Da fare' : 'Fatta',
        new: `${done ? 'Fatta' : 'Da fare'}: ${text ?? was.text}`,
      })
    else if (text !== undefined && text !== was.text) await addHistory(context, row.id, 'attivita', { old: was.text, new: text })
    await touchTicket(context, row)
    context.audit({ entity_id: row.id })
    return readTask(context, id)
  },
  async removeTask({ id, ...input }: Numbered & { id: number }, context: Context) {
    const { db } = context
    const row = await needOpenTicket(input, context)
    const gone = await db.delete(ticket_tasks).where(isTask(row.id, id)).returning()
    if (gone.length) await addHistory(context, row.id, 'attivita', { old: gone[0]!.text })
    await touchTicket(context, row)
    context.audit({ entity_id: row.id })
    return undefined
  },
}
