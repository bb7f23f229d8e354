import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../core/accounts.ts'
import { instant } from '../core/columns.ts'

/** The last report of each browser that works for us: how much it has not sent yet, and whether it may lose it. */
export const devices = pgTable('devices', {
  id: text().primaryKey(),
  user_id: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  last_contact: instant().notNull(),
  unsent: integer().notNull(),
  stuck: integer().notNull().default(0),
  oldest_at: instant(),
  app_version: text().notNull(),
  agent: text().notNull(),
  persistent: boolean().notNull(),
  usage: bigint({ mode: 'number' }),
  quota: bigint({ mode: 'number' }),
})
