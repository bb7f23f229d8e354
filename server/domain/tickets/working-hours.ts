import { isHoliday } from '../../../src/rules/shared/italian-holidays.ts'
import { addDays } from '../shared/days.ts'
import { dayInRome, romeTime } from '../shared/rome-time.ts'

const HOUR_MS = 3_600_000
type Hours = readonly (readonly [from: number, to: number])[]
const WEEKDAY: Hours = [
  [8, 13],
  [14, 18],
]
const SATURDAY: Hours = [[8, 13]]
/** The hours above in words. */
export const CALENDAR = 'lun–ven 8–13 e 14–18, sab 8–13, esclusi domeniche e festivi'

/** The working hours of a day (`YYYY-MM-DD`) by the clock in Rome; none on Sundays and holidays. */
function workedOn(day: string): Hours {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || isHoliday(day)) return []
  return weekday === 6 ? SATURDAY : WEEKDAY
}
/** Whether the day, `YYYY-MM-DD`, has working hours. */
export const isWorkingDay = (day: string) => workedOn(day).length > 0

/** Whether the instant lies in working hours. */
export const isWorkedAt = (at: Date): boolean => {
  const [year, month, date] = dayInRome(at).split('-').map(Number) as [number, number, number]
  return workedOn(dayInRome(at)).some(
    ([opens, closes]) => at.getTime() >= romeTime(year, month, date, opens) && at.getTime() < romeTime(year, month, date, closes),
  )
}
/** A span of time in milliseconds since 1970. */
type Span = readonly [from: number, to: number]
export interface Pause {
  from: string
  /** Null while it lasts. */
  to: string | null
}
/** The parts of a span outside the pauses, which must be sorted. */
function outside(span: Span, pauses: readonly Span[]): Span[] {
  const left: Span[] = []
  let [from, to] = span
  for (const [begin, end] of pauses) {
    if (end <= from || begin >= to) continue
    if (begin > from) left.push([from, begin])
    from = Math.max(from, end)
  }
  if (from < to) left.push([from, to])
  return left
}
const spansOf = (pauses: readonly Pause[]): Span[] =>
  pauses.flatMap(({ from, to }): Span[] => (to ? [[Date.parse(from), Date.parse(to)]] : [])).sort(([a], [b]) => a - b)

/** The instant `hours` working hours after `from`. Finished pauses do not count; a pause that still lasts is ignored. */
export function afterWorkingHours(from: Date, hours: number, pauses: readonly Pause[] = []): Date {
  const cut = spansOf(pauses)
  let left = hours * HOUR_MS
  for (let day = dayInRome(from); ; day = addDays(day, 1)) {
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    for (const [opens, closes] of workedOn(day)) {
      const start = Math.max(from.getTime(), romeTime(year, month, date, opens))
      for (const [begin, end] of outside([start, romeTime(year, month, date, closes)], cut)) {
        if (end - begin >= left) return new Date(begin + left)
        left -= end - begin
      }
    }
  }
}
/** The instant `hours` clock hours after `from`. Finished pauses do not count; a pause that still lasts is ignored. */
export function afterHours(from: Date, hours: number, pauses: readonly Pause[] = []): Date {
  let due = from.getTime() + hours * HOUR_MS
  for (const [begin, end] of spansOf(pauses)) if (begin < due && end > from.getTime()) due += end - Math.max(begin, from.getTime())
  return new Date(due)
}
/** The holidays (`YYYY-MM-DD`) between two instants, without those on a Sunday. */
export function holidaysBetween(from: Date, to: Date): string[] {
  const found = []
  const last = dayInRome(to)
  for (let day = dayInRome(from); day <= last; day = addDays(day, 1))
    if (isHoliday(day) && new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) found.push(day)
  return found
}
