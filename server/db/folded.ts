import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * Lower case without accents, in SQL: needs no extension, so that both engines agree. The letters are part of the statement and not
 * parameters, or no index over the expression would be used.
 */
export const folded = (value: AnyPgColumn | SQL) =>
  sql<string>`translate(lower(${value}), 'àáâãäåèéêëìíîïòóôõöùúûüçñ', 'aaaaaaeeeeiiiiooooouuuucn')`
