import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from '../core/accounts.ts'
import { instant, owner } from '../core/columns.ts'
import { tickets } from './tickets.ts'

/** The reply that a person is writing to a ticket, the same on all their devices; `uuid` is that of the comment that it becomes. */
export const ticket_drafts = pgTable(
  'ticket_drafts',
  {
    user_id: owner(() => users.id),
    ticket_id: owner(() => tickets.id),
    rev: integer().notNull().default(1),
    uuid: text().notNull(),
    message: text().notNull(),
    internal: boolean().notNull(),
    mentions: jsonb().$type<{ id: number; name: string; sees: boolean }[]>().notNull().default([]),
    updated_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.ticket_id] }), index('ticket_drafts_ticket').on(t.ticket_id)],
)
