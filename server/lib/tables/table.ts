import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { MAX_UNPAGED_ROWS } from '../../../src/contract/kernel/constants.ts'
import type { Page } from '../../../src/contract/kernel/endpoint.ts'
import { searchWords, wordPattern } from '../../../src/contract/kernel/fold.ts'
import { foldedText, sortKey } from '../../db/folded.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { problem } from '../core/problem.ts'
export interface ListInput {
  page: number
  per_page: number
  search?: string | undefined
  query?: string | undefined
  sort?: string | undefined
  is_paginated: number
  facet?: string | undefined
}
/** The words of a search, as searched texts are stored. */
export const wordsOf = searchWords
const literal = (word: string) => word.replace(/[\\%_]/g, '\\$&')
/** The word occurs in a searchable text (`foldedText`). */
export function has(text: AnyPgColumn | SQL, word: string) {
  const pattern = wordPattern(word)
  return pattern ? sql`${text} ~ ${pattern}` : sql`${text} like ${`%${literal(word)}%`}`
}
/** A word for `to_tsquery`, as the beginning of indexed words; zeros before a number do not count. */
export function asPrefix(word: string): string {
  const bare = word.replace(/(?<!\d)0+(?=\d)/g, '')
  return bare === word ? `${word}:*` : `(${word}:* | ${bare}:*)`
}
/** The text begins with these letters. */
export const begins = (text: AnyPgColumn | SQL, word: string) => sql`${text} like ${`${literal(word)}%`}`
/** A word of the text begins with these letters. */
export const hasBegin = (text: AnyPgColumn | SQL, word: string) => sql`(${begins(text, word)} or ${text} like ${`% ${literal(word)}%`})`
/** Every word of the search occurs in a text that is stored folded. */
export const contains = (search: string | undefined, text: AnyPgColumn | SQL): SQL | undefined =>
  and(...wordsOf(search).map((word) => has(text, word)))
/** Every word of the search occurs in the concatenated columns. */
export const matches = (search: string | undefined, ...columns: (AnyPgColumn | SQL)[]): SQL | undefined =>
  contains(search, foldedText(...columns))
/** Marks an expression that has a value in every row, so that an index over it serves both directions. */
export const neverNull = <T>(key: SQL<T>): SQL<T> => Object.assign(key, { neverNull: true })
/** The order of `name,-created_at` over an allow-list, @throws 422 for anything else. Rows without a value come last both ways; `id` breaks ties, so that pages are stable. */
export function ordering(sort: string | undefined, allowed: Record<string, AnyPgColumn | SQL>, id: AnyPgColumn): SQL[] {
  const wanted = (sort || Object.keys(allowed)[0]!).split(',')
  const parts = wanted.map((part) => {
    const name = part.replace(/^-/, '')
    const column = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!column) throw problem.badSort()
    const key = 'dataType' in column && column.dataType === 'string' && column.columnType === 'PgText' ? sortKey(column) : column
    if (!part.startsWith('-')) return asc(key)
    // PostgreSQL reads an index backwards only without `nulls last`; a joined table may have no row, so its columns can be null.
    const always = 'neverNull' in column || ('notNull' in column && column.notNull && column.table === id.table)
    return always ? desc(key) : sql`${key} desc nulls last`
  })
  return [...parts, wanted[0]?.startsWith('-') ? desc(id) : asc(id)]
}
/**
 * One page of any select, with the total of `from` under `where`. One statement reads both, because the select has the total as its column `in_all`; past the
 * last page the total is a query of its own. `facets`: the column of each filter whose values may be counted. `most`: a longer list is counted so far, and
 * the page says that there is more; `exceeded`: it is known to be longer.
 */
