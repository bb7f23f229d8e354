import { defaultIntervals } from '../../../src/rules/equipment/extinguisher-intervals.ts'
import { stationText } from '../../domain/shared/search-text.ts'
import type { Db } from '../../lib/core/db.ts'
import { hashPassword } from '../../lib/core/passwords.ts'
import * as bank from '../schema/banks/banks.ts'
import * as card from '../schema/cards/cards.ts'
import * as people from '../schema/core/accounts.ts'
import * as equipment from '../schema/equipment/equipment.ts'
import * as maintenance from '../schema/equipment/tank-maintenances.ts'
import * as expiration from '../schema/expirations/expirations.ts'
import * as notification from '../schema/notifications/notifications.ts'
import * as management from '../schema/people/managements.ts'
import * as stationAcl from '../schema/stations/station-acl.ts'
import * as sets from '../schema/stations/station-sets.ts'
import * as station from '../schema/stations/stations.ts'
import * as support from '../schema/tickets/tickets.ts'
import { BANKS, seedBanks } from './banks/banks.ts'
import { withoutIndexes } from './bulk-load.ts'
import { card_ranges } from './cards/cards.ts'
import { seedDispensers, seedTanks } from './equipment/dispensers.ts'
import { seedDevices, seedNetworkDevices, seedOilSeparators, seedPos } from './equipment/equipment.ts'
import { seedExtinguishers } from './equipment/extinguishers.ts'
import { seedMaintenances } from './equipment/maintenances.ts'
import { seedExpirations } from './expirations/expirations.ts'
import { insertRows } from './insert.ts'
import { type Account, DEMO_PASSWORD } from './people/accounts.ts'
import { obligations } from './people/obligations.ts'
import { seedUsers } from './people/users.ts'
import { seedPrices } from './prices/prices.ts'
import { available_services, default_mails, fuels, notification_groups, ticket_categories } from './reference.ts'
import { seedOpenings } from './stations/openings.ts'
import {
  numbered,
  type SeedOptions,
  type SeedStation,
  seedPhones,
  seedStationFuels,
  seedStationServices,
  seedStations,
} from './stations/stations.ts'
import { seedBills, seedNetworks } from './stations/utilities.ts'

/** How large a seeded network is (docs/spec/demo-data.md#profiles-and-sizes). */
export interface Size {
  accounts: readonly Account[]
  /** Invented people beside the accounts; they have no password. */
  people: number
  stations: number
  /** Changes of each price. */
  changes: number
  expirations: number
  /** The fewest pieces of equipment, instead of a random count. */
  small?: boolean
}
/** Prices are made for so many stations at a time: all those of the largest profile together would fill the memory. */
const SLICE = 250

/** Intervals of extinguishers, where there are none yet. */
export async function insertIntervals(db: Db, at = new Date().toISOString()) {
  if (!(await db.$count(equipment.extinguisher_intervals)))
    await insertRows(db, equipment.extinguisher_intervals, numbered([...defaultIntervals]), at)
}
/** Fuels, services, categories of tickets, intervals of extinguishers, ranges of card numbers and groups to tell, where there are none yet: every installation starts from them. */
export async function insertReference(db: Db, at = new Date().toISOString()) {
  if (!(await db.$count(station.fuels))) await insertRows(db, station.fuels, fuels, at)
  if (!(await db.$count(station.available_services))) await insertRows(db, station.available_services, available_services, at)
  if (!(await db.$count(notification.notification_groups))) await insertRows(db, notification.notification_groups, notification_groups, at)
  if (!(await db.$count(support.ticket_categories))) await insertRows(db, support.ticket_categories, ticket_categories, at)
  if (!(await db.$count(card.card_ranges))) await insertRows(db, card.card_ranges, card_ranges, at)
  await insertIntervals(db, at)
  if (!(await db.$count(management.obligations))) await insertRows(db, management.obligations, obligations, at)
  if (!(await db.$count(support.default_mails))) await insertRows(db, support.default_mails, default_mails, at)
}

/** Stations with all that belongs to them, banks and people, written as of `at`. */
export async function insertNetwork(
  db: Db,
  { accounts, people: more, stations: count, changes, expirations, small = false }: Size,
  options: SeedOptions,
  at: string,
): Promise<SeedStation[]> {
  await insertReference(db, at)
  const stations = seedStations(options, count)
  const sold = seedStationFuels(options, stations)
  const services = seedStationServices(options, stations)
  const { users, station_acl } = seedUsers(options, accounts, more, stations)
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await insertRows(
    db,
    people.users,
    users.map((user) => (user.id <= accounts.length ? { ...user, password_hash } : user)),
    at,
  )
  await insertRows(
    db,
    station.stations,
    stations.map((row) => ({ ...row, search_text: stationText(row) })),
    at,
  )
  await insertRows(db, sets.station_phones, seedPhones(stations), at)
  await insertRows(db, sets.station_networks, seedNetworks(options, stations), at)
  await insertRows(db, sets.station_bills, seedBills(options, stations), at)
  const { openings, detailed_openings } = seedOpenings(options, stations)
  await insertRows(db, sets.openings, openings, at)
  await insertRows(db, sets.detailed_openings, detailed_openings, at)
  await insertRows(db, stationAcl.station_acl, station_acl, at)
  await insertRows(db, station.station_fuels, sold, at)
  await insertRows(db, station.station_services, services, at)
  // Whoever has the whole network in hand, as far as somebody has.
  const author = accounts.findIndex(({ roles }) => roles.includes('network_manager')) + 1 || null
  await withoutIndexes(db, [station.prices], async () => {
    for (let from = 0; from < count; from += SLICE) {
      const some = stations.slice(from, from + SLICE)
      const theirs = sold.filter((row) => row.station_id > from && row.station_id <= from + SLICE)
      await insertRows(
        db,
        station.prices,
        seedPrices(options, some, theirs, changes, author).map(({ id: _, ...price }) => price),
        at,
      )
    }
  })
  // Whoever writes what is done on stations: those of the network's office.
  const writers = accounts.flatMap(({ roles }, at) => (roles.includes('station') || roles.includes('network_manager') ? [at + 1] : []))
  const equipped = { ...options, small }
  const tanks = seedTanks(options, stations, sold)
  const { dispensers, guns } = seedDispensers(equipped, stations, sold, tanks)
  const devices = seedDevices(equipped, stations, services)
  await insertRows(db, equipment.tanks, tanks, at)
  await insertRows(db, maintenance.tank_maintenances, seedMaintenances(options, tanks, writers), at)
  await insertRows(db, equipment.dispensers, dispensers, at)
  await insertRows(db, equipment.guns, guns, at)
  await insertRows(db, equipment.station_devices, devices, at)
  const extinguishers = seedExtinguishers(equipped, stations)
  const separators = seedOilSeparators(options, stations)
  await insertRows(db, equipment.fire_extinguishers, extinguishers, at)
  await insertRows(db, equipment.oil_separators, separators, at)
  const pieces = { extinguishers, tanks, separators, guns, devices }
  await insertRows(db, expiration.expirations, seedExpirations(options, stations, pieces, expirations), at)
  const { banks, bank_cards } = seedBanks(options, stations)
  await insertRows(db, bank.banks, banks, at)
  await insertRows(db, bank.bank_cards, bank_cards, at)
  await insertRows(db, equipment.network_devices, seedNetworkDevices(options, stations), at)
  await insertRows(db, equipment.pos, seedPos(equipped, stations, devices, BANKS), at)
  return stations
}
