import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../lib/core/db.ts'

interface Part {
  drop: string
  build: string
}
/**
 * Runs `load` in a transaction without the indexes and foreign keys of these tables, and builds them after it: for many rows that is much faster than to keep
 * them up row by row. Unique indexes stay. A row that points to nothing is refused at the end instead of at once.
 */
export async function withoutIndexes(db: Db, tables: readonly PgTable[], load: () => Promise<void>): Promise<void> {
  const named = sql`any(${sql.param(tables.map((table) => getTableName(table)))}::text[]::regclass[])`
  const read = async (query: SQL) => ((await db.execute(query)) as unknown as { rows: Part[] }).rows
  const keys = await read(sql`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as build
    from pg_constraint where contype = 'f' and conrelid = ${named} order by conrelid, conname`)
  const indexes = await read(sql`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as build
    from pg_index where indrelid = ${named} and not indisunique and not indisexclusion order by indexrelid`)
  for (const { drop } of [...keys, ...indexes]) await db.execute(sql.raw(drop))
  await load()
  await db.execute(sql`set local maintenance_work_mem = '256MB'`)
  for (const { build } of [...indexes, ...keys]) await db.execute(sql.raw(build))
}
