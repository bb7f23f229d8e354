import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { tickets as contract } from '../../../src/contract/tickets/tickets.ts'
import type { TicketView } from '../../../src/contract/tickets/words.ts'
import { CLOSED, isAgent, WAITING } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { ticket_words, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, within } from '../../lib/tables/history-filters.ts'
import { onPage, ordering, says, wordsOf } from '../../lib/tables/table.ts'
import { asRow, assignedTo, isLate, seenNow, ticketRows, unassigned } from './read.ts'

type Input = Parsed<typeof contract.list, never>
const isOpen: SQL = ne(tickets.status_id, CLOSED)

/** What each view is of; `mine` of who is no agent: what they asked for. */
export const viewOf = (view: TicketView, user: User, now: Date): SQL =>
  ({
    all: () => isOpen,
    new: () => and(isOpen, eq(tickets.is_new, true))!,
    mine: () => and(isOpen, isAgent(user) ? assignedTo(user.id) : eq(tickets.requester_id, user.id))!,
    unassigned: () => and(isOpen, unassigned)!,
    late: () => and(isOpen, isLate(now))!,
    waiting: () => eq(tickets.status_id, WAITING),
    closed: () => eq(tickets.status_id, CLOSED),
  })[view]()

/** Parts of statements, of no database in particular. */
const build = new QueryBuilder()

/** `2026/123`, or `123` of any year. */
function numbered(text: string): SQL | undefined {
  const [, year, number] = /^\s*(?:(\d{4})\s*\/\s*)?(\d{1,7})\s*$/.exec(text) ?? []
  if (!number) return undefined
  return and(eq(tickets.id_number, Number(number)), year ? eq(tickets.id_year, Number(year)) : undefined)
}
const wordsIn = (text: string) => wordsOf(text.replace(/[^\p{L}\p{N}]+/gu, ' '))
const isCalled = (words: readonly string[]) => says(words.join(' '), users.name)
/** Every word, or its beginning, stemmed as Italian, in what the caller may read of it: rows of `ticket_words`. */
function worded(words: readonly string[], user: User): SQL {
  const query = sql`to_tsquery('italian', ${words.map((word) => `${word}:*`).join(' & ')})`
  const said = isAgent(user) ? undefined : sql`coalesce(${ticket_words.said}, ${ticket_words.all_words}) @@ ${query}`
  return and(sql`${ticket_words.all_words} @@ ${query}`, said)!
}
const idsOf = (found: SQL) => build.select({ id: ticket_words.ticket_id }).from(ticket_words).where(found)
/** The tickets that a text finds: by their number, by their words, or by the name of who asked. */
export function typedTicket(text: string | undefined, user: User, found?: SQL): SQL | undefined {
  if (!text?.trim()) return undefined
  const number = numbered(text)
  if (number && text.includes('/')) return number
  const words = wordsIn(text)
  if (!words.length) return number ?? sql`false`
  const people = build.select({ id: users.id }).from(users).where(isCalled(words))
  const asked = build.select({ id: tickets.id }).from(tickets).where(inArray(tickets.requester_id, people))
  const typed = found ?? inArray(tickets.id, idsOf(worded(words, user)).unionAll(asked))
  return number ? or(number, typed) : typed
}
/** Of words that more tickets have it is enough that there are more. */
const FEW = 2_000
const isOneOf = (column: AnyPgColumn, ids: readonly number[]) => sql`${column} = any(${`{${ids}}`}::int[])`
/**
 * The same, with what the database could only guess: of words that few tickets have it is told which these are, of words that many have, it goes through
 * the list in its order, where it comes upon them soon.
 */
async function typedAndSeen(text: string | undefined, { db, user }: Context, seen: SQL | undefined): Promise<SQL | undefined> {
  const words = wordsIn(text ?? '')
  if (!words.length || text?.includes('/')) return typedTicket(text, user)
  const people = (await db.select({ id: users.id }).from(users).where(isCalled(words))).map(({ id }) => id)
  const these = worded(words, user)
  const some = await db
    .select({ id: ticket_words.ticket_id })
    .from(ticket_words)
    .where(and(these, seen && sql`${ticket_words.ticket_id} in (${seen})`))
    .limit(FEW + 1)
  const ids = some.map(({ id }) => id)
  const said = ids.length > FEW ? inArray(tickets.id, idsOf(these)) : isOneOf(tickets.id, ids)
  return typedTicket(text, user, people.length ? or(said, isOneOf(tickets.requester_id, people)) : said)
}

const sorts = {
  updated_at: tickets.updated_at,
  created_at: tickets.created_at,
  id_year: tickets.id_year,
  id_number: tickets.id_number,
  priority: tickets.priority,
  due_at: tickets.due_at,
  status: tickets.status_id,
}
/** A number is a year and what counts in it. */
const byNumber = (sort: string) => sort.replace(/(^|,)(-?)number(?=,|$)/g, '$1$2id_year,$2id_number')

/** The list of tickets: without closed ones, unless a state, their view, words or the day of closing ask for them. */
export const ticketList = exportableList(async (input: Input, context: Context) => {
  const { db, user, now } = context
  const text = input.filter ?? input.search ?? input.query
  const stations = [...(input.station ?? []), ...(input.station_id ?? [])]
  const asksClosed = input.status?.length || input.view || text?.trim() || (input.date_field === 'completed_at' && (input.from || input.to))
  const { seen, ids } = await seenNow(context)
  const where = and(
    seen,
    input.view && viewOf(input.view, user, now),
    asksClosed ? undefined : isOpen,
    among(tickets.status_id, input.status),
    among(tickets.category_id, input.category_id),
    among(tickets.station_id, stations),
    among(tickets.priority, input.priority),
    among(tickets.requester_id, input.requester_id),
    among(tickets.inspection_id, input.inspection_id),
    input.assigned_to?.length ? assignedTo(...input.assigned_to) : undefined,
    within(tickets[input.date_field], input),
    await typedAndSeen(text, context, ids),
  )
  const order = ordering(byNumber(input.sort ?? '-updated_at'), sorts, tickets.id)
  return {
    ...{ id: tickets.id, from: tickets, where, order, ...(text?.trim() && { most: FEW }) },
    async rows({ where, in_all, limit, offset }) {
      const rows = await ticketRows(db, user, now, { in_all })
        .where(onPage(db, tickets.id, where, order, limit, offset))
        .orderBy(...order)
      return rows.map(asRow)
    },
  }
})

/** How many tickets each view has, of those the caller sees: the open ones in one pass. */
export async function ticketCounts(context: Context) {
  const { db, user, now } = context
  const counted = (view: TicketView) => sql<number>`count(*) filter (where ${viewOf(view, user, now)})::int`
  const { seen: scope } = await seenNow(context)
  const [open] = await db
    .select({
      ...{ all: counted('all'), new: counted('new'), mine: counted('mine') },
      ...{ unassigned: counted('unassigned'), late: counted('late'), waiting: counted('waiting') },
    })
    .from(tickets)
    .where(and(isOpen, scope))
  const closed = await db.$count(tickets, and(eq(tickets.status_id, CLOSED), scope))
  return { ...open!, closed, open: open!.all, assigned_to_me: open!.mine }
}

/** How many of those that the caller sees no agent has opened yet; 0 for who is none. */
export async function newTickets(context: Context) {
  const { db, user, now } = context
  return isAgent(user) ? db.$count(tickets, and(viewOf('new', user, now), (await seenNow(context)).seen)) : 0
}
