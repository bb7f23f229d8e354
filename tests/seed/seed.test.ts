import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { seedBanks } from '../../server/db/seed/banks/banks.ts'
import { seedDispensers, seedTanks } from '../../server/db/seed/equipment/dispensers.ts'
import { seedDevices, seedNetworkDevices, seedOilSeparators, seedPos } from '../../server/db/seed/equipment/equipment.ts'
import { seedExtinguishers } from '../../server/db/seed/equipment/extinguishers.ts'
import { seedMaintenances } from '../../server/db/seed/equipment/maintenances.ts'
import { seedExpirations } from '../../server/db/seed/expirations/expirations.ts'
import { demoAccounts } from '../../server/db/seed/people/accounts.ts'
import { seedUsers } from '../../server/db/seed/people/users.ts'
import { seedPrices } from '../../server/db/seed/prices/prices.ts'
import { profiles, testAccounts } from '../../server/db/seed/profiles.ts'
import { available_services, fuels } from '../../server/db/seed/reference.ts'
import { seedOpenings } from '../../server/db/seed/stations/openings.ts'
import { seedStationFuels, seedStationServices, seedStations } from '../../server/db/seed/stations/stations.ts'
import { seedBills, seedNetworks } from '../../server/db/seed/stations/utilities.ts'
import { addDays } from '../../server/domain/shared/days.ts'
import * as f from '../../src/contract/kernel/fields.ts'
import { isPersonFiscalCode } from '../../src/contract/kernel/italian-codes.ts'
import { billFields, networkFields } from '../../src/contract/stations/set-fields.ts'
import { addMonths } from '../../src/rules/shared/italian.ts'
import { setErrors } from '../../src/rules/stations/set-checks.ts'

const asOf = '2026-11-21'
function network(count: number, { seed = 42, small = false, changes = 25 } = {}) {
  const options = { seed, asOf, small }
  const stations = seedStations(options, count)
  const station_fuels = seedStationFuels(options, stations)
  const station_services = seedStationServices(options, stations)
  const tanks = seedTanks(options, stations, station_fuels)
  const station_devices = seedDevices(options, stations, station_services)
  const { banks, bank_cards } = seedBanks(options, stations)
  return {
    fuels,
    available_services,
    stations,
    station_fuels,
    station_services,
    tanks,
    ...seedDispensers(options, stations, station_fuels, tanks),
    station_devices,
    fire_extinguishers: seedExtinguishers(options, stations),
    oil_separators: seedOilSeparators(options, stations),
    network_devices: seedNetworkDevices(options, stations),
    banks,
    bank_cards,
    pos: seedPos(options, stations, station_devices, banks.length),
    prices: seedPrices(options, stations, station_fuels, changes),
    ...seedOpenings(options, stations),
    ...seedUsers(options, small ? testAccounts : demoAccounts, small ? 0 : 41, stations),
  }
}
const demo = network(45)
const small = network(8, { small: true, changes: 6 })
const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const valid = (schema: v.GenericSchema, values: unknown[]) => {
  for (const value of values) expect(v.is(schema, value), String(value)).toBe(true)
}
const unique = (values: unknown[]) => expect(new Set(values).size).toBe(values.length)

describe('determinism', () => {
  test('the same seed gives the same rows, another gives others', () => {
    expect(sha256(network(45))).toBe(sha256(demo))
    expect(sha256(network(45, { seed: 43 }))).not.toBe(sha256(demo))
  })
  test('a larger network keeps the first stations unchanged', () => expect(network(60).stations.slice(0, 45)).toEqual(demo.stations))
})

