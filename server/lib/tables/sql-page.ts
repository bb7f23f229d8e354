import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Page } from '../../../src/contract/kernel/endpoint.ts'
import type { Context } from '../core/context.ts'
import { rawStatement } from '../core/db.ts'
import { JsonText, jsonColumns, outputFields } from './sql-json.ts'
import { type ListInput, ordering, pageOf, sizeOf } from './table.ts'

const dialect = new PgDialect()
/** Past so many texts all are built anew: a person may ask for any combination of sorts. */
const MAX_TEXTS = 50

interface Source {
  table: PgTable
  id: AnyPgColumn
  /** Condition of the rows that are not deleted. */
  alive: SQL | undefined
  /** All that a row may have. */
  row: Readonly<Record<string, AnyPgColumn | SQL>>
  sorts: Record<string, AnyPgColumn | SQL>
  output: v.GenericSchema | undefined
}
/**
 * Fast path of a list without search and filters: the database writes the page as JSON, by a statement whose text is built once. Undefined where the output
 * declares something of a value that this process has to check.
 */
export function sqlPage({ table, id, alive, row, sorts, output }: Source) {
  const shown = outputFields(output, row)
  const json = shown && jsonColumns(shown)
  if (!json) return undefined
  const from = sql`from ${table} where ${alive ?? sql`true`}`
  const textOf = (sort: string | undefined, size: number, first: boolean) => {
    const order = sql.join(ordering(sort, sorts, id), sql`, `)
    // The ids of the page come first: what belongs to a row is not gathered for those before the page. With a constant limit, and no offset on the first
    // page, PostgreSQL can plan the statement once.
    const page = sql`select ${id} ${from} order by ${order} limit ${sql.raw(String(size))} ${first ? sql`` : sql.raw('offset $1')}`
    const rows = sql`select ${json} from ${table} where ${id} in (${page}) order by ${order}`
    const read = sql`select coalesce(json_agg(r), '[]')::text as data, (select count(*)::int ${from}) as in_all from (${rows}) r`
    return dialect.sqlToQuery(read.inlineParams()).sql
  }
  const texts = new Map<string, string>()
  return async (input: ListInput, { db }: Pick<Context, 'db'>): Promise<Page<never>> => {
    const size = sizeOf(input)
    const first = input.page === 1
    const key = `${size} ${first} ${input.sort ?? ''}`
    const text = texts.get(key) ?? textOf(input.sort, size, first)
    if (texts.size >= MAX_TEXTS) texts.clear()
    texts.set(key, text)
    const { rows } = (await db.execute(rawStatement(text, first ? [] : [(input.page - 1) * size]))) as unknown as {
      rows: [{ data: string; in_all: number }]
    }
    return pageOf(input, new JsonText(rows[0].data) as never, rows[0].in_all)
  }
}
