import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { common, identity, instant, owner } from './columns.ts'
import { users } from './people.ts'
import { stations } from './stations.ts'

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
/** What is asked of the office or of a company (domain.md 1.7). Opened through `openTicket()` alone, which numbers it and says by when it is due. */
export const tickets = pgTable(
  'tickets',
  {
    ...common(),
    id_year: integer().notNull(),
    id_number: integer().notNull(),
    /** 1 open, 2 assigned, 3 working, 4 waiting, 5 closed. */
    status_id: integer().notNull().default(1),
    is_new: boolean().notNull().default(true),
    category_id: integer()
      .notNull()
      .references(() => ticket_categories.id),
    station_id: integer().references(() => stations.id),
    subject: text().notNull(),
    description: text().notNull(),
    /** 1 low to 4 urgent. */
    priority: integer().notNull(),
    requester_id: integer()
      .notNull()
      .references(() => users.id),
    contact: text(),
    equipment: jsonb().$type<TicketEquipment>(),
    company: text(),
    company_email: text(),
    due_at: instant().notNull(),
    source: text().$type<'web' | 'inspection' | 'email' | 'system'>().notNull(),
    inspection_id: integer(),
    nc_id: integer(),
    resolution: text(),
    completed_at: instant(),
    uid: text().notNull().unique('tickets_uid'),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('tickets_number').on(t.id_year, t.id_number),
    index('tickets_station').on(t.station_id),
    index('tickets_category').on(t.category_id),
    index('tickets_requester').on(t.requester_id),
  ],
)
/** The piece of equipment that a ticket is about; `label` as it was called then. */
export interface TicketEquipment {
  type: 'dispenser' | 'tank' | 'device' | 'pos' | 'extinguisher' | 'network_device'
  id: number
  label: string
}
export const ticket_history = pgTable(
  'ticket_history',
  {
    id: identity(),
    ticket_id: owner(() => tickets.id),
    /** `creato`, `notifica`, … (domain.md 1.7). */
    event: text().notNull(),
    old: text(),
    new: text(),
    user_id: integer(),
    at: instant().notNull(),
  },
  (t) => [index('ticket_history_ticket').on(t.ticket_id)],
)
