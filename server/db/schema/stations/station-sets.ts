import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { openingModes, openingSeasons } from '../../../../src/contract/stations/opening-fields.ts'
import type { billPeriods, billTypes, networkTypes, phoneTypes } from '../../../../src/contract/stations/set-fields.ts'
import { amount, common, day, identity, owner, texts } from '../core/columns.ts'
import { stations } from './stations.ts'

/** Columns of child rows of a station. Its fuels and services are in stations.ts. */
const ofStation = () => ({ id: identity(), station_id: owner(() => stations.id) })

export const station_phones = pgTable(
  'station_phones',
  { ...ofStation(), number: text().notNull(), type: text().$type<keyof typeof phoneTypes>().notNull().default('fisso'), label: text() },
  (t) => [index('station_phones_station').on(t.station_id)],
)
export const station_networks = pgTable(
  'station_networks',
  {
    ...ofStation(),
    provider: text().notNull(),
    type: text().$type<keyof typeof networkTypes>(),
    ...texts('line_number', 'contract', 'public_ip', 'subnet', 'router_model', 'bandwidth', 'support_phone', 'note'),
    activated_at: day(),
    expires_at: day(),
  },
  (t) => [index('station_networks_station').on(t.station_id)],
)
export const station_bills = pgTable(
  'station_bills',
  {
    ...ofStation(),
    type: text().$type<keyof typeof billTypes>().notNull(),
    supplier: text().notNull(),
    ...texts('holder', 'customer_code', 'pod', 'pdr', 'contract', 'note'),
    periodicity: text().$type<keyof typeof billPeriods>(),
    last_date: day(),
    last_amount: amount(10, 2),
    expires_at: day(),
  },
  (t) => [index('station_bills_station').on(t.station_id)],
)
/** Two intervals a day, `HH:MM`. */
const hours = () => ({
  ...texts('open1', 'close1', 'open2', 'close2'),
  closed: boolean().notNull().default(false),
  h24: boolean().notNull().default(false),
})
export const openings = pgTable('openings', { ...ofStation(), weekday: integer().notNull(), ...hours() }, (t) => [
  uniqueIndex('openings_day').on(t.station_id, t.weekday),
])
export const detailed_openings = pgTable(
  'detailed_openings',
  {
    ...ofStation(),
    mode: text().$type<keyof typeof openingModes>().notNull(),
    season: text().$type<keyof typeof openingSeasons>().notNull().default('annuale'),
    valid_from: text().notNull().default('01-01'),
    valid_to: text().notNull().default('12-31'),
    weekday: integer().notNull(),
    ...hours(),
    note: text(),
  },
  (t) => [index('detailed_openings_station').on(t.station_id, t.mode, t.season)],
)
/** The cover of a station: one row of `files` per stored width. */
export const station_images = pgTable('station_images', {
  ...common(),
  station_id: owner(() => stations.id).unique('station_images_one'),
  file_320: integer().notNull(),
  file_960: integer().notNull(),
  file_1600: integer().notNull(),
})
/** "QR Impianti": the QR code of a station, as an uploaded picture or made from `url`. `file_id` is a row of `files`. */
export const qr_codes = pgTable('qr_codes', {
  ...common(),
  station_id: owner(() => stations.id).unique('qr_codes_station'),
  name: text().notNull(),
  url: text(),
  file_id: integer().notNull(),
})
