import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { JOINERS, LETTERS } from '../../src/contract/kernel/fold.ts'

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const accented = Object.values(LETTERS).join('')
const plain = Object.entries(LETTERS)
  .map(([letter, others]) => letter.repeat(others.length))
  .join('')
/** `translate` drops what has no counterpart in its second list. */
const fold = (value: AnyPgColumn | SQL, dropped: string) =>
  sql<string>`translate(replace(lower(${value}), 'ß', 'ss'), ${sql.raw(quoted(accented + dropped))}, ${sql.raw(quoted(plain))})`
/**
 * Lower case without accents, in SQL, as `fold` in src/contract/kernel/fold.ts: needs no extension, so that both engines agree. The letters are part
 * of the statement and not parameters, or no index over the expression would be used.
 */
export const folded = (value: AnyPgColumn | SQL) => fold(value, '')
const joined = (columns: (AnyPgColumn | SQL)[], dropped: string) =>
  sql.join(
    columns.map((column) => sql`coalesce(${fold(sql`${column}::text`, dropped)}, '')`),
    sql` || ' ' || `,
  )
/** The texts of some columns as they are searched (`searchable`), one after the other. */
export const foldedText = (...columns: (AnyPgColumn | SQL)[]) => joined(columns, JOINERS)
/** The words of some columns, letters and digits alone, as a GIN index has them; parts of words with an apostrophe or hyphen, and the whole. */
export const words = (...columns: (AnyPgColumn | SQL)[]) =>
  sql`to_tsvector('simple', regexp_replace(${joined(columns, '')} || ' ' || ${joined(columns, JOINERS)}, '[^a-z0-9]+', ' ', 'g'))`
