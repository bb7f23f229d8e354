import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { folded, keepsText } from '../../folded.ts'
import { amount, common, day, identity, instant, owner } from '../core/columns.ts'
import { fuels, stations } from '../stations/stations.ts'

/** Stations of competitors, each compared with one of ours. */
export const competitors = pgTable(
  'competitors',
  {
    ...common(),
    name: text().notNull(),
    brand: text().notNull(),
    address: text(),
    cap: text(),
    city: text().notNull(),
    province: text(),
    latitude: amount(9, 6),
    longitude: amount(9, 6),
    mise_id: integer().unique('competitors_mise_id'),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    /** Straight-line distance between the two stations; null if a position is unknown. */
    distance_km: amount(8, 2),
    note: text(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    index('competitors_name').on(folded(t.name), t.id),
    index('competitors_city').on(folded(t.city), t.id),
    index('competitors_distance').on(t.distance_km, t.id),
    index('competitors_station').on(t.station_id, t.distance_km),
  ],
)
keepsText([competitors.name, competitors.city, competitors.brand, competitors.address], sql`${competitors}."found_text"`)

const series = () => ({
  id: identity(),
  competitor_id: owner(() => competitors.id),
  fuel_id: integer()
    .notNull()
    .references(() => fuels.id, { onDelete: 'cascade' }),
  mode: text().$type<'self' | 'serve'>().notNull(),
  price: amount(8, 3).notNull(),
})
/** Current prices of competitors, communicated to the ministry or seen by one of our people; the newer of the two is kept. */
export const competitor_prices = pgTable(
  'competitor_prices',
  { ...series(), at: instant().notNull(), source: text().$type<'mimit' | 'manuale'>().notNull() },
  (t) => [uniqueIndex('competitor_prices_one').on(t.competitor_id, t.fuel_id, t.mode)],
)
/** Prices of competitors by day, as known on that day; deleted after `PRICE_DAYS`. */
export const competitor_price_days = pgTable('competitor_price_days', { ...series(), day: day().notNull() }, (t) => [
  uniqueIndex('competitor_price_days_one').on(t.competitor_id, t.fuel_id, t.mode, t.day),
  index('competitor_price_days_day').on(t.day),
])
