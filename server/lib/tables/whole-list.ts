import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Page } from '../../../src/contract/kernel/endpoint.ts'
import { type Proof, proven } from '../core/authenticate.ts'
import type { Context } from '../core/context.ts'
import { fixed } from '../core/db.ts'
import { fieldsOf, Json, jsonOf } from './as-json.ts'
import { type ListInput, ordering, pageOf, sizeOf } from './table.ts'

const dialect = new PgDialect()
/** At most so many texts are kept: a person may ask for any order of sorts. */
const TEXTS = 50

interface Whole {
  table: PgTable
  id: AnyPgColumn
  /** Rows that are there. */
  alive: SQL | undefined
  /** All that a row may have. */
  row: Readonly<Record<string, AnyPgColumn | SQL>>
  sorts: Record<string, AnyPgColumn | SQL>
  output: v.GenericSchema | undefined
}
/**
 * A list as it opens, of all rows: the database writes the page itself, from a text that is put together once. Undefined where each value is to be looked at
 * in this process; a page is undefined where the caller could not be proven.
 */
export function wholeList({ table, id, alive, row, sorts, output }: Whole) {
  const shown = fieldsOf(output, row)
  const json = shown && jsonOf(shown)
  if (!json) return undefined
  const from = sql`from ${table} where ${alive ?? sql`true`}`
  const texts = new Map<string, string>()
  return async (input: ListInput, { db, totals, proof, now }: Context & { proof?: Proof }): Promise<Page<never> | undefined> => {
    const size = sizeOf(input)
    const { known, keep } = totals.recall('')
    const first = input.page === 1
    const key = `${size} ${first} ${known === undefined} ${!!proof} ${input.sort ?? ''}`
    let text = texts.get(key)
    if (!text) {
      const order = sql.join(ordering(input.sort, sorts, id), sql`, `)
      const in_all = known === undefined ? sql`(select count(*)::int ${from})` : sql`null`
      // Which rows first, and then what belongs to them: it is not gathered for those before the page.
      const page = sql`select ${id} ${from} order by ${order} limit ${sql.raw(String(size))} ${first ? sql`` : sql.raw('offset $1')}`
      const rows = sql`select ${json} from ${table} where ${id} in (${page}) order by ${order}`
      const who = proof ? sql.raw(` having exists (${proven(first ? 1 : 2)})`) : sql``
      text = dialect.sqlToQuery(
        sql`select coalesce(json_agg(r), '[]')::text as data, ${in_all} as in_all from (${rows}) r${who}`.inlineParams(),
      ).sql
      if (texts.size >= TEXTS) texts.clear()
      texts.set(key, text)
    }
    const values = [...(first ? [] : [(input.page - 1) * size]), ...(proof ? [proof.hash, proof.version, now.toISOString()] : [])]
    const { rows } = (await db.execute(fixed(text, values))) as unknown as { rows: [{ data: string; in_all: number | null }?] }
    const [read] = rows
    if (!read) return undefined
    const total = known ?? read.in_all!
    keep(total)
    return pageOf(input, new Json(read.data) as never, total)
  }
}
