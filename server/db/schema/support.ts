import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { common } from './columns.ts'

/** What a ticket is about, with the hours it should take and its usual priority (1 low to 4 urgent); domain.md 1.7. */
export const ticket_categories = pgTable('ticket_categories', {
  ...common(),
  name: text().notNull().unique('ticket_categories_name'),
  sla_hours: integer().notNull().default(48),
  default_priority: integer().notNull().default(2),
  color: text(),
  requires_station: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
})
/** Who is told of what happens (domain.md 1.6). */
export const notification_groups = pgTable('notification_groups', {
  ...common(),
  name: text().notNull().unique('notification_groups_name'),
  description: text(),
  active: boolean().notNull().default(true),
})
