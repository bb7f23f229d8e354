import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, instant } from './columns.ts'

/** The pictures of all records that are written offline, by the names their device gave them. */
export const offline_pictures = pgTable(
  'offline_pictures',
  {
    id: identity(),
    uuid: text().notNull().unique(),
    /** The table of its record, and the record's `uuid`; it may not be there yet. */
    place: text().notNull(),
    record: text().notNull(),
    file_id: integer().notNull(),
    /** SHA-256 of the bytes as they left the device. */
    sent_sha256: text().notNull(),
    created_by: integer().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('offline_pictures_record').on(t.place, t.record)],
)
