import { searchable } from '../../../../src/contract/kernel/fold.ts'
import { provinces } from '../../../../src/contract/kernel/provinces.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { romeTime } from '../../../domain/shared/rome-time.ts'
import type { Db } from '../../../lib/core/db.ts'
import { competitor_price_days, competitor_prices, competitors } from '../../schema/prices/competitors.ts'
import { mimit_means, mimit_prices, mimit_stations } from '../../schema/prices/mimit.ts'
import { insertRows } from '../insert.ts'
import { streetOf } from '../invented.ts'
import { brands, OWN_BRAND } from '../lists.ts'
import { stream } from '../random.ts'
import { type FuelCode, fuelId, fuels } from '../reference.ts'
import type { SeedOptions, SeedStation } from '../stations/stations.ts'
import { towns } from '../towns.ts'
import { national, onSign } from './prices.ts'

/** Far above the ministry's ids and those of our own stations. */
const FIRST_NUMBER = 800_001
const DAYS = 30
/** Only this many competitors get a price history, or seeding a large network would take a minute. */
const MOST_WITH_DAYS = 600
const series = [
  ['BZ', 'self', 0],
  ['BZ', 'serve', 0.17],
  ['GA', 'self', 0],
  ['GA', 'serve', 0.17],
  ['GP', 'serve', 0],
] as const satisfies readonly (readonly [FuelCode, 'self' | 'serve', number])[]
const others = brands.filter(([name]) => name !== OWN_BRAND)
const capOf = new Map(towns.map(({ name, cap }) => [name, cap]))
const iso = (day: string, hour = 0) => {
  const [year = 0, month = 0, of = 0] = day.split('-').map(Number)
  return new Date(romeTime(year, month, of, hour)).toISOString()
}

/** Competitors spread evenly around our stations; every sixteenth is missing from the registry. */
function seedCompetitors({ seed }: SeedOptions, stations: readonly SeedStation[], count: number) {
  const ours = stations.filter(({ is_warehouse, latitude }) => !is_warehouse && latitude !== null)
  return Array.from({ length: count }, (_, place) => {
    const random = stream(seed, 'competitors', place)
    const station = ours[place % ours.length]!
    const brand = random.weighted(others)
    const km = random.real(0.4, 4.5, 3)
    const angle = random.real(0, 2 * Math.PI, 4)
    const [north, east] = [km * Math.cos(angle), km * Math.sin(angle)]
    const latitude = Number((station.latitude! + north / 111.195).toFixed(6))
    const longitude = Number((station.longitude! + east / (111.195 * Math.cos((station.latitude! * Math.PI) / 180))).toFixed(6))
    return {
      ...{
        id: place + 1,
        name: `${brand} ${station.city} ${random.int(1, 40)}`,
        brand,
        address: streetOf(random),
        cap: capOf.get(station.city) ?? null,
      },
      ...{
        city: station.city,
        province: station.province,
        latitude,
        longitude,
        station_id: station.id,
        distance_km: Number(km.toFixed(2)),
      },
      ...{ mise_id: place % 16 === 15 ? null : FIRST_NUMBER + place, note: null, active: place % 40 !== 39 },
    }
  })
}
type Competitor = ReturnType<typeof seedCompetitors>[number]

/** Gives a function for a competitor's price in euro, a number of days ago. */
function asked({ seed }: SeedOptions) {
  const walks = new Map(series.map(([code]) => [code, national(seed, code, DAYS + 1)]))
  return (place: number, region: string, at: number, ago: number) => {
    const [code, , extra] = series[at]!
    const own = stream(seed, 'competitor_price', place).bell() * 0.02
    const around = stream(seed, `region_price_${region}`, 0).real(-0.02, 0.03, 4)
    // Prices change every third day.
    return onSign(walks.get(code)![Math.floor(ago / 3) * 3]! + own + around + extra) / 1_000
  }
}
const regionOf = (province: string) => provinces.get(province)!.region
/** Days since the last communication; one competitor in twenty is late. */
const toldAgo = (place: number) => (place % 20 === 7 ? 12 : place % 3)

