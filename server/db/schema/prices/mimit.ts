import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, day, identity, instant } from '../core/columns.ts'

const registryStation = () => ({
  id: integer().primaryKey(),
  brand: text(),
  kind: text(),
  name: text().notNull(),
  address: text(),
  city: text(),
  province: text(),
  latitude: amount(9, 6),
  longitude: amount(9, 6),
  search_text: text().notNull(),
})
const registryPrice = () => ({
  id: identity(),
  station_id: integer().notNull(),
  fuel_raw: text().notNull(),
  fuel_id: integer(),
  self: boolean().notNull(),
  price: amount(8, 3).notNull(),
  dt: instant(),
})
/** The imported ministry registry: what an inspector searches offline, and the source of "add as ours". */
export const mimit_stations = pgTable('mimit_stations', registryStation(), (t) => [
  index('mimit_stations_place').on(t.latitude, t.longitude),
  index('mimit_stations_province').on(t.province),
])
export const mimit_prices = pgTable('mimit_prices', registryPrice(), (t) => [
  uniqueIndex('mimit_prices_one').on(t.station_id, t.fuel_raw, t.self),
])
/** Where the next edition of the registry is put together; then both take the names of the two above (`mimit-registry.ts`), so that nobody ever reads half of one. */
export const mimit_stations_staged = pgTable('mimit_stations_staged', registryStation(), (t) => [
  index('mimit_stations_staged_place').on(t.latitude, t.longitude),
  index('mimit_stations_staged_province').on(t.province),
])
export const mimit_prices_staged = pgTable('mimit_prices_staged', registryPrice(), (t) => [
  uniqueIndex('mimit_prices_staged_one').on(t.station_id, t.fuel_raw, t.self),
])
/** The mean price of an area on the day of an edition: of a province by its sign, of a region by its name. */
export const mimit_means = pgTable(
  'mimit_means',
  {
    id: identity(),
    area: text().notNull(),
    fuel_id: integer().notNull(),
    mode: text().$type<'self' | 'serve'>().notNull(),
    day: day().notNull(),
    price: amount(8, 3).notNull(),
    /** Number of stations the mean is made of. */
    stations: integer().notNull(),
  },
  (t) => [uniqueIndex('mimit_means_one').on(t.area, t.fuel_id, t.mode, t.day), index('mimit_means_day').on(t.day)],
)
