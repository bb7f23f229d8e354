import { defaultIntervals, intervalsOf, isTooOld } from '../../../../src/rules/equipment/extinguisher-intervals.ts'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays, yearOf } from '../../../domain/shared/days.ts'
import { stream } from '../random.ts'
import { numbered, type SeedStation } from '../stations/stations.ts'
import { builtIn, checkOf, type EquipmentOptions } from './equipment.ts'

interface Kind {
  capacity: number
  unit: 'kg' | 'l'
  fire_class: string
  wheeled?: true
  tank_kind?: 'plastificato' | 'inox'
}
const kinds: Record<'polvere' | 'co2' | 'schiuma', readonly Kind[]> = {
  polvere: [
    { capacity: 6, unit: 'kg', fire_class: '34A 233B C' },
    { capacity: 9, unit: 'kg', fire_class: '55A 233B C' },
    { capacity: 50, unit: 'kg', fire_class: 'A B1 C', wheeled: true },
  ],
  co2: [
    { capacity: 2, unit: 'kg', fire_class: '34B' },
    { capacity: 5, unit: 'kg', fire_class: '113B' },
  ],
  schiuma: [{ capacity: 6, unit: 'l', fire_class: '27A 233B', tank_kind: 'plastificato' }],
}
const places = [
  'Isola 1',
  'Isola 2',
  'Isola GPL',
  'Gabbiotto',
  'Bar',
  'Locale tecnico',
  'Punto di scarico',
  'Quadro elettrico',
  'Lavaggio',
  'Deposito oli',
]
/** The last day a check every `months` months, counted from `start`, fell on, and the next one. */
function series(start: string, months: number, asOf: string): readonly [last: string | null, next: string] {
  let turns = 1
  while (addMonths(start, turns * months) <= asOf) turns++
  return [turns === 1 ? null : addMonths(start, (turns - 1) * months), addMonths(start, turns * months)]
}

/** Rows of `fire_extinguishers`; serial numbers are unique. */
export function seedExtinguishers({ seed, asOf, small }: EquipmentOptions, stations: readonly SeedStation[]) {
  return numbered(
    stations.flatMap((station) => {
      const random = stream(seed, 'fire_extinguishers', station.id)
      return Array.from({ length: small ? 4 : random.int(4, 10) }, (_, place) => {
        const type = random.weighted([
          ['polvere', 70],
          ['co2', 20],
          ['schiuma', 10],
        ])
        const kind = random.pick(kinds[type])
        const year = builtIn(random, station, asOf, 19)
        const { overhaul, test } = intervalsOf({ type, year, ...kind }, defaultIntervals)!
        const start = `${year}-06-30`
        const [last_check, next_check] = checkOf(random, asOf, 6, year)
        const [last_overhaul, next_overhaul] = series(start, overhaul, asOf)
        const [last_test, next_test] = series(start, test, asOf)
        return {
          station_id: station.id,
          number: `${year}${String(station.id).padStart(3, '0')}${String(place + 1).padStart(2, '0')}`,
          type,
          year,
          capacity: kind.capacity,
          unit: kind.unit,
          wheeled: kind.wheeled ?? false,
          tank_kind: kind.tank_kind ?? null,
          fire_class: kind.fire_class,
          location: places[place % places.length]!,
          last_check,
          next_check,
          last_overhaul,
          next_overhaul,
          last_test,
          next_test,
          company: 'Antincendio Padana S.r.l.',
          status: isTooOld({ year }, yearOf(asOf)) ? ('da_dismettere' as const) : ('attivo' as const),
          installed_at: addDays(`${year}-07-01`, random.int(0, 120)),
        }
      })
    }),
  )
}
