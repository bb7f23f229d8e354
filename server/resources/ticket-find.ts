import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Parsed } from '../../src/contract/endpoint.ts'
import type { TicketView } from '../../src/contract/ticket-words.ts'
import type { tickets as contract } from '../../src/contract/tickets.ts'
import { CLOSED, isAgent, WAITING } from '../../src/rules/ticket-states.ts'
import { folded } from '../db/folded.ts'
import { users } from '../db/schema/people.ts'
import { ticket_words, tickets } from '../db/schema/support.ts'
import type { Context, User } from '../lib/context.ts'
import { listed } from '../lib/listed.ts'
import { has, onPage, ordering, wordsOf } from '../lib/table.ts'
import { among, within } from './past.ts'
import { asRow, assignedTo, isLate, ticketRows, ticketScope, unassigned } from './ticket-read.ts'

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
/** Every word, or its beginning, stemmed as Italian, in what the caller may read of it; or in the name of who asked. */
function worded(text: string, user: User): SQL {
  const words = wordsOf(text.replace(/[^\p{L}\p{N}]+/gu, ' '))
  const query = sql`to_tsquery('italian', ${words.map((word) => `${word}:*`).join(' & ')})`
  const found = build
    .select({ id: ticket_words.ticket_id })
    .from(ticket_words)
    .where(and(sql`${ticket_words.all_words} @@ ${query}`, isAgent(user) ? undefined : sql`${ticket_words.said} @@ ${query}`))
  const people = build
    .select({ id: users.id })
    .from(users)
    .where(and(...words.map((word) => has(folded(users.name), word))))
  const asked = build.select({ id: tickets.id }).from(tickets).where(inArray(tickets.requester_id, people))
  return inArray(tickets.id, found.unionAll(asked))
}
/** The tickets that a text finds: by their number, or their words. */
export function typedTicket(text: string | undefined, user: User): SQL | undefined {
  if (!text?.trim()) return undefined
  const number = numbered(text)
  if (number && text.includes('/')) return number
  const words = /[\p{L}\p{N}]/u.test(text) ? worded(text, user) : sql`false`
  return number ? or(number, words) : words
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
export const ticketList = listed((input: Input, { db, user, now }: Context) => {
  const text = input.filter ?? input.search ?? input.query
  const stations = [...(input.station ?? []), ...(input.station_id ?? [])]
  const asksClosed = input.status?.length || input.view || text?.trim() || (input.date_field === 'completed_at' && (input.from || input.to))
  const where = and(
    ticketScope(user),
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
    typedTicket(text, user),
  )
  const order = ordering(byNumber(input.sort ?? '-updated_at'), sorts, tickets.id)
  return {
    ...{ id: tickets.id, from: tickets, where, order },
    async rows({ where, in_all, limit, offset }) {
      const rows = await ticketRows(db, user, now, { in_all })
        .where(onPage(db, tickets.id, where, order, limit, offset))
        .orderBy(...order)
      return rows.map(asRow)
    },
  }
})

/** How many tickets each view has, of those the caller sees: the open ones in one pass. */
export async function ticketCounts({ db, user, now, totals }: Context) {
  const counted = (view: TicketView) => sql<number>`count(*) filter (where ${viewOf(view, user, now)})::int`
  const scope = ticketScope(user)
  const [open] = await db
    .select({
      ...{ all: counted('all'), new: counted('new'), mine: counted('mine') },
      ...{ unassigned: counted('unassigned'), late: counted('late'), waiting: counted('waiting') },
    })
    .from(tickets)
    .where(and(isOpen, scope))
  // Nearly all are closed, and one that is closed is news for everybody: it is remembered until then.
  const { known, keep } = totals.recall(`tickets closed ${user.id}`)
  const closed = known ?? (await db.$count(tickets, and(eq(tickets.status_id, CLOSED), scope)))
  keep(closed)
  return { ...open!, closed, open: open!.all, assigned_to_me: open!.mine }
}
