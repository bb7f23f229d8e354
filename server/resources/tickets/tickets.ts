import { and, asc, eq } from 'drizzle-orm'
import { ticketPriorities } from '../../../src/contract/tickets/categories.ts'
import { TICKET_EVENTS } from '../../../src/contract/tickets/events.ts'
import { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import { DATE_FIELDS, TICKET_STATUSES } from '../../../src/contract/tickets/words.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_categories, ticket_history, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { ticketAssignment } from './assign.ts'
import { addHistory, type Numbered, needTicketForUpdate } from './change.ts'
import { ticketClosing } from './close.ts'
import { ticketComments } from './comments.ts'
import { FIELD_LABELS, ticketFields } from './create-update.ts'
import { ticketDeletion } from './delete.ts'
import { ticketFiles } from './files.ts'
import { ticketCounts, ticketList } from './list.ts'
import { ticketMacro } from './macro.ts'
import { ticketMerge } from './merge.ts'
import { ticketPictures } from './pictures.ts'
import { ticketRating } from './rating.ts'
import { readTicket } from './read.ts'
import { ticketScope } from './scope.ts'
import { ticketTasks } from './tasks.ts'

/** An agent has opened the page, so the ticket is no longer new. */
async function seen(input: Numbered, context: Context) {
  const { db } = context
  const row = await needTicketForUpdate(input, context)
  if (!row.is_new) return undefined
  await db.update(tickets).set({ is_new: false }).where(eq(tickets.id, row.id))
  await addHistory(context, row.id, 'letto')
  return undefined
}
export default implement(contract, {
  ...{ ...ticketFields, ...ticketClosing, ...ticketAssignment, ...ticketComments, ...ticketPictures, ...ticketFiles, ...ticketTasks },
  ...{ ...ticketMerge, ...ticketMacro, ...ticketRating, ...ticketDeletion, seen },
  list: ticketList,
  async info(_, context) {
    const { id, name, parent_id, color, default_priority, sla_hours, requires_station } = ticket_categories
    const categories = await context.db
      .select({ id, name, parent_id, color, default_priority, sla_hours, requires_station })
      .from(ticket_categories)
      .where(eq(ticket_categories.active, true))
      .orderBy(asc(ticket_categories.position), asc(ticket_categories.id))
    return {
      statuses: [...TICKET_STATUSES],
      priorities: Object.entries(ticketPriorities).map(([key, word]) => ({ id: Number(key), name: word })),
      categories,
      counts: await ticketCounts(context),
      date_fields: Object.entries(DATE_FIELDS).map(([key, word]) => ({ id: key, name: word })),
    }
  },
  counts: (input, context) => ticketCounts(context, input),
  async get({ year, number }, context) {
    const found = await readTicket(context, and(eq(tickets.id_year, year), eq(tickets.id_number, number), ticketScope(context.user))!)
    if (!found) throw problem.notFound()
    return found
  },
  async history(input, context) {
    const { year, number } = input
    const of = and(eq(tickets.id_year, year), eq(tickets.id_number, number), ticketScope(context.user))
    const [row] = await context.db.select({ id: tickets.id }).from(tickets).where(of)
    if (!row) throw problem.notFound()
    const rows = await context.db
      .select({ row: ticket_history, user: { id: users.id, name: users.name } })
      .from(ticket_history)
      .leftJoin(users, eq(users.id, ticket_history.user_id))
      .where(eq(ticket_history.ticket_id, row.id))
      .orderBy(asc(ticket_history.at), asc(ticket_history.id))
    return rows.map(({ row, user }) => ({
      ...row,
      user,
      label: TICKET_EVENTS[row.event],
      field: row.field && (FIELD_LABELS[row.field] ?? row.field),
    }))
  },
})
