import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../core/accounts.ts'
import { stations } from './stations.ts'

export const station_acl = pgTable(
  'station_acl',
  {
    station_id: integer()
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    level: text().$type<'read' | 'write'>().notNull().default('read'),
  },
  (t) => [primaryKey({ columns: [t.station_id, t.user_id] }), index('station_acl_user').on(t.user_id)],
)
