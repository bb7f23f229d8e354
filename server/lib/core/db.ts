import { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** A connection or a transaction. It is always a parameter: a global one used inside a transaction would wait for ever on PGlite. */
export type Db = PgDatabase<PgQueryResultHKT>

/** A statement with a fixed text, which the query builder passes on as it is: building it anew for each request cost more than running it. */
export const rawStatement = (text: string, params: unknown[]): SQL => Object.assign(new SQL([]), { toQuery: () => ({ sql: text, params }) })
/** Connections of this process: all, idle, and requests that wait for one. */
export interface PoolSize {
  totalCount: number
  idleCount: number
  waitingCount: number
}
