import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { maintenanceTypes, outcomes } from '../../../src/contract/equipment/tank-maintenances.ts'
import { amount, common, day, identity, instant, owner } from './columns.ts'
import { tanks } from './equipment/equipment.ts'
import { users } from './people/people.ts'
import { stations } from './stations/stations.ts'
import { tickets } from './tickets/tickets.ts'

/** What is written on a station where there may be no network (src/contract/kernel/offline-part.ts). The device gives the `uuid`. */
const offlinePart = () => ({
  ...common(),
  uuid: text().notNull().unique(),
  station_id: owner(() => stations.id),
  photos: jsonb().$type<string[]>().notNull().default([]),
  noted_at: instant().notNull(),
  /** The `rev` with which each field was last changed. */
  field_revs: jsonb().$type<Record<string, number>>().notNull().default({}),
  deleted_at: instant(),
})
/** The pictures of all of these, by the names their device gave them. */
export const offline_pictures = pgTable(
  'offline_pictures',
  {
    id: identity(),
    uuid: text().notNull().unique(),
    /** The table of its record, and the record's `uuid`; it may not be there yet. */
    place: text().notNull(),
    record: text().notNull(),
    file_id: integer().notNull(),
    /** Of the bytes as they left the device. */
    sent_sha256: text().notNull(),
    created_by: integer().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('offline_pictures_record').on(t.place, t.record)],
)
export const station_notes = pgTable('station_notes', { ...offlinePart(), text: text().notNull() }, (t) => [
  index('station_notes_station').on(t.station_id),
])
/** What was done to a tank, and what came of it (domain.md 1.2). */
export const tank_maintenances = pgTable(
  'tank_maintenances',
  {
    ...offlinePart(),
    tank_id: owner(() => tanks.id),
    type: text().$type<keyof typeof maintenanceTypes>().notNull(),
    date: day().notNull(),
    company: text().notNull(),
    outcome: text().$type<keyof typeof outcomes>(),
    next_date: day(),
    cost: amount(10, 2),
    note: text(),
    /** Opened by a negative outcome, once. */
    ticket_id: integer().references(() => tickets.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('tank_maintenances_station').on(t.station_id),
    index('tank_maintenances_tank').on(t.tank_id, t.date),
    index('tank_maintenances_ticket').on(t.ticket_id),
  ],
)
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