describe.each([
  ['demo', demo],
  ['test', small],
] as const)('%s', (profile, rows) => {
  test('has the requested sizes', () => {
    const perStation = (list: readonly { station_id: number }[], id: number) => list.filter((row) => row.station_id === id).length
    expect(rows.stations).toHaveLength(profile === 'demo' ? 45 : 8)
    expect(rows.users).toHaveLength(profile === 'demo' ? 60 : 38)
    expect(rows.banks).toHaveLength(8)
    for (const { id, is_warehouse } of rows.stations) {
      const range = (list: readonly { station_id: number }[], from: number, to: number) => {
        expect(perStation(list, id)).toBeGreaterThanOrEqual(from)
        expect(perStation(list, id)).toBeLessThanOrEqual(to)
      }
      range(rows.tanks, 3, 6)
      range(rows.station_devices, 3, 6)
      range(rows.fire_extinguishers, 4, 10)
      range(rows.dispensers, is_warehouse ? 0 : 2, is_warehouse ? 0 : 6)
      range(rows.guns, is_warehouse ? 0 : 4, is_warehouse ? 0 : 24)
      range(rows.pos, is_warehouse ? 0 : 1, is_warehouse ? 0 : 4)
    }
  })
  test('stations pass the validation of their form', () => {
    const { stations } = rows
    unique(stations.map((row) => row.code))
    unique(stations.flatMap((row) => row.mise_id ?? []))
    unique(stations.flatMap((row) => row.icad_code ?? []))
    valid(
      f.text('Nome', { max: 120 }),
      stations.map((row) => row.name),
    )
    valid(
      f.cap('CAP'),
      stations.map((row) => row.cap),
    )
    valid(
      f.province('Provincia'),
      stations.map((row) => row.province),
    )
    valid(
      f.email('Email'),
      stations.map((row) => row.email),
    )
    valid(
      f.phone('Telefono'),
      stations.flatMap((row) => row.phones.map((phone) => phone.number)),
    )
    for (const row of stations) {
      expect(row.hasRent && row.owned).toBe(false)
      if (!row.is_warehouse) expect(row.self || row.serve || row.selfGPL || row.serveGPL).toBe(true)
      if (row.selfGPL) expect(row.videoSurveillance).toBe(true)
      if (row.latitude === null || row.longitude === null) expect(row.phones).toEqual([])
      else {
        expect(row.latitude).toBeGreaterThan(35.4)
        expect(row.latitude).toBeLessThan(47.2)
        expect(row.longitude).toBeGreaterThan(6.5)
        expect(row.longitude).toBeLessThan(18.6)
      }
    }
  })
  test('utility lines and bills pass the validation of their forms', () => {
    const { stations } = rows
    const options = { seed: 42, asOf: '2026-11-20' }
    const [networks, bills] = [seedNetworks(options, stations), seedBills(options, stations)]
    expect(networks.length).toBeGreaterThan(stations.length / 2)
    expect(bills.length).toBeGreaterThan(stations.length)
    expect(setErrors('networks', networks)).toEqual({})
    expect(setErrors('bills', bills)).toEqual({})
    for (const row of networks) v.parse(v.object(networkFields), row)
    for (const row of bills) v.parse(v.object(billFields), row)
  })
  test('the special cases are included', () => {
    const { stations } = rows
    expect(stations.some((row) => row.is_warehouse)).toBe(true)
    expect(stations.some((row) => row.latitude === null)).toBe(true)
    expect(stations.some((row) => row.status === 'temporarily_closed')).toBe(true)
    expect(stations.some((row) => row.city === 'Cantù')).toBe(true)
    expect(stations.some((row) => row.city === "Sant'Ilario d'Enza")).toBe(true)
    expect(stations.some((row) => row.serveGPL)).toBe(true)
  })
  test('codes of people, companies and banks are valid', () => {
    const codes = rows.users.flatMap((row) => row.fiscalCode ?? [])
    expect(codes.length).toBeGreaterThan(3)
    for (const code of codes) expect(isPersonFiscalCode(code), code).toBe(true)
    unique(codes)
    unique(rows.users.map((row) => row.email))
    valid(
      f.email('Email'),
      rows.users.map((row) => row.email),
    )
    valid(
      f.phone('Telefono'),
      rows.users.flatMap((row) => row.phone ?? []),
    )
    valid(
      f.iban('IBAN'),
      rows.banks.map((row) => row.iban),
    )
    valid(
      f.maskedCard('Numero'),
      rows.bank_cards.map((row) => row.number),
    )
    for (const row of rows.banks) expect(row.iban.slice(5, 10)).toBe(row.abi)
  })
  test('every user has a role or permission, and network managers have stations', () => {
    for (const user of rows.users) expect(user.roles.length + user.permissions.length).toBeGreaterThan(0)
    unique(rows.station_acl.map((row) => `${row.station_id}/${row.user_id}`))
    for (const user of rows.users) {
      if (user.roles.includes('network_manager'))
        expect(rows.station_acl.filter((row) => row.user_id === user.id).length).toBeGreaterThan(3)
    }
  })
  test('fuels, tanks and guns are consistent', () => {
    unique(rows.station_fuels.map((row) => `${row.station_id}/${row.fuel_id}`))
    unique(rows.guns.map((row) => `${row.station_id}/${row.number}`))
    const sold = new Set(rows.station_fuels.map((row) => `${row.station_id}/${row.fuel_id}`))
    const dispensers = new Map(rows.dispensers.map((row) => [row.id, row]))
    const tanks = new Map(rows.tanks.map((row) => [row.id, row]))
    for (const gun of rows.guns) {
      expect(sold.has(`${gun.station_id}/${gun.fuel_id}`)).toBe(true)
      expect(dispensers.get(gun.dispenser_id)?.station_id).toBe(gun.station_id)
      if (gun.tank_id) expect(tanks.get(gun.tank_id)).toMatchObject({ station_id: gun.station_id, fuel_id: gun.fuel_id })
    }
    for (const row of rows.station_fuels) if (row.active) expect(row.self || row.serve).toBe(true)
  })
  test('terminal ids, serials and addresses are unique, and checks follow the construction', () => {
    unique(rows.pos.map((row) => row.tml))
    unique(rows.pos.map((row) => row.serial))
    unique(rows.network_devices.map((row) => `${row.station_id}/${row.ip}`))
    valid(
      f.ip('Indirizzo IP'),
      rows.network_devices.map((row) => row.ip),
    )
    valid(
      f.mac('MAC'),
      rows.network_devices.map((row) => row.mac),
    )
    for (const { tml } of rows.pos) expect(tml).toMatch(/^[A-Z0-9]{5,16}$/)
    for (const list of [rows.tanks, rows.dispensers, rows.station_devices, rows.fire_extinguishers, rows.oil_separators]) {
      unique(list.map((row) => `${row.station_id}/${row.number}`))
      for (const row of list) {
        expect(row.year).toBeGreaterThanOrEqual(1950)
        expect(row.year).toBeLessThanOrEqual(2026)
      }
    }
    const checks = [
      ...rows.tanks.map((row) => [row.year, row.last_test, row.next_test] as const),
      ...rows.fire_extinguishers.map((row) => [row.year, row.last_check, row.next_check] as const),
      ...rows.oil_separators.map((row) => [row.year, row.last_cleaning, row.next_cleaning] as const),
    ]
    for (const [year, last, next] of checks) {
      if (last) expect(last >= `${year}-01-01` && last <= asOf && next > last).toBe(true)
    }
    for (const row of rows.station_devices) if (row.type === 'rt') expect(row.number).toMatch(/^[0-9A-Z]{11}$/)
  })
  // The test profile has one page of them.
  test.runIf(profile === 'demo')('every date on which a piece is due has its expiration', () => {
    const pieces = { extinguishers: rows.fire_extinguishers, tanks: rows.tanks, separators: rows.oil_separators, guns: rows.guns }
    const due = seedExpirations(
      { seed: 42, asOf },
      rows.stations,
      { ...pieces, devices: rows.station_devices },
      profiles[profile].expirations,
    )
    const known = new Set(due.map((one) => `${one.subject_type} ${one.subject_id} ${one.subject_field} ${one.date}`))
    const wanted = [
      ...rows.fire_extinguishers.flatMap((one) =>
        (['next_check', 'next_overhaul', 'next_test'] as const).map((field) => `fire_extinguisher ${one.id} ${field} ${one[field]}`),
      ),
      ...rows.guns.flatMap((one) => (one.next_metric_check ? [`gun ${one.id} next_metric_check ${one.next_metric_check}`] : [])),
      ...rows.tanks.flatMap((one) => (one.next_test ? [`tank ${one.id} next_test ${one.next_test}`] : [])),
      ...rows.station_devices.flatMap((one) => (one.next_check ? [`station_device ${one.id} next_check ${one.next_check}`] : [])),
    ]
    expect(wanted.filter((one) => !known.has(one))).toEqual([])
    expect(due.some(({ subject_type }) => subject_type === null || subject_type === undefined)).toBe(true)
  })
  test('tank maintenances have an author; some tests have failed, with a repair before the next', () => {
    const done = seedMaintenances({ seed: 42, asOf }, rows.tanks, [4, 7])
    expect(done.every(({ created_by }) => created_by === 4 || created_by === 7)).toBe(true)
    const failed = done.filter(({ outcome }) => outcome === 'negativo')
    expect(failed.length).toBeGreaterThan(0)
    for (const { tank_id, date } of failed)
      expect(
        done.some((one) => one.tank_id === tank_id && one.type === 'prova_tenuta' && one.outcome === 'positivo' && one.date > date),
      ).toBe(true)
  })
  test('prices have three decimals ending in 4 or 9, valid dates, and belong to fuels sold', () => {
    const modes = new Map(rows.station_fuels.map((row) => [`${row.station_id}/${row.fuel_id}`, row]))
    const series = new Map<string, (typeof rows.prices)[number][]>()
    for (const row of rows.prices) {
      const key = `${row.station_id}/${row.fuel_id}/${row.mode}`
      series.set(key, [...(series.get(key) ?? []), row])
    }
    for (const [key, list] of series) {
      const first = list[0]!
      expect(modes.get(`${first.station_id}/${first.fuel_id}`)?.[first.mode], key).toBe(true)
      list.forEach((row, place) => {
        const thousandths = Math.round(row.price * 1_000)
        expect(thousandths / 1_000).toBe(row.price)
        expect([4, 9]).toContain(thousandths % 10)
        expect(row.price).toBeGreaterThan(0.3)
        expect(row.price).toBeLessThan(3)
        const before = list[place - 1]
        if (!before) return
        expect(row.valid_from > before.valid_from).toBe(true)
        expect([5, 10]).toContain(Math.abs(thousandths - Math.round(before.price * 1_000)))
      })
      expect(list.at(-1)!.valid_from < '2026-11-21T00:00:00.000Z').toBe(true)
    }
    const latest = (station: number) =>
      rows.prices
        .filter((row) => row.station_id === station)
        .map((row) => row.valid_from)
        .sort()
        .at(-1)!
    expect(latest(1)).toBe('2026-11-20T23:05:00.000Z')
    expect(latest(6) < '2026-11-13').toBe(true)
  })
  test('opening hours are complete weeks in order', () => {
    const open = rows.stations.filter((row) => !row.is_warehouse)
    expect(rows.openings).toHaveLength(open.length * 7)
    for (const row of [...rows.openings, ...rows.detailed_openings]) {
      if (row.open1) expect(row.close1! > row.open1 && (!row.open2 || (row.open2 >= row.close1! && row.close2! > row.open2))).toBe(true)
      else expect(row.closed !== row.h24).toBe(true)
    }
  })
})

test('days are counted in the calendar', () => {
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
  expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})
