import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { ErrorKind } from '../../../../src/contract/kernel/constants.ts'
import { bigIdentity, instant } from './columns.ts'

/** Errors that browsers told of, masked and cut: of nobody, so they name no user and no address. Kept 60 days. */
export const client_errors = pgTable(
  'client_errors',
  {
    id: bigIdentity(),
    kind: text().$type<ErrorKind>().notNull(),
    message: text().notNull(),
    stack: text(),
    page: text().notNull(),
    app_version: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    forwarded_at: instant(),
  },
  (t) => [index('client_errors_created').using('brin', t.created_at)],
)
