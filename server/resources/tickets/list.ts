import { and, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import type { TicketView } from '../../../src/contract/tickets/words.ts'
import { CLOSED, isAgent, RESTORE_DAYS, WAITING } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, within } from '../../lib/tables/history-filters.ts'
import { onPage, ordering } from '../../lib/tables/table.ts'
import { isLate, ticketRows, toTicketRow } from './read.ts'
import { deletedTicketScope, isAssignedTo, isUnassigned, resolvedListScope } from './scope.ts'
import { foundIn, SEARCH_LIMIT, ticketSearchWithin } from './search.ts'

type Input = Parsed<typeof contract.list, never>
/** What narrows a list of tickets besides its state and view. */
type Narrowed = Parsed<typeof contract.counts, never> & Partial<Pick<Input, 'query'>>
/** Rows of a page that is looked at. */
const MAX_TOLD = 100
const isOpen: SQL = ne(tickets.status_id, CLOSED)

/** Deleted since then, a ticket can still be restored. */
const restorableSince = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * 86_400_000).toISOString()
/** The condition of each view. `mine` means assigned to the caller for agents, requested by the caller for everybody else. */
export const viewCondition = (view: TicketView, user: User, now: Date): SQL =>
  ({
    all: () => isOpen,
    new: () => and(isOpen, eq(tickets.is_new, true))!,
    mine: () => and(isOpen, isAgent(user) ? isAssignedTo(user.id) : eq(tickets.requester_id, user.id))!,
    unassigned: () => and(isOpen, isUnassigned)!,
    late: () => and(isOpen, isLate(now))!,
    waiting: () => eq(tickets.status_id, WAITING),
    closed: () => eq(tickets.status_id, CLOSED),
    deleted: () => (allows('tickets.delete', user) ? gte(tickets.deleted_at, restorableSince(now)) : sql`false`),
  })[view]()

const sorts = {
  updated_at: tickets.updated_at,
  created_at: tickets.created_at,
  id_year: tickets.id_year,
  id_number: tickets.id_number,
  priority: tickets.priority,
  due_at: tickets.due_at,
  status: tickets.status_id,
}
/** Sorting by `number` sorts by year, then by number. */
const expandNumber = (sort: string) => sort.replace(/(^|,)(-?)number(?=,|$)/g, '$1$2id_year,$2id_number')

const textOf = (input: Narrowed) => input.filter ?? input.search ?? input.query
/** Condition for the tickets that a search and the filters find: no closed ones unless a status, a view, a search text or a closing date asks for them. */
export async function ticketsFound(input: Input, context: Context) {
  const { user, now } = context
  const text = textOf(input)
  const asksClosed = input.status?.length || input.view || text?.trim() || (input.date_field === 'completed_at' && (input.from || input.to))
  const { seen, ids } = await resolvedListScope(context)
  return and(
    input.view === 'deleted' ? deletedTicketScope(user) : seen,
    input.view && viewCondition(input.view, user, now),
    asksClosed ? undefined : isOpen,
    among(tickets.status_id, input.status),
    await narrowedBy(input, context, ids),
  )
}
async function narrowedBy(input: Narrowed, context: Context, ids: Awaited<ReturnType<typeof resolvedListScope>>['ids']) {
  return and(
    among(tickets.category_id, input.category_id),
    among(tickets.station_id, [...(input.station ?? []), ...(input.station_id ?? [])]),
    among(tickets.priority, input.priority),
    among(tickets.requester_id, input.requester_id),
    among(tickets.inspection_id, input.inspection_id),
    input.assigned_to?.length ? isAssignedTo(...input.assigned_to) : undefined,
    within(tickets[input.date_field], input),
    await ticketSearchWithin(textOf(input), context, ids),
  )
}

export const ticketList = exportableList(async (input: Input, context: Context) => {
  const { db, user, now } = context
  const text = textOf(input)
  const where = await ticketsFound(input, context)
  const order = ordering(expandNumber(input.sort ?? '-updated_at'), sorts, tickets.id)
  return {
    ...{ id: tickets.id, from: tickets, where, order, ...(text?.trim() && { most: SEARCH_LIMIT }) },
    async rows({ where, in_all, limit, offset }) {
      const rows = await ticketRows(db, user, now, { in_all })
        .where(onPage(tickets.id, where, order, limit, offset))
        .orderBy(...order)
      // Longer pieces are for files, which do not tell it.
      const places =
        limit > MAX_TOLD
          ? undefined
          : await foundIn(
              text,
              rows.map(({ id }) => id),
              context,
            )
      return rows.map((row) => ({ ...toTicketRow(row), found_in: places?.get(row.id) ?? null }))
    },
  }
})

/** The number of tickets in each view that the caller sees, of those that `input` finds. One query counts the views of open tickets. */
export async function ticketCounts(context: Context, input?: Narrowed) {
  const { db, user, now } = context
  const counted = (view: TicketView) => sql<number>`count(*) filter (where ${viewCondition(view, user, now)})::int`
  const { seen, ids } = await resolvedListScope(context)
  const found = input && (await narrowedBy(input, context, ids))
  const scope = and(seen, found)
  const [open] = await db
    .select({
      ...{ all: counted('all'), new: counted('new'), mine: counted('mine') },
      ...{ unassigned: counted('unassigned'), late: counted('late'), waiting: counted('waiting') },
    })
    .from(tickets)
    .where(and(isOpen, scope))
  const closed = await db.$count(tickets, and(eq(tickets.status_id, CLOSED), scope))
  const deleted = await db.$count(tickets, and(viewCondition('deleted', user, now), deletedTicketScope(user), found))
  return { ...open!, closed, deleted, open: open!.all, assigned_to_me: open!.mine }
}

/** The number of visible tickets that no agent has opened yet; 0 for callers who are no agents. */
export async function countNewTickets(context: Context) {
  const { db, user, now } = context
  return isAgent(user) ? db.$count(tickets, and(viewCondition('new', user, now), (await resolvedListScope(context)).seen)) : 0
}
