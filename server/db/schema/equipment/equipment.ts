import { boolean, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { dispenserKinds, gunFlows } from '../../../../src/contract/equipment/dispensers.ts'
import type { extinguisherStatuses, extinguisherTypes, tankKinds } from '../../../../src/contract/equipment/fire-extinguishers.ts'
import type { oilSeparatorTypes } from '../../../../src/contract/equipment/oil-separators.ts'
import type { PieceStatus } from '../../../../src/contract/equipment/piece-kinds.ts'
import type { posNetworks, posTypes } from '../../../../src/contract/equipment/pos.ts'
import type { deviceTypes } from '../../../../src/contract/equipment/station-devices.ts'
import type { tankStatuses, tankTypes } from '../../../../src/contract/equipment/tanks.ts'
import { words } from '../../folded.ts'
import { banks } from '../banks/banks.ts'
import { amount, common, day, instant } from '../core/columns.ts'
import { fuels, stations } from '../stations/stations.ts'

/** Common columns of equipment. `number` is the serial number. */
const equipment = () => ({
  ...common(),
  station_id: integer()
    .notNull()
    .references(() => stations.id, { onDelete: 'cascade' }),
  brand: text(),
  model: text(),
  number: text(),
  year: integer(),
  note: text(),
})
export const dispensers = pgTable(
  'dispensers',
  { ...equipment(), kind: text().$type<keyof typeof dispenserKinds>(), island: integer(), status: text().$type<PieceStatus>() },
  (t) => [
    index('dispensers_station').on(t.station_id),
    index('dispensers_plate').using('gin', words(t.number)),
    uniqueIndex('dispensers_number').on(t.station_id, t.number),
  ],
)
export const tanks = pgTable(
  'tanks',
  {
    ...equipment(),
    type: text().$type<keyof typeof tankTypes>(),
    capacity: amount(10, 0),
    probe: boolean().notNull().default(false),
    fuel_id: integer().references(() => fuels.id),
    relined_at: day(),
    leak_detection: boolean().notNull().default(false),
    compartment: integer(),
    status: text().$type<keyof typeof tankStatuses>(),
    last_test: day(),
    next_test: day(),
  },
  (t) => [
    index('tanks_station').on(t.station_id),
    index('tanks_plate').using('gin', words(t.number)),
    uniqueIndex('tanks_number').on(t.station_id, t.number),
    index('tanks_next_test').on(t.next_test),
  ],
)
export const guns = pgTable(
  'guns',
  {
    ...common(),
    dispenser_id: integer()
      .notNull()
      .references(() => dispensers.id, { onDelete: 'cascade' }),
    station_id: integer()
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    fuel_id: integer()
      .notNull()
      .references(() => fuels.id),
    side: text().$type<'A' | 'B'>(),
    flow: text().$type<keyof typeof gunFlows>(),
    tank_id: integer().references(() => tanks.id, { onDelete: 'set null' }),
    totalizer: amount(12, 2),
    last_metric_check: day(),
    next_metric_check: day(),
    seals_ok: boolean(),
    active: boolean().notNull().default(true),
  },
  (t) => [
    index('guns_dispenser').on(t.dispenser_id),
    index('guns_tank').on(t.tank_id),
    uniqueIndex('guns_number').on(t.station_id, t.number),
  ],
)
export const station_devices = pgTable(
  'station_devices',
  {
    ...equipment(),
    type: text().$type<keyof typeof deviceTypes>(),
    stacker: boolean().notNull().default(false),
    status: text().$type<PieceStatus>(),
    installed_at: day(),
    last_check: day(),
    next_check: day(),
  },
  (t) => [
    index('station_devices_station').on(t.station_id),
    index('station_devices_plate').using('gin', words(t.number)),
    uniqueIndex('station_devices_number').on(t.station_id, t.number),
  ],
)
export const fire_extinguishers = pgTable(
  'fire_extinguishers',
  {
    ...equipment(),
    type: text().$type<keyof typeof extinguisherTypes>(),
    capacity: amount(6, 1),
    unit: text().$type<'kg' | 'l'>(),
    wheeled: boolean().notNull().default(false),
    tank_kind: text().$type<keyof typeof tankKinds>(),
    location: text(),
    fire_class: text(),
    last_check: day(),
    next_check: day(),
    last_overhaul: day(),
    next_overhaul: day(),
    last_test: day(),
    next_test: day(),
    company: text(),
    status: text().$type<keyof typeof extinguisherStatuses>(),
  },
  (t) => [
    index('fire_extinguishers_station').on(t.station_id),
    index('fire_extinguishers_plate').using('gin', words(t.number)),
    uniqueIndex('fire_extinguishers_number').on(t.station_id, t.number),
  ],
)
/** Check intervals of extinguishers in months. src/rules/equipment/extinguisher-intervals.ts decides which row applies. */
export const extinguisher_intervals = pgTable(
  'extinguisher_intervals',
  {
    ...common(),
    type: text().$type<keyof typeof extinguisherTypes>().notNull(),
    tank_kind: text().$type<keyof typeof tankKinds>(),
    built_until: integer(),
    check: integer().notNull(),
    overhaul: integer().notNull(),
    test: integer().notNull(),
  },
  (t) => [unique('extinguisher_intervals_kind').on(t.type, t.tank_kind, t.built_until).nullsNotDistinct()],
)
export const oil_separators = pgTable(
  'oil_separators',
  {
    ...equipment(),
    type: text().$type<keyof typeof oilSeparatorTypes>(),
    capacity: amount(10, 0),
    last_cleaning: day(),
    next_cleaning: day(),
    company: text(),
    fir_number: text(),
  },
  (t) => [
    index('oil_separators_station').on(t.station_id),
    index('oil_separators_plate').using('gin', words(t.number)),
    uniqueIndex('oil_separators_number').on(t.station_id, t.number),
  ],
)
export const pos = pgTable(
  'pos',
  {
    ...common(),
    station_id: integer()
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    bank_id: integer().references(() => banks.id),
    type: text().$type<keyof typeof posTypes>(),
    brand: text(),
    model: text(),
    serial: text(),
    network: text().$type<keyof typeof posNetworks>(),
    side: integer(),
    tml: text(),
    /** The payment acceptor that contains it. */
    device_id: integer().references(() => station_devices.id, { onDelete: 'set null' }),
    status: text().$type<PieceStatus>(),
    installed_at: day(),
  },
  (t) => [
    index('pos_station').on(t.station_id),
    index('pos_plate').using('gin', words(t.serial, t.tml)),
    index('pos_bank').on(t.bank_id),
    index('pos_device').on(t.device_id),
    uniqueIndex('pos_tml').on(t.tml),
    uniqueIndex('pos_serial').on(t.serial),
  ],
)
/** "Apparati di rete". Credentials are never stored. */
export const network_devices = pgTable(
  'network_devices',
  {
    ...common(),
    station_id: integer()
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    item: text().notNull(),
    ip: text().notNull(),
    mac: text(),
    hostname: text(),
    brand: text(),
    model: text(),
    serial: text(),
    location: text(),
    monitored: boolean().notNull().default(false),
    last_seen_at: instant(),
    note: text(),
  },
  (t) => [uniqueIndex('network_devices_ip').on(t.station_id, t.ip), index('network_devices_plate').using('gin', words(t.serial))],
)
