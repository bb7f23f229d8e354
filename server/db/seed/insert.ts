import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/context.ts'

const MAX_PARAMETERS = 60_000
/**
 * Writes rows, many at a time. Rows that bring their `id` keep it, and the table numbers on from there.
 * `at` is when they count as written, for tables that note it.
 */
export async function insertRows<T extends PgTable>(db: Db, table: T, rows: readonly T['$inferInsert'][], at: string): Promise<void> {
  const columns = getTableColumns(table)
  const size = Math.min(5_000, Math.floor(MAX_PARAMETERS / Object.keys(columns).length))
  const stamp = 'updated_at' in columns ? { created_at: at, updated_at: at } : {}
  for (let from = 0; from < rows.length; from += size) {
    const batch = rows.slice(from, from + size).map((row) => ({ ...stamp, ...row }))
    await db
      .insert(table)
      .overridingSystemValue()
      .values(batch as never)
  }
  if (rows[0] && 'id' in rows[0]) {
    const name = getTableName(table)
    await db.execute(sql`select setval(pg_get_serial_sequence(${name}, 'id'), max(id)) from ${table}`)
  }
}
