import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../../server/lib/core/db.ts'

const schemas = import.meta.glob<Record<string, unknown>>('../../../server/db/schema/**/*.ts', { eager: true })
/** Every table of the schema. */
export const tableNames = [
  ...new Set(
    Object.values(schemas)
      .flatMap((module) => Object.values(module))
      .filter((value) => is(value, PgTable))
      .map((table) => getTableName(table as PgTable)),
  ),
]

/** Rows and contents of every table but `except`, as `table: rows/hash`: equal before and after means that nothing was written. */
export async function checksums(db: Db, ...except: string[]): Promise<Record<string, string>> {
  const parts = tableNames
    .filter((name) => !except.includes(name))
    .map(
      (name) =>
        sql`select ${name} as name, count(*) || '/' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql.identifier(name)} t`,
    )
  const { rows } = (await db.execute(sql.join(parts, sql` union all `))) as unknown as { rows: { name: string; sum: string }[] }
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