/** Inserts competitors with their prices. With `registry`, also a copy of the ministry's registry with means, which contains neighbours that are not yet competitors. */
export async function insertCompetitors(
  db: Db,
  options: SeedOptions,
  stations: readonly SeedStation[],
  { competitors: count, registry = false }: { competitors: number; registry?: boolean },
  at: string,
) {
  const { asOf, seed } = options
  const priced = asked(options)
  const drawn = seedCompetitors(options, stations, registry ? Math.ceil(count * 1.5) : count)
  const rows = drawn.slice(0, count)
  await insertRows(db, competitors, rows, at)
  const sells = (place: number) => series.flatMap((one, n) => (one[0] === 'GP' && place % 3 ? [] : [{ one, n }]))
  const priceOf = (place: number, { province }: Competitor, n: number, ago: number) => priced(place, regionOf(province), n, ago)
  const pricesOf = (some: readonly Competitor[]) =>
    some.flatMap((row) =>
      sells(row.id).map(({ one: [code, mode], n }) => {
        const ago = toldAgo(row.id)
        return { row, fuel_id: fuelId(code), mode, price: priceOf(row.id, row, n, ago), at: iso(addDays(asOf, -ago), ago ? 7 : 0) }
      }),
    )
  await insertRows(
    db,
    competitor_prices,
    pricesOf(rows).map(({ row, ...price }) => ({
      ...{ competitor_id: row.id, ...price },
      source: row.mise_id === null ? ('manuale' as const) : ('mimit' as const),
    })),
    at,
  )
  const days = Array.from({ length: DAYS }, (_, ago) => ago)
  await insertRows(
    db,
    competitor_price_days,
    rows.slice(0, MOST_WITH_DAYS).flatMap((row) =>
      sells(row.id).flatMap(({ one: [code, mode], n }) =>
        days.map((ago) => ({
          ...{ competitor_id: row.id, fuel_id: fuelId(code), mode, day: addDays(asOf, -ago) },
          price: priceOf(row.id, row, n, Math.max(ago, toldAgo(row.id))),
        })),
      ),
    ),
    at,
  )
  if (!registry) return
  const listed = drawn.filter(({ mise_id }) => mise_id !== null)
  const station = ({ mise_id, name, brand, address, cap, city, province, latitude, longitude }: Competitor) => {
    const written = { name, brand, address: `${address} ${cap}`.toUpperCase(), city: city.toUpperCase(), province }
    const search_text = searchable(`${mise_id} ${name} ${brand} ${written.address} ${city} ${province}`)
    return { id: mise_id!, kind: 'Stradale', ...written, latitude, longitude, search_text }
  }
  await insertRows(db, mimit_stations, listed.map(station), at)
  await insertRows(
    db,
    mimit_prices,
    pricesOf(listed).map(({ row, fuel_id, mode, price, at: dt }) => ({
      ...{ station_id: row.mise_id!, fuel_raw: fuels[fuel_id - 1]!.mise_names[0]!, fuel_id, self: mode === 'self', price, dt },
    })),
    at,
  )
  const signs = [...new Set(stations.map(({ province }) => province))]
  const areas = [
    ...signs.map((sign) => [sign, regionOf(sign)] as const),
    ...[...new Set(signs.map(regionOf))].map((name) => [name, name] as const),
  ]
  await insertRows(
    db,
    mimit_means,
    areas.flatMap(([area, region]) => {
      const random = stream(seed, `means_${area}`, 0)
      const many = area === region ? random.int(300, 1_200) : random.int(40, 250)
      const near = random.bell() * 0.004
      return series.flatMap(([code, mode, extra]) => {
        const walk = national(seed, code, DAYS + 1)
        const around = stream(seed, `region_price_${region}`, 0).real(-0.02, 0.03, 4)
        return days.map((ago) => ({
          ...{ area, fuel_id: fuelId(code), mode, day: addDays(asOf, -ago), stations: many },
          price: Number((walk[ago]! + around + near + extra).toFixed(3)),
        }))
      })
    }),
    at,
  )
}
