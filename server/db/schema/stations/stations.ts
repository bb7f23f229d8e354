import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { folded, keepsFolded, keepsText } from '../../folded.ts'
import { amount, common, day, identity, instant } from '../core/columns.ts'
/** Points of sale ("punti vendita"). */
export const stations = pgTable(
  'stations',
  {
    ...common(),
    code: text().notNull().unique('stations_code'),
    name: text().notNull(),
    address: text().notNull(),
    cap: text().notNull(),
    city: text().notNull(),
    province: text().notNull(),
    region: text(),
    latitude: amount(9, 6),
    longitude: amount(9, 6),
    email: text(),
    self: boolean().notNull().default(true),
    serve: boolean().notNull().default(true),
    serveGPL: boolean().notNull().default(false),
    selfGPL: boolean().notNull().default(false),
    maintenanceCompany: text(),
    maintenance_email: text(),
    hasRent: boolean().notNull().default(false),
    rent_amount: amount(10, 2),
    rent_expiration: day(),
    landlord: text(),
    owned: boolean().notNull().default(false),
    suitableForTruck: boolean().notNull().default(false),
    margin: amount(8, 3),
    register: text(),
    register_telematic: boolean().notNull().default(false),
    localUnit: text(),
    license: text(),
    videoSurveillance: boolean().notNull().default(false),
    videoSurveillanceNote: text(),
    is_warehouse: boolean().notNull().default(false),
    status: text().notNull().default('active'),
    brand: text(),
    kind: text(),
    mise_id: integer().unique('stations_mise_id'),
    icad_code: text().unique('stations_icad_code'),
    area_manager_id: integer(),
    opened_at: day(),
    closed_at: day(),
    /** Reason and planned end of a temporary closure. */
    closing_reason: text(),
    reopening_at: day(),
    note: text(),
    search_text: text().notNull().default(''),
    deleted_at: instant(),
  },
  (t) => [
    index('stations_name').on(sql`"name_key"`, t.id),
    index('stations_city').on(t.city),
    // The orders of the list of stations.
    index('stations_by_code').on(folded(t.code), t.id),
    index('stations_by_city').on(folded(t.city), t.id),
    index('stations_by_province').on(folded(t.province), t.id),
    index('stations_by_age').on(t.created_at, t.id),
    index('stations_area_manager').on(t.area_manager_id),
  ],
)
keepsFolded(stations.name, 'name_key')
keepsText([stations.code, stations.name, stations.city], sql`${stations}."place_text"`)
const ofStation = () =>
  integer()
    .notNull()
    .references(() => stations.id, { onDelete: 'cascade' })

export const fuels = pgTable('fuels', {
  ...common(),
  name: text().notNull().unique('fuels_name'),
  code: text().unique('fuels_code'),
  unit: text().$type<'l' | 'kg'>().notNull().default('l'),
  color: text(),
  mise_names: text().array().notNull().default([]),
  gas: boolean().notNull().default(false),
  premium: boolean().notNull().default(false),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
})
export const available_services = pgTable('available_services', {
  ...common(),
  name: text().notNull().unique('available_services_name'),
  category: text().$type<'food' | 'auto' | 'persona' | 'pagamento'>(),
  position: integer().notNull().default(0),
  active: boolean().notNull().default(true),
})
export const station_fuels = pgTable(
  'station_fuels',
  {
    id: identity(),
    station_id: ofStation(),
    fuel_id: integer()
      .notNull()
      .references(() => fuels.id),
    self: boolean().notNull().default(true),
    serve: boolean().notNull().default(true),
    active: boolean().notNull().default(true),
  },
  (t) => [uniqueIndex('station_fuels_one').on(t.station_id, t.fuel_id), index('station_fuels_fuel').on(t.fuel_id)],
)
export const station_services = pgTable(
  'station_services',
  {
    id: identity(),
    station_id: ofStation(),
    available_service_id: integer()
      .notNull()
      .references(() => available_services.id),
    note: text(),
  },
  (t) => [
    uniqueIndex('station_services_one').on(t.station_id, t.available_service_id),
    index('station_services_service').on(t.available_service_id),
  ],
)
export const prices = pgTable(
  'prices',
  {
    ...common(),
    station_id: ofStation(),
    fuel_id: integer()
      .notNull()
      .references(() => fuels.id),
    mode: text().$type<'self' | 'serve'>().notNull(),
    price: amount(8, 3).notNull(),
    valid_from: instant().notNull(),
    /** When it was taken back, or its fuel was no longer sold. */
    valid_to: instant(),
    source: text().$type<'manuale' | 'mimit' | 'icad' | 'import'>().notNull().default('manuale'),
  },
  (t) => [
    uniqueIndex('prices_series').on(t.station_id, t.fuel_id, t.mode, t.valid_from.desc()),
    // The last change of price of a station, with one probe per station, for lists sorted by it.
    index('prices_newest').on(t.station_id, t.valid_from.desc()),
  ],
)
