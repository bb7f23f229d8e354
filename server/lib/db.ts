import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A connection or a transaction: whoever needs the database is handed one (a global inside a transaction hangs PGlite for ever). */
export type Db = PgDatabase<PgQueryResultHKT>
