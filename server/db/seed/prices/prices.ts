import { addDays } from '../../../domain/shared/days.ts'
import { romeTime } from '../../../domain/shared/rome-time.ts'
import { type Random, stream } from '../random.ts'
import { type FuelCode, fuelCode, fuels } from '../reference.ts'
import { numbered, type SeedOptions, type SeedStation, type SeedStationFuel } from '../stations/stations.ts'

/** National price on the base day, € per litre or kilogram, and the mode it refers to. */
const bases: Record<FuelCode, readonly [price: number, mode: 'self' | 'serve']> = {
  BZ: [1.789, 'self'],
  GA: [1.739, 'self'],
  GP: [0.719, 'serve'],
  ME: [1.459, 'serve'],
  HV: [1.819, 'self'],
  B1: [1.914, 'self'],
  DP: [1.864, 'self'],
  AG: [1.109, 'serve'],
  AB: [0.999, 'self'],
  GN: [1.399, 'serve'],
}

/** National prices of a fuel, today first, then day by day into the past: a random walk that tends back to the base price. */
export function national(seed: number, code: FuelCode, days: number): number[] {
  const random = stream(seed, `national_price_${code}`, 0)
  const [base] = bases[code]
  const walk = [base]
  for (let day = 1; day < days; day++) walk.push(walk[day - 1]! + (base - walk[day - 1]!) * 0.05 + random.bell() * 0.004)
  return walk
}
/** Rounds euro to the nearest count of thousandths that ends in 4 or 9, as on real price signs. */
export const onSign = (price: number) => Math.round((price * 1_000 - 4) / 5) * 5 + 4

export interface SeedPrice {
  station_id: number
  fuel_id: number
  mode: 'self' | 'serve'
  /** Three decimals. */
  price: number
  /** UTC instant. */
  valid_from: string
  source: 'manuale' | 'icad'
  /** The author, if a person published it. */
  created_by: number | null
}
/**
 * One series of `changes` prices, oldest first, 2–5 days apart, each a step of 0.005 or 0.010 € towards `target`, the wanted price
 * a number of days ago. `fresh` is the age of the newest price in days.
 */
function series(random: Random, asOf: string, changes: number, fresh: number, target: (daysAgo: number) => number) {
  const daysAgo = [fresh]
  while (daysAgo.length < changes) daysAgo.push(daysAgo.at(-1)! + random.int(2, 5))
  let thousandths = 0
  return daysAgo.reverse().map((ago) => {
    const wanted = onSign(target(ago))
    const gap = wanted - thousandths || (random.chance(0.5) ? 5 : -5)
    thousandths = thousandths ? thousandths + Math.sign(gap) * (Math.abs(gap) > 5 ? 10 : 5) : wanted
    const [year = 0, month = 0, day = 0] = addDays(asOf, -ago).split('-').map(Number)
    const [hour, minute] = ago === 0 ? [0, 5] : [random.pick([6, 7, 8, 13, 19, 20]), random.int(0, 59)]
    return { price: thousandths / 1_000, valid_from: new Date(romeTime(year, month, day, hour, minute)).toISOString() }
  })
}

/**
 * Rows of `prices`: `changes` for each fuel and mode a station sells. Station 1 changed its prices on the base day; station 6 has not for
 * more than 8 days, so its communication is overdue.
 */
export function seedPrices(
  { seed, asOf }: SeedOptions,
  stations: readonly SeedStation[],
  sold: readonly SeedStationFuel[],
  changes: number,
  author: number | null = null,
) {
  const days = changes * 5 + 30
  const walks = new Map(fuels.map((fuel) => [fuel.id, national(seed, fuel.code as FuelCode, days)]))
  const byId = new Map(stations.map((station) => [station.id, station]))
  return numbered(
    sold.flatMap((sale): SeedPrice[] => {
      const { id: station_id, region, kind } = byId.get(sale.station_id)!
      if (!sale.active) return []
      const own = stream(seed, 'station_price', station_id)
      const offset =
        own.bell() * 0.025 + stream(seed, `region_price_${region}`, 0).real(-0.02, 0.03, 4) + (kind === 'autostradale' ? 0.12 : 0)
      const served = own.real(0.12, 0.22, 3)
      const [, usual] = bases[fuelCode(sale.fuel_id)]
      const modes = (['self', 'serve'] as const).filter((mode) => sale[mode])
      return modes.flatMap((mode) => {
        const random = stream(seed, `prices_${sale.fuel_id}_${mode}`, station_id)
        const extra = offset + (mode === usual ? 0 : mode === 'serve' ? served : -0.02)
        const fresh = station_id === 1 ? 0 : station_id === 6 ? random.int(9, 20) : random.int(1, 5)
        return series(random, asOf, changes, fresh, (ago) => walks.get(sale.fuel_id)![ago]! + extra).map((row) => {
          const written = random.chance(0.8)
          const source = written ? ('manuale' as const) : ('icad' as const)
          return { station_id, fuel_id: sale.fuel_id, mode, ...row, source, created_by: written ? author : null }
        })
      })
    }),
  )
}
