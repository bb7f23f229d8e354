import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ExpirationStatus, ExpirationSubject, ExpirationType, Periodicity } from '../../../../src/contract/expirations/words.ts'
import { keepsFolded, keepsText } from '../../folded.ts'
import { users } from '../core/accounts.ts'
import { common, day, instant, texts } from '../core/columns.ts'
import { notification_groups } from '../notifications/notifications.ts'
import { stations } from '../stations/stations.ts'

/** "Scadenze": what must be done by a day. */
export const expirations = pgTable(
  'expirations',
  {
    ...common(),
    type: text().$type<ExpirationType>().notNull(),
    date: day().notNull(),
    message: text().notNull(),
    periodicity: text().$type<Periodicity>().notNull(),
    /** The day of the month of the dates before it, where `date` is the last of a shorter month. */
    cadence_day: integer(),
    /** Without one it is of the whole network. */
    station_id: integer().references(() => stations.id, { onDelete: 'cascade' }),
    /** The record it is about, and which of its dates. */
    subject_type: text().$type<ExpirationSubject>(),
    subject_id: integer(),
    subject_field: text(),
    notify_days: integer().array().notNull().default([30, 7, 0]),
    notification_group_id: integer().references(() => notification_groups.id, { onDelete: 'set null' }),
    emails: text(),
    status: text().$type<ExpirationStatus>().notNull().default('open'),
    /** The day on which it was done, as told, and when and by whom this was said. */
    done_at: day(),
    closed_at: instant(),
    done_by: integer(),
    /** Nobody is reminded before this day. */
    snoozed_until: day(),
    ...texts('done_note', 'cancel_reason', 'snooze_reason', 'google_id'),
    /** The occurrence before. */
    parent_id: integer(),
  },
  (t) => [
    index('expirations_date').on(t.date, t.id),
    // As the list comes: what is to be done first.
    index('expirations_todo').on(sql`(status <> 'open')`, t.date, t.id),
    index('expirations_open').on(t.date, t.id).where(sql`status = 'open'`),
    index('expirations_station').on(t.station_id, t.date),
    index('expirations_subject').on(t.subject_type, t.subject_id),
    index('expirations_parent').on(t.parent_id),
    index('expirations_by_message').on(sql`"message_key"`, t.id),
    // Each date of a record has one open expiration at a time.
    uniqueIndex('expirations_one_open').on(t.subject_type, t.subject_id, t.subject_field).where(sql`status = 'open'`),
  ],
)
keepsFolded(expirations.message, 'message_key')
keepsText([expirations.message], sql`${expirations}."message_text"`)

/** The secret address under which a person's own calendar program reads the expirations; kept as SHA-256. */
export const calendar_feeds = pgTable('calendar_feeds', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hash: text().notNull().unique(),
  created_at: instant().notNull(),
})
