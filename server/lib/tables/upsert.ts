import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../core/db.ts'

/** Rows of a batch, which travels as one JSON parameter: there is no limit of parameters, and on PGlite it is ten times faster than lists of values. */
const BATCH = 5_000
export interface Written {
  added: number
  changed: number
}
/** Rows as an SQL table `name` with these columns and their types. */
export const recordset = (rows: readonly object[], columns: readonly PgColumn[], name: string): SQL => {
  const types = columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.identifier(name)} (${sql.join(types, sql`, `)})`
}
export const names = (columns: readonly PgColumn[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )
export function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}

/**
 * Adds rows, and changes those that exist by a unique `key` if any value differs; the others stay untouched. Tables with a `rev` count the change. All rows
 * must have the same properties, and different keys.
 */
export async function upsert<T extends PgTable>(
  db: Db,
  table: T,
  key: readonly (keyof T['$inferInsert'] & string)[],
  rows: readonly T['$inferInsert'][],
): Promise<Written> {
  const all: Record<string, PgColumn> = getTableColumns(table)
  const keys: readonly string[] = key
  const columns = Object.keys(rows[0] ?? {}).map((name) => all[name]!)
  const compared = columns.filter((column) => !keys.includes(column.name))
  const of = (owner: SQL) =>
    sql`(${sql.join(
      compared.map((column) => sql`${owner}.${sql.identifier(column.name)}`),
      sql`, `,
    )})`
  const set = compared.map((column) => sql`${sql.identifier(column.name)} = excluded.${sql.identifier(column.name)}`)
  if ('rev' in all) set.push(sql`rev = ${table}.rev + 1`, sql`updated_at = now()`)
  const written: Written = { added: 0, changed: 0 }
  for (const batch of batches(rows)) {
    const { rows: found } = (await db.execute(sql`
      with written as (
        insert into ${table} (${names(columns)})
        select ${names(columns)} from ${recordset(batch, columns, 'given')}
        on conflict (${names(keys.map((name) => all[name]!))}) do update set ${sql.join(set, sql`, `)}
        where ${of(sql`${table}`)} is distinct from ${of(sql`excluded`)}
        returning (xmax = 0) as added
      )
      select count(*) filter (where added)::int as added, count(*) filter (where not added)::int as changed from written
    `)) as unknown as { rows: Written[] }
    written.added += found[0]!.added
    written.changed += found[0]!.changed
  }
  return written
}
