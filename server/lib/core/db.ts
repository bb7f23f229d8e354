import { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A connection or a transaction: whoever needs the database is handed one (a global inside a transaction hangs PGlite for ever). */
export type Db = PgDatabase<PgQueryResultHKT>

/** A statement whose text is known: the builder hands it on with its values. To take it apart and put it together again for each request cost more than to carry it out. */
export const rawStatement = (text: string, params: unknown[]): SQL => Object.assign(new SQL([]), { toQuery: () => ({ sql: text, params }) })
