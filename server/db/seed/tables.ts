import { sql } from 'drizzle-orm'
import type { Db } from '../../lib/core/db.ts'

const rowsOf = async <T>(db: Db, query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows
/** The tables of the application, by name. */
export async function tableNames(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(db, sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`)
  return rows.map(({ name }) => name)
}
export async function isEmpty(db: Db): Promise<boolean> {
  for (const name of await tableNames(db)) if ((await rowsOf(db, sql`select 1 from ${sql.identifier(name)} limit 1`)).length) return false
  return true
}
/** Empties every table; ids start from 1 again. */
export async function clear(db: Db): Promise<void> {
  const names = (await tableNames(db)).map((name) => sql.identifier(name))
  await db.execute(sql`truncate ${sql.join(names, sql`, `)} restart identity cascade`)
}
export interface TableDigest {
  table: string
  rows: number
  /** SHA-256 of all the rows in a fixed order, the same on both engines. Password hashes are left out: their salt is random. */
  sha256: string
}
export async function digests(db: Db): Promise<TableDigest[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'UTC'`)
    const found: TableDigest[] = []
    for (const table of await tableNames(tx)) {
      const lines = sql`select (to_jsonb(r) - 'password_hash')::text collate "C" as line from ${sql.identifier(table)} r`
      const [row] = await rowsOf<Omit<TableDigest, 'table'>>(
        tx,
        sql`select count(*)::int as rows, encode(sha256(convert_to(coalesce(string_agg(line, chr(10) order by line), ''), 'UTF8')), 'hex') as sha256
          from (${lines}) lines`,
      )
      if (row!.rows) found.push({ table, ...row! })
    }
    return found
  })
}
