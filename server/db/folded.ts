import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * Lower case without accents, in SQL: needs no extension, so that both engines agree. The letters are part of the statement and not
 * parameters, or no index over the expression would be used.
 */
export const folded = (value: AnyPgColumn | SQL) =>
  sql<string>`translate(lower(${value}), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn')`
/** The texts of some columns, joined and folded. */
export const foldedText = (...columns: (AnyPgColumn | SQL)[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(${folded(sql`${column}::text`)}, '')`),
    sql` || ' ' || `,
  )
/** The words of some columns, letters and digits alone, as a GIN index has them. */
export const words = (...columns: AnyPgColumn[]) =>
  sql`to_tsvector('simple', regexp_replace(${foldedText(...columns)}, '[^a-z0-9]+', ' ', 'g'))`
