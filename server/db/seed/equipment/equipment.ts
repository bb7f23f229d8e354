import type { deviceTypes } from '../../../../src/contract/equipment/station-devices.ts'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays, yearOf } from '../../../domain/shared/days.ts'
import { type Random, stream } from '../random.ts'
import { serviceId } from '../reference.ts'
import { numbered, type SeedOptions, type SeedStation, type seedStationServices } from '../stations/stations.ts'

/** Equipment of the stations: plausible plates, dates and a few things overdue. Makers are invented. */
export interface EquipmentOptions extends SeedOptions {
  /** The fewest pieces a station can have (the test profile), instead of a random count. */
  small?: boolean
}
type DeviceType = keyof typeof deviceTypes
const SERIAL = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
export const serialOf = (random: Random) => `${random.chars(2, 'ABCDEFGHJKLMNPRSTUVWXYZ')}${random.chars(7, '0123456789')}`
export const some = (random: Random, small: boolean | undefined, min: number, max: number) => (small ? min : random.int(min, max))

/**
 * A check done every `months` months on what is there since the middle of `year`: its last day, null before the first, and the next one.
 * One in twenty is overdue.
 */
export function checkOf(random: Random, asOf: string, months: number, year: number): readonly [last: string | null, next: string] {
  const overdue = random.chance(0.05)
  const last = addDays(addMonths(asOf, overdue ? -months : 0), -random.int(1, overdue ? 45 : Math.floor(months * 29)))
  const since = `${year}-07-01`
  return last < since ? [null, addMonths(since, months)] : [last, addMonths(last, months)]
}
/** Year of construction: between the opening of the station and last year, at most `age` years ago. */
export function builtIn(random: Random, station: SeedStation, asOf: string, age: number): number {
  const last = yearOf(asOf) - 1
  return random.int(Math.min(last, Math.max(last - age, yearOf(station.opened_at ?? asOf))), last)
}

const makers: readonly (readonly [brand: string, models: readonly string[]])[] = [
  ['Erogas', ['E200', 'E400 Multi', 'E600']],
  ['Pompitalia', ['Lince', 'Lince Plus', 'Falco 4P']],
  ['Fuelmec', ['FM-12', 'FM-24', 'FM-48']],
]
export const modelOf = (random: Random) => {
  const [brand, models] = random.pick(makers)
  return { brand, model: random.pick(models) }
}
/** Rows of `station_devices`. */
export function seedDevices(
  { seed, asOf, small }: EquipmentOptions,
  stations: readonly SeedStation[],
  services: ReturnType<typeof seedStationServices>,
) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'station_devices', station.id)
      const has = (name: string) => services.some((row) => row.station_id === station.id && row.available_service_id === serviceId(name))
      const wanted: DeviceType[] = station.is_warehouse
        ? ['console_sonde', 'dvr', 'pc']
        : [
            'opt',
            'totem',
            'rt',
            'console_sonde',
            ...(station.videoSurveillance ? (['dvr'] as const) : []),
            ...(has('Lavaggio a spazzole') ? (['lavaggio'] as const) : []),
            ...(has('Ricarica elettrica') ? (['ricarica'] as const) : []),
            'pc',
          ]
      return wanted.slice(0, some(random, small, 3, 6)).map((type) => {
        const rt = type === 'rt'
        const year = builtIn(random, station, asOf, rt ? 8 : 14)
        const [last_check, next_check] = rt ? checkOf(random, asOf, 24, year) : [null, null]
        return {
          station_id: station.id,
          type,
          ...modelOf(random),
          number: rt ? random.chars(11, SERIAL) : serialOf(random),
          year,
          stacker: type === 'opt' && random.chance(0.9),
          status: random.chance(0.96) ? ('attivo' as const) : ('guasto' as const),
          note: null,
          installed_at: `${year}-${String(random.int(1, 12)).padStart(2, '0')}-15`,
          last_check,
          next_check,
        }
      })
    }),
  )
}
export type SeedDevice = ReturnType<typeof seedDevices>[number]

/** Rows of `pos`; the one integrated in the acceptor hangs on its device. */
export function seedPos(
  { seed, asOf, small }: EquipmentOptions,
  stations: readonly SeedStation[],
  devices: readonly SeedDevice[],
  banks: number,
) {
  return numbered(
    stations
      .filter((station) => !station.is_warehouse)
      .flatMap((station) => {
        const random = stream(seed, 'pos', station.id)
        const opt = devices.find((row) => row.station_id === station.id && row.type === 'opt')
        const types = (['opt', 'cassa', 'mobile', 'softpos'] as const).slice(0, small ? 2 : random.int(1, 4))
        return types.map((type, place) => ({
          station_id: station.id,
          type,
          ...modelOf(random),
          serial: serialOf(random),
          network: random.weighted([
            ['ethernet', 60],
            ['wifi', 15],
            ['gprs', 20],
            ['pstn', 5],
          ]),
          side: type === 'opt' ? random.int(0, 1) : 0,
          bank_id: random.int(1, banks),
          tml: `TML${String(station.id).padStart(4, '0')}${place + 1}`,
          device_id: type === 'opt' ? (opt?.id ?? null) : null,
          status: random.weighted([
            ['attivo', 94],
            ['guasto', 4],
            ['dismesso', 2],
          ]),
          installed_at: addDays(asOf, -random.int(90, 2_800)),
        }))
      }),
  )
}

/** Rows of `oil_separators`: one a station, two in every fifth. */
export function seedOilSeparators({ seed, asOf }: SeedOptions, stations: readonly SeedStation[]) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'oil_separators', station.id)
      const types = random.chance(0.2) ? (['disoleatore', 'prima_pioggia'] as const) : (['disoleatore'] as const)
      return types.map((type) => {
        const year = builtIn(random, station, asOf, 25)
        const [last_cleaning, next_cleaning] = checkOf(random, asOf, 12, year)
        return {
          station_id: station.id,
          brand: random.pick(['Depuracque', 'Idroclean', 'Ecovasca']),
          model: `DS ${random.pick([10, 20, 30, 50])}`,
          number: serialOf(random),
          year,
          type,
          capacity: random.pick([2_000, 3_000, 5_000, 10_000]),
          last_cleaning,
          next_cleaning,
          company: random.pick(['Spurghi Val Taro S.r.l.', 'Eco Espurghi S.n.c.', 'Ambiente Pulito S.r.l.']),
          fir_number: last_cleaning && `FIR${yearOf(last_cleaning)}/${random.chars(6, '0123456789')}`,
          note: null,
        }
      })
    }),
  )
}

/** Rows of `network_devices`: a router, and what hangs on it, each at an address of the station's own net. */
export function seedNetworkDevices({ seed }: SeedOptions, stations: readonly SeedStation[]) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'network_devices', station.id)
      const items = ['Router', ...(station.is_warehouse ? ['PC'] : ['Switch', 'OPT']), ...(station.videoSurveillance ? ['DVR'] : [])]
      return items.map((item, place) => ({
        station_id: station.id,
        item,
        ip: `10.${Math.floor(station.id / 250) % 250}.${station.id % 250}.${place + 1}`,
        mac: random.chars(12, '0123456789ABCDEF').replace(/..(?=.)/g, '$&:'),
        hostname: `${item.toLowerCase()}-${station.code.toLowerCase()}`,
        brand: random.pick(['Retelia', 'Nodosud', 'Linkforte']),
        model: `${item[0]}${random.pick([100, 200, 400])}`,
        serial: serialOf(random),
        location: random.pick(['Gabbiotto', 'Locale tecnico', 'Ufficio']),
        monitored: random.chance(0.7),
      }))
    }),
  )
}
