import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/core/db.ts'
import { batches, names, recordset } from '../../lib/tables/upsert.ts'

/**
 * Writes rows, many at a time. Rows that bring their `id` keep it, and the table numbers on from there, never from a number it gave before. `at` is when they count as
 * written, for tables that note it. What the table has no column for is left out; what only some rows have is null in the others.
 */
export async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][], at: string): Promise<void> {
  if (!rows.length) return
  const all: Record<string, PgColumn> = getTableColumns(table)
  const stamp = 'updated_at' in all ? { created_at: at, updated_at: at } : {}
  const given = new Set(Object.keys(stamp))
  for (const row of rows) for (const name in row) given.add(name)
  const columns = Object.keys(all)
    .filter((name) => given.has(name))
    .map((name) => all[name]!)
  for (const batch of batches(rows)) {
    const stamped = batch.map((row) => ({ ...stamp, ...row }))
    await db.execute(sql`
      insert into ${table} (${names(columns)}) overriding system value
      select ${names(columns)} from ${recordset(stamped, columns, 'given')}
    `)
  }
  if (!given.has('id')) return
  // Outside of transactions: what is undone here must not take others back to numbers that rows of theirs have.
  const sequence = sql`pg_get_serial_sequence(${getTableName(table)}, 'id')::regclass`
  await db.execute(sql`select setval(${sequence}, greatest(max(id), coalesce(pg_sequence_last_value(${sequence}), 1))) from ${table}`)
}
