import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Page } from '../../../src/contract/kernel/endpoint.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { type ListInput, paged } from './table.ts'

/** `in_all`, the total, is to be a column of each row. */
interface Slice {
  where: SQL | undefined
  in_all: SQL<number>
  limit: number
  offset: number
}
/** The source of a list: read page by page for a screen, and for its file in chunks of ids that are fixed beforehand. */
export interface ListSource<T> {
  id: AnyPgColumn
  /** All that `where` and `order` name. */
  from: PgTable | SQL
  where: SQL | undefined
  order: readonly SQL[]
  /** In that order. */
  rows(slice: Slice): PromiseLike<T[]>
  facets?: Readonly<Record<string, AnyPgColumn | SQL>>
  /** The highest total that is counted (`paged`). */
  most?: number | undefined
  /** It is known that there are more. */
  exceeded?: boolean | undefined
}
type Row = { id: number; in_all: number }
type SourceOf<I, T> = (input: I, context: Context) => ListSource<T> | Promise<ListSource<T>>
export type ListSourceOf = SourceOf<any, Row>

/** The handler of a paged list that can be written as a file too. */
export function exportableList<I extends ListInput, T extends Row>(sourceOf: SourceOf<I, T>) {
  const list = async (input: I, context: Context): Promise<Page<T>> => {
    const { from, where, rows, facets, most, exceeded } = await sourceOf(input, context)
    return paged(input, context, [from, where], (in_all, limit, offset) => rows({ where, in_all, limit, offset }), facets, most, exceeded)
  }
  return Object.assign(list, { listSource: sourceOf as ListSourceOf })
}

/** The ids of all rows in order, `size` in each chunk. One statement reads them, so that they are those of one moment. */
export async function chunksOfIds(db: Db, { id, from, where, order }: ListSource<unknown>, size: number): Promise<number[][]> {
  const { rows } = (await db.execute(
    sql`select coalesce(json_agg(${id} order by ${sql.join([...order], sql`, `)}), '[]') as ids from ${from} where ${where ?? sql`true`}`,
  )) as unknown as { rows: [{ ids: number[] }] }
  const [{ ids }] = rows
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))
}

/** The rows of a chunk, each in its place: undefined for one that is no longer in the list. */
export async function rowsOfChunk<T extends Row>({ id, where, rows }: ListSource<T>, ids: readonly number[]): Promise<(T | undefined)[]> {
  const these = and(where, sql`${id} = any(${`{${ids}}`}::bigint[])`)
  const found = await rows({ where: these, in_all: sql`1`, limit: ids.length, offset: 0 })
  const byId = new Map(found.map((row) => [row.id, row]))
  return ids.map((one) => byId.get(one))
}
