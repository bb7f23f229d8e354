import { type Random, stream } from '../random.ts'
import { numbered, type SeedOptions, type SeedStation } from './stations.ts'

/** Opening hours of a day: two intervals at most, `HH:MM`. */
export interface Hours {
  open1: string | null
  close1: string | null
  open2: string | null
  close2: string | null
  closed: boolean
  h24: boolean
}
const intervals = (open1: string | null, close1: string | null, open2: string | null = null, close2: string | null = null): Hours => ({
  open1,
  close1,
  open2,
  close2,
  closed: open1 === null,
  h24: false,
})
const CLOSED = intervals(null, null)
const ALWAYS: Hours = { ...CLOSED, closed: false, h24: true }
/** Weekdays 1–7 from Monday, 8 the holidays. */
const DAYS = [1, 2, 3, 4, 5, 6, 7, 8]
type Week = (weekday: number) => Hours

/** Broken hours in 70 stations of 100, without a break in 20, and always in the others. */
const served = (random: Random): Week =>
  random.weighted<Week>([
    [(day) => (day > 6 ? CLOSED : day === 6 ? intervals('07:00', '12:30') : intervals('07:00', '12:30', '15:00', '19:30')), 70],
    [(day) => (day > 6 ? intervals('07:30', '13:00') : intervals('06:30', '20:00')), 20],
    [() => ALWAYS, 10],
  ])

/** Rows of `openings` (the week of the station) and of `detailed_openings` (by mode, all the year). Depots have none. */
export function seedOpenings({ seed }: SeedOptions, stations: readonly SeedStation[]) {
  const weeks = stations
    .filter((station) => !station.is_warehouse)
    .map((station) => {
      const random = stream(seed, 'openings', station.id)
      const serve = station.serve ? served(random) : () => CLOSED
      const self: Week = random.chance(0.95) ? () => ALWAYS : () => intervals('06:00', '23:00')
      return { station, serve, self }
    })
  const openings = weeks.flatMap(({ station, serve, self }) =>
    DAYS.slice(0, 7).map((weekday) => ({ station_id: station.id, weekday, ...(station.serve ? serve : self)(weekday) })),
  )
  const detailed_openings = weeks.flatMap(({ station, serve, self }) => {
    const modes: (readonly ['servito' | 'self', Week])[] = [
      ...(station.serve ? [['servito', serve] as const] : []),
      ...(station.self ? [['self', self] as const] : []),
    ]
    return modes.flatMap(([mode, week]) =>
      DAYS.map((weekday) => ({
        station_id: station.id,
        mode,
        season: 'annuale' as const,
        valid_from: '01-01',
        valid_to: '12-31',
        weekday,
        ...week(weekday),
        note: null,
      })),
    )
  })
  return { openings: numbered(openings), detailed_openings: numbered(detailed_openings) }
}
