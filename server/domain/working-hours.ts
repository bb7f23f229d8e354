import { isHoliday } from '../../src/rules/italian-holidays.ts'
import { addDays } from './days.ts'
import { dayInRome, romeTime } from './rome-time.ts'

const HOUR_MS = 3_600_000
/** From and to which hour of the clock in Rome a day is worked (domain.md 1.7): Monday to Friday 8–18, Saturday 8–13, not on holidays. */
function workedOn(day: string): readonly [from: number, to: number] | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || isHoliday(day)) return undefined
  return weekday === 6 ? [8, 13] : [8, 18]
}
/** The instant `hours` working hours after `from`. */
export function afterWorkingHours(from: Date, hours: number): Date {
  let left = hours * HOUR_MS
  for (let day = dayInRome(from); ; day = addDays(day, 1)) {
    const worked = workedOn(day)
    if (!worked) continue
    const [year, month, date] = day.split('-').map(Number) as [number, number, number]
    const start = Math.max(from.getTime(), romeTime(year, month, date, worked[0]))
    const open = romeTime(year, month, date, worked[1]) - start
    if (open >= left) return new Date(start + left)
    left -= Math.max(0, open)
  }
}
