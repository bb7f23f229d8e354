import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CommunicationStatus, CommunicationType, priorities } from '../../../../src/contract/content/communications.ts'
import type { RoleName } from '../../../../src/contract/kernel/roles.ts'
import { users } from '../core/accounts.ts'
import { common, day, instant, owner } from '../core/columns.ts'

/** Messages (type 1) and control communications (type 2), with their current words. */
export const communications = pgTable(
  'communications',
  {
    ...common(),
    type: integer().$type<CommunicationType>().notNull(),
    subject: text().notNull(),
    /** Sanitised HTML. */
    body: text().notNull(),
    sender_id: integer()
      .notNull()
      .references(() => users.id),
    /** To whom it goes; who that is, is settled when it is sent. */
    roles: text().array().$type<RoleName[]>().notNull().default([]),
    stations: integer().array().notNull().default([]),
    users: integer().array().notNull().default([]),
    push: boolean().notNull().default(true),
    mail: boolean().notNull().default(true),
    priority: text().$type<keyof typeof priorities>().notNull().default('normale'),
    ack_due: day(),
    status: text().$type<CommunicationStatus>().notNull().default('draft'),
    send_at: instant(),
    sent_at: instant(),
    version: integer().notNull().default(1),
    deleted_at: instant(),
  },
  (t) => [index('communications_sent').on(t.type, t.sent_at, t.id), index('communications_due').on(t.status, t.send_at)],
)
/** The words of each version that was sent. */
export const communication_versions = pgTable(
  'communication_versions',
  {
    communication_id: owner(() => communications.id),
    version: integer().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    sent_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.communication_id, t.version] })],
)
/** Who received a version, and when it was told, read and confirmed. */
export const communication_recipients = pgTable(
  'communication_recipients',
  {
    communication_id: owner(() => communications.id),
    version: integer().notNull(),
    user_id: owner(() => users.id),
    delivered_at: instant(),
    read_at: instant(),
    ack_at: instant(),
    reminded_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.communication_id, t.version, t.user_id] }),
    index('communication_recipients_user').on(t.user_id, t.communication_id),
  ],
)
