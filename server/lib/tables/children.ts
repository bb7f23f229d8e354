import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../core/db.ts'
import { jsonRows } from './json-rows.ts'
import { emptyForNew } from './sql-json.ts'

const columnsOf = (table: unknown) => getTableColumns(table as PgTable) as Record<string, AnyPgColumn>

/** The number of rows that name `owner` in `column`, as a column beside it. */
export const countOf = (column: AnyPgColumn, owner: AnyPgColumn): SQL<number> =>
  emptyForNew(sql<number>`(select count(*)::int from ${column.table} where ${eq(column, owner)})`, '0')

/** The rows that name `owner` in `column`, as a column beside it, in the order they were made. */
export const rowsOf = (column: AnyPgColumn, owner: AnyPgColumn) =>
  emptyForNew(jsonRows(columnsOf(column.table), column.table, eq(column, owner), columnsOf(column.table).id!), '[]')

/**
 * Replaces the rows that name `id` in `column` by `rows`: one with the `id` of an existing row changes it, one without is added, existing rows that are not
 * named are deleted. `number`: a unique column whose values two rows may swap.
 */
export async function replaceRows(
  db: Db,
  column: AnyPgColumn,
  id: number,
  before: readonly any[],
  rows: readonly any[],
  number?: AnyPgColumn,
): Promise<void> {
  const table = column.table as PgTable
  const columns = columnsOf(table)
  const key = columns.id!
  const [owner] = Object.entries(columns).find(([, one]) => one.name === column.name)!
  const stays = new Set(rows.map((row) => row.id))
  const gone = before.map((row) => row.id).filter((one) => !stays.has(one))
  if (gone.length) await db.delete(table).where(inArray(key, gone))
  if (number) {
    const [name] = Object.entries(columns).find(([, one]) => one.name === number.name)!
    const moved = before.filter((row) => rows.some((one) => one.id === row.id && one[name] !== row[name])).map((row) => row.id)
    // Swapped numbers become negative first, so that neither is taken when the other is written.
    if (moved.length)
      await db
        .update(table)
        .set({ [name]: sql`-${key}` })
        .where(inArray(key, moved))
  }
  const added = []
  for (const { id: known, ...values } of rows) {
    if (!before.some((row) => row.id === known)) added.push({ ...values, [owner]: id })
    else if (Object.keys(values).length)
      await db
        .update(table)
        .set(values)
        .where(and(eq(key, known), eq(column, id)))
  }
  if (added.length) await db.insert(table).values(added)
}
