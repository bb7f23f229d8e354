import { and, eq, exists, inArray, or, SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { isAgent } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { ticket_assignments, ticket_words, tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context, User } from '../../lib/core/context.ts'
import { enough } from '../../lib/tables/search-kind.ts'
import { matches, wordsOf } from '../../lib/tables/table.ts'
import { isAssignedTo, seesAllTickets } from './scope.ts'
import { stem } from './search-index.ts'

// Builds subqueries without a database.
const build = new QueryBuilder()

/** Condition for a ticket number: `2026/123`, or `123` of any year. */
function hasNumber(text: string): SQL | undefined {
  const [, year, number] = /^\s*(?:(\d{4})\s*\/\s*)?(\d{1,7})\s*$/.exec(text) ?? []
  if (!number) return undefined
  return and(eq(tickets.id_number, Number(number)), year ? eq(tickets.id_year, Number(year)) : undefined)
}
const wordsIn = (text: string) => wordsOf(text.replace(/[^\p{L}\p{N}]+/gu, ' '))
/** Stations by the present code, name and town; `ticket_words` has them as they were when the ticket last changed. */
const isPlace = (words: readonly string[]) => matches(words.join(' '), stations.code, stations.name, stations.city)
const isCalled = (words: readonly string[]) => matches(words.join(' '), users.name)
/** Condition on `ticket_words`: every word, stemmed as Italian and also as a prefix, is in the text that the user may read. */
function hasWords(words: readonly string[], user: User): SQL {
  const query = sql`to_tsquery('italian', ${words.map((word) => `${word}:*`).join(' & ')})`
  const readable = isAgent(user) ? undefined : sql`coalesce(${ticket_words.said}, ${ticket_words.all_words}) @@ ${query}`
  return and(sql`${ticket_words.all_words} @@ ${query}`, readable)!
}
const ticketIds = (where: SQL) => build.select({ id: ticket_words.ticket_id }).from(ticket_words).where(where)
const idsOf = (where: SQL) => build.select({ id: tickets.id }).from(tickets).where(where)
/**
 * Condition on tickets for a search text: their number, their words, the name of the requester or of an assignee, or their station.
 * @param found the condition to use for words and names, if the caller has resolved them already
 */
export function ticketSearch(text: string | undefined, user: User, found?: SQL): SQL | undefined {
  const ways = waysTo(text, user)
  if (!ways || ways instanceof SQL) return ways
  const { number, named } = ways
  if (found) return number ? or(number, found) : found
  return amongIds(number ? [...named, idsOf(number)] : named)
}
// Among the ids and not beside them: with `or` all tickets would be read.
const amongIds = (ids: SQLWrapper[]) => sql`${tickets.id} in (${sql.join(ids, sql` union all `)})`
interface Ways {
  number: SQL | undefined
  /** The ids by words, by requester, by assignee, by station. */
  named: SQLWrapper[]
  /** The same, asked of one ticket. */
  isNamed: SQL
}
/** What a search text names a ticket by; a condition alone where that says all; undefined for no text. */
function waysTo(text: string | undefined, user: User): Ways | SQL | undefined {
  if (!text?.trim()) return undefined
  const number = hasNumber(text)
  if (number && text.includes('/')) return number
  const words = wordsIn(text)
  if (!words.length) return number ?? sql`false`
  const people = build.select({ id: users.id }).from(users).where(isCalled(words))
  const places = build.select({ id: stations.id }).from(stations).where(isPlace(words))
  const given = build
    .select({ id: ticket_assignments.ticket_id })
    .from(ticket_assignments)
    .where(inArray(ticket_assignments.user_id, people))
  const [matching, requested, placed] = [hasWords(words, user), inArray(tickets.requester_id, people), inArray(tickets.station_id, places)]
  const said = build
    .select({ id: ticket_words.ticket_id })
    .from(ticket_words)
    .where(and(eq(ticket_words.ticket_id, tickets.id), matching))
  return {
    number,
    named: [ticketIds(matching), idsOf(requested), given, idsOf(placed)],
    isNamed: or(exists(said), requested, inArray(tickets.id, given), placed)!,
  }
}
/**
 * `ticketSearch` for the first few alone: who sees all tickets has the newest of what thousands match, and `lately`.
 * Whoever sees few has them all: the newest of everybody's might be none of these.
 */
export function ticketsFound(text: string, user: User, lately?: SQL): SQL | undefined {
  const ways = waysTo(text, user)
  if (!ways || ways instanceof SQL || !seesAllTickets(user)) return ticketSearch(text, user)
  const newest = ways.named.map((ids) => sql`(select * from (${ids}) named(id) order by id desc limit ${enough})`)
  const others = [ways.number, lately && and(lately, ways.isNamed)].filter((one) => one !== undefined)
  return amongIds([...newest, ...others.map(idsOf)])
}
/** A search that finds more tickets than this is not counted exactly. */
export const SEARCH_LIMIT = 2_000
const isOneOf = (column: AnyPgColumn, ids: readonly number[]) => sql`${column} = any(${`{${ids}}`}::int[])`
/**
 * `ticketSearch` for a list. Rare words are resolved to ids first, because the planner misjudges them. For frequent words the planner reads the list in its
 * order, which finds a page of matches soon.
 * @param ids query for the ids of the tickets that the caller sees; undefined if these are all
 */
export async function ticketSearchWithin(text: string | undefined, { db, user }: Context, ids: SQL | undefined): Promise<SQL | undefined> {
  const words = wordsIn(text ?? '')
  if (!words.length || text?.includes('/')) return ticketSearch(text, user)
  const people = (await db.select({ id: users.id }).from(users).where(isCalled(words))).map(({ id }) => id)
  const places = (await db.select({ id: stations.id }).from(stations).where(isPlace(words))).map(({ id }) => id)
  const matching = hasWords(words, user)
  const some = await db
    .select({ id: ticket_words.ticket_id })
    .from(ticket_words)
    .where(and(matching, ids && sql`${ticket_words.ticket_id} in (${ids})`))
    .limit(SEARCH_LIMIT + 1)
  const found = some.map(({ id }) => id)
  const byWords = found.length > SEARCH_LIMIT ? inArray(tickets.id, ticketIds(matching)) : isOneOf(tickets.id, found)
  const byPerson = people.length ? or(isOneOf(tickets.requester_id, people), isAssignedTo(...people)) : undefined
  const byPlace = places.length ? isOneOf(tickets.station_id, places) : undefined
  return ticketSearch(text, user, or(byWords, byPerson, byPlace))
}

/**
 * Where a search text was found in tickets, as `allegato «preventivo.pdf»`, by the id of the ticket: for words that the row does not show itself.
 * People who are no agents are told nothing of internal notes.
 */
export async function foundIn(text: string | undefined, ids: readonly number[], { db, user }: Pick<Context, 'db' | 'user'>) {
  const words = wordsIn(text ?? '')
  if (!words.length || !ids.length) return new Map<number, string>()
  const readable = isAgent(user) ? sql`true` : sql`not coalesce(c.internal, false)`
  const shown = sql`concat_ws(' ', t.subject, t.id_year, t.id_number, s.code, s.name, s.city, u.name)`
  const { rows } = (await db.execute(sql`
    select t.id, coalesce(
      (select 'allegato «' || f.original_name || '»' from ticket_files f left join ticket_comments c on c.id = f.comment_id
        where f.ticket_id = t.id and ${readable} and ${stem(sql`f.original_name`)} @@ missing.words order by f.id limit 1),
      case when ${stem(sql`t.description`)} @@ missing.words then 'descrizione' end,
      (select case when c.internal then 'nota interna' else 'commento' end || ' di ' || a.name from ticket_comments c join users a on a.id = c.user_id
        where c.ticket_id = t.id and ${readable} and ${stem(sql`c.message`)} @@ missing.words order by c.id limit 1),
      case when ${stem(sql`coalesce(t.resolution, '')`)} @@ missing.words then 'soluzione' end,
      (select 'assegnato a ' || a.name from ticket_assignments g join users a on a.id = g.user_id
        where g.ticket_id = t.id and ${stem(sql`a.name`)} @@ missing.words order by g.at limit 1)) as place
    from tickets t join users u on u.id = t.requester_id left join stations s on s.id = t.station_id
    cross join lateral (select to_tsquery('italian', string_agg(word || ':*', ' | ')) as words
      from unnest(${`{${words.join(',')}}`}::text[]) word where not ${stem(shown)} @@ to_tsquery('italian', word || ':*')) missing
    where t.id = any(${`{${ids}}`}::int[])`)) as unknown as { rows: { id: number; place: string | null }[] }
  return new Map(rows.flatMap(({ id, place }) => (place ? [[id, place] as const] : [])))
}
