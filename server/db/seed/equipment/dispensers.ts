import type { TankType } from '../../../../src/contract/equipment/tanks.ts'
import { testInterval } from '../../../../src/rules/equipment/tank-tests.ts'
import { addDays, yearOf } from '../../../domain/shared/days.ts'
import { type Random, stream } from '../random.ts'
import { type FuelCode, fuelCode, fuelId } from '../reference.ts'
import { numbered, type SeedOptions, type SeedStation, type SeedStationFuel } from '../stations/stations.ts'
import { builtIn, checkOf, type EquipmentOptions, modelOf, serialOf, some } from './equipment.ts'

const capacities: Partial<Record<FuelCode, readonly number[]>> = {
  BZ: [10_000, 15_000, 20_000, 25_000],
  GA: [15_000, 20_000, 30_000, 40_000],
  GP: [10_000, 13_000, 15_000],
  AB: [3_000, 5_000],
}

/** Rows of `tanks`: one for each liquid of the station, two for diesel where there would be fewer than three. */
export function seedTanks({ seed, asOf }: SeedOptions, stations: readonly SeedStation[], sold: readonly SeedStationFuel[]) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'tanks', station.id)
      const held = sold.filter((row) => row.station_id === station.id).map((row) => fuelCode(row.fuel_id))
      const liquids = held.filter((code) => code !== 'ME' && code !== 'GN')
      while (liquids.length < 3) liquids.push('GA')
      return liquids.slice(0, 6).map((code, place) => {
        const year = builtIn(random, station, asOf, 38)
        const age = yearOf(asOf) - year
        const old = random.chance(0.5) ? 'risanato' : 'parete_singola'
        const type: TankType = code === 'GP' ? 'gpl_interrato' : code === 'AB' ? 'fuori_terra' : age > 22 ? old : 'doppia_parete'
        const relined_at = type === 'risanato' ? addDays(asOf, -random.int(200, 4_000)) : null
        const leak_detection = type === 'doppia_parete'
        const { months = 60 } = testInterval({ type, year, relined_at, leak_detection }, asOf) ?? {}
        const [last_test, next_test] = checkOf(random, asOf, months, year)
        return {
          station_id: station.id,
          number: `C${place + 1}`,
          year,
          type,
          capacity: random.pick(capacities[code] ?? [5_000, 10_000]),
          probe: random.chance(0.85),
          note: null,
          fuel_id: fuelId(code),
          relined_at,
          leak_detection,
          last_test,
          next_test,
          compartment: random.chance(0.15) ? random.int(1, 3) : null,
          status: 'attivo' as const,
        }
      })
    }),
  )
}
export type SeedTank = ReturnType<typeof seedTanks>[number]

/** Rows of `dispensers` and of their `guns`: numbers of guns are unique in a station, each gun draws from a tank of its fuel. */
export function seedDispensers(
  { seed, asOf, small }: EquipmentOptions,
  stations: readonly SeedStation[],
  sold: readonly SeedStationFuel[],
  tanks: readonly SeedTank[],
) {
  const dispensers: (ReturnType<typeof dispenserOf> & { id: number })[] = []
  const guns: (ReturnType<typeof gunOf> & { id: number; dispenser_id: number })[] = []
  for (const station of stations) {
    if (station.is_warehouse) continue
    const random = stream(seed, 'dispensers', station.id)
    const codes = sold.filter((row) => row.station_id === station.id).map((row) => fuelCode(row.fuel_id))
    const liquids = codes.filter((code) => !['GP', 'ME', 'GN'].includes(code)).slice(0, 4)
    const gases = codes.filter((code) => code === 'GP' || code === 'ME')
    const count = Math.max(some(random, small, 2, 6), gases.length + 1)
    let number = 0
    for (let island = 1; island <= count; island++) {
      const gas = gases[count - island]
      const dispenser = { id: dispensers.length + 1, ...dispenserOf(random, station, asOf, island, gas) }
      dispensers.push(dispenser)
      const served = gas ? [gas] : liquids.filter((_, place) => place < 2 || (place + island) % 2 === 0 || count === 2)
      for (const side of ['A', 'B'] as const) {
        for (const code of served) {
          if (number >= 24) break
          number++
          const tank = tanks.find((row) => row.station_id === station.id && row.fuel_id === fuelId(code))
          guns.push({
            id: guns.length + 1,
            dispenser_id: dispenser.id,
            ...gunOf(random, station, asOf, { number, code, side, year: dispenser.year, tank_id: tank?.id ?? null }),
          })
        }
      }
    }
  }
  return { dispensers, guns }
}
const dispenserOf = (random: Random, station: SeedStation, asOf: string, island: number, gas: FuelCode | undefined) => ({
  station_id: station.id,
  ...modelOf(random),
  number: serialOf(random),
  year: builtIn(random, station, asOf, 20),
  note: null,
  kind: gas === 'GP' ? ('gpl' as const) : gas === 'ME' ? ('metano' as const) : ('multiprodotto' as const),
  island,
  status: random.chance(0.97) ? ('attivo' as const) : ('guasto' as const),
})
interface Gun {
  number: number
  code: FuelCode
  side: 'A' | 'B'
  /** The year the dispenser was built. */
  year: number
  tank_id: number | null
}
function gunOf(random: Random, station: SeedStation, asOf: string, { number, code, side, year, tank_id }: Gun) {
  const [last_metric_check, next_metric_check] = checkOf(random, asOf, 24, year)
  return {
    station_id: station.id,
    number,
    fuel_id: fuelId(code),
    side,
    flow: code === 'GA' && station.suitableForTruck && random.chance(0.4) ? ('alta_portata' as const) : ('normale' as const),
    tank_id,
    totalizer: random.real(80_000, 9_000_000, 2),
    last_metric_check,
    next_metric_check,
    seals_ok: random.chance(0.97),
    active: random.chance(0.99),
  }
}
