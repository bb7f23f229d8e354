import { type GetColumnData, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { COUNTED, type Hit } from '../../../src/contract/kernel/search.ts'
import { foldedText } from '../../db/folded.ts'
import type { User } from '../core/context.ts'
import { contains } from './table.ts'

type Shown = Record<string, AnyPgColumn | SQL<unknown>>
type Row<S extends Shown> = { [K in keyof S]: S[K] extends AnyPgColumn ? GetColumnData<S[K]> : S[K] extends SQL<infer T> ? T : never }
/** So many ids are looked up of a kind that thousands may match: twice as many as are counted, because some of them are deleted. */
export const ENOUGH = 2 * COUNTED
export const enough = sql.raw(String(ENOUGH))
/** Where records of a kind are found. */
export interface Found {
  from: PgTable | SQL
  /** Those within the caller's reach. */
  scope: (user: User) => SQL | undefined
  /** `lately`: those opened lately, which are found also where there are too many to look at all. */
  matches: (typed: string, user: User, lately?: SQL) => SQL | undefined
  /** Lower case: what begins with what is typed comes first. */
  text: AnyPgColumn | SQL
  order: AnyPgColumn | SQL
  /** Those that an address calls so; undefined where none is. */
  named: (ids: readonly string[]) => SQL | undefined
  shown: Shown
  hit: (row: never) => Hit
}
export const kind = <S extends Shown>(found: Omit<Found, 'shown' | 'hit'> & { shown: S; hit: (row: Row<S>) => Hit }): Found => found

export const numbers = (id: AnyPgColumn) => (ids: readonly string[]) => {
  const known = ids.filter((one) => /^\d{1,9}$/.test(one)).map(Number)
  return known.length ? inArray(id, known) : undefined
}
type Plain = PgTable & { id: AnyPgColumn; name: AnyPgColumn }
/** By the words of some columns: the name, and what stands beside it. */
export function plain(table: Plain, also: AnyPgColumn | SQL | undefined, scope?: SQL, ...more: AnyPgColumn[]) {
  const text = foldedText(table.name, ...(also ? [also] : []), ...more)
  return kind({
    ...{ from: table, scope: () => scope, text, order: table.name, named: numbers(table.id) },
    matches: (typed) => contains(typed, text),
    shown: { id: sql<number>`${table.id}`, name: sql<string>`${table.name}`, also: also ? sql<string | null>`${also}` : sql<null>`null` },
    hit: (row) => ({ id: String(row.id), name: row.name, also: row.also ?? '' }),
  })
}
