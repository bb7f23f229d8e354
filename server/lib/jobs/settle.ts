import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/**
 * What a PostgreSQL does by itself, and the embedded engine never: makes room of rows that are gone, learns what tables hold, and notes which pages need not
 * be looked at, for tables of which much has changed. One table at a time, for nobody else gets a word in meanwhile.
 * @returns their names
 */
export async function settle(db: Db): Promise<string[]> {
  // Statistics of the last second would not be known yet.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = (await db.execute(sql`
    select s.relid::regclass::text as name from pg_stat_user_tables s inner join pg_class c on c.oid = s.relid
    where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      -- Never looked at, and what was counted may have been lost with a process that was killed.
      or c.reltuples < 0
    order by 1`)) as unknown as { rows: { name: string }[] }
  for (const { name } of rows) await db.execute(sql.raw(`vacuum analyze ${name}`))
  return rows.map(({ name }) => name)
}
