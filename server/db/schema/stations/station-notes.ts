import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { offlinePart } from './offline-part.ts'

export const station_notes = pgTable('station_notes', { ...offlinePart(), text: text().notNull() }, (t) => [
  index('station_notes_station').on(t.station_id),
])
