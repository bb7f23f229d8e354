import { and, inArray, sql } from 'drizzle-orm'
import type { TicketStatus } from '../../../src/contract/tickets/words.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { nextStatuses, statusLabel } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { BulkRows } from '../../lib/tables/bulk-rows.ts'
import { ticketsFound } from './list.ts'

/** How many of these tickets would get the new state, and in which states the others stay; undefined before one is chosen. */
export async function previewTickets(action: string, { ids, search, values }: BulkRows, context: Context) {
  const to = Number(values.status_id)
  if (action !== 'status' || !to) return undefined
  const groups = await context.db
    .select({ status: tickets.status_id, many: sql<number>`count(*)::int` })
    .from(tickets)
    .where(and(await ticketsFound(search as never, context), ids && inArray(tickets.id, ids)))
    .groupBy(tickets.status_id)
    .orderBy(tickets.status_id)
  const may = (from: number) => nextStatuses(from as TicketStatus).includes(to as TicketStatus)
  const sum = (some: typeof groups) => some.reduce((all, { many }) => all + many, 0)
  const left = groups.filter(({ status }) => !may(status))
  const done = sum(groups) - sum(left)
  const first = `${done === 1 ? 'Cambierà stato' : 'Cambieranno stato'} ${howMany(done, 'ticket', 'ticket')}.`
  if (!left.length) return { text: first, none: false }
  const states = left.map(({ status, many }) => `${many} in stato «${statusLabel(status as TicketStatus)}»`)
  const text = `${first} ${howMany(sum(left), 'ticket resta com’è', 'ticket restano come sono')}: ${states.join(', ')}.`
  return { text, none: !done }
}
