import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { JOINERS } from '../../src/contract/kernel/fold.ts'

/**
 * Lower case without accents, in SQL: a function of the database (migration 0064) that does what `fold` in src/contract/kernel/fold.ts does, letter by
 * letter. It needs no extension, so that both engines agree; whoever changes one changes both, and builds the indexes over it anew.
 */
export const folded = (value: AnyPgColumn | SQL) => sql<string>`folded(${value})`
const joined = (columns: (AnyPgColumn | SQL)[]) =>
  folded(
    sql.join(
      columns.map((column) => sql`coalesce(${column}::text, '')`),
      sql` || ' ' || `,
    ),
  )
// The marks are part of the statement and not parameters, or no index over the expression would be used.
const marks = sql.raw(`'${JOINERS.replaceAll("'", "''")}'`)
/** The texts of some columns as they are searched (`searchable`), one after the other. */
export const foldedText = (...columns: (AnyPgColumn | SQL)[]) => sql`translate(${joined(columns)}, ${marks}, '')`
/** The words of some columns, letters and digits alone, as a GIN index has them; parts of words with an apostrophe or hyphen, and the whole. */
export const words = (...columns: (AnyPgColumn | SQL)[]) =>
  sql`to_tsvector('simple', regexp_replace(${joined(columns)} || ' ' || ${foldedText(...columns)}, '[^a-z0-9]+', ' ', 'g'))`