export async function paged<T extends { in_all: number }>(
  input: ListInput,
  { db }: Pick<Context, 'db'>,
  [from, where]: readonly [from: PgTable | SQL, where: SQL | undefined],
  rows: (in_all: SQL<number>, limit: number, offset: number) => PromiseLike<T[]>,
  facets: Readonly<Record<string, AnyPgColumn | SQL>> = {},
  most = Number.POSITIVE_INFINITY,
  exceeded = false,
): Promise<Page<T>> {
  const size = sizeOf(input)
  const { page } = input
  const ends = input.is_paginated && Number.isFinite(most)
  const one_more = sql.raw(String(most + 1))
  const counted = ends
    ? sql<number>`(${exceeded ? one_more : sql`select count(*)::int from (select from ${from} where ${where ?? sql`true`} limit ${one_more}) counted`})`
    : db.$count(from, where)
  // A constant and no parameter: PostgreSQL can then plan the prepared statement once, for few rows.
  const limit = sql.raw(String(size)) as unknown as number
  const data = await rows(counted, limit, (page - 1) * size)
  const total = data[0]?.in_all ?? (page === 1 ? 0 : await countBy(db, counted))
  const more = ends && total > most && { more: true as const }
  const facet = input.facet === undefined ? undefined : facets[input.facet]
  const counts = facet && { counts: await countsOf(db, facet, from, where) }
  const whole = pageOf(input, data, more ? most : total)
  return { ...counts, ...whole, ...(more && { ...more, last_page: Math.max(whole.last_page, page + (data.length === size ? 1 : 0)) }) }
}
/**
 * Condition that picks the ids of the page first, so that the rows beside a row are gathered for those of the page and not for all before it. `from`: where
 * `where` or `order` name more than the table of `id`.
 */
export const onPage = (
  id: AnyPgColumn,
  where: SQL | undefined,
  order: readonly SQL[],
  limit: number,
  offset: number,
  from: PgTable | SQL = id.table as PgTable,
): SQL =>
  sql`${id} in (select ${id} from ${from} where ${where ?? sql`true`} order by ${sql.join([...order], sql`, `)} limit ${limit} offset ${offset})`
/** Rows of a page; without pages a list comes in pieces of a thousand, and `page` says which. */
export const sizeOf = (input: ListInput) => (input.is_paginated ? input.per_page : MAX_UNPAGED_ROWS)
/** All rows of a list, page by page, so that a list without pages is never cut in silence. */
export async function allOf<T>(piece: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const { data, last_page } = await piece(1)
  const rows = [...data]
  for (let page = 2; page <= last_page; page++) rows.push(...(await piece(page)).data)
  return rows
}
export const pageOf = <T>(input: ListInput, data: T[], total: number): Page<T> => {
  const per_page = sizeOf(input)
  return { data, last_page: Math.max(1, Math.ceil(total / per_page)), current_page: input.page, per_page, total }
}
const countBy = async (db: Db, counted: SQL) => {
  const { rows } = (await db.execute(sql`select ${counted} as count`)) as unknown as { rows: [{ count: number | string }] }
  return Number(rows[0].count)
}

/** The number of rows by value; rows without a value are not counted. */
async function countsOf(db: Db, of: AnyPgColumn | SQL, from: PgTable | SQL, where: SQL | undefined): Promise<Record<string, number>> {
  // Written as text: for a single table the builder leaves its name out, and two joined tables may share a column name.
  const { rows } = (await db.execute(
    sql`select (${of})::text as value, count(*)::int as count from ${from} where ${where ?? sql`true`} group by 1`,
  )) as { rows: { value: string | null; count: number }[] }
  return Object.fromEntries(rows.flatMap(({ value, count }) => (value === null ? [] : [[value, count]])))
}
/** Turns a violation of a unique or foreign key into the 422 of its field; `messages` by name of the constraint. */
export async function unique<T>(messages: Record<string, readonly [string, string]> | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = (error as { cause?: { code?: string; constraint?: string } }).cause
    const found = cause?.code === '23505' || cause?.code === '23503' ? messages?.[cause.constraint ?? ''] : undefined
    if (found) throw problem.invalid({ [found[0]]: found[1] })
    throw error
  }
}
