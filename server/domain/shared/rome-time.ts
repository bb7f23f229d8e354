/** Wall-clock times of Rome. Summer time by the European rule in force since 1996: last Sunday of March to last Sunday of October. */

const lastSunday = (year: number, month: 3 | 10) => 31 - new Date(Date.UTC(year, month - 1, 31)).getUTCDay()
const summers = new Map<number, { from: number; to: number }>()
/** From 02:00 of the last Sunday of March to 03:00 of the last one of October, as if the wall clock were UTC. */
function summer(year: number) {
  let found = summers.get(year)
  if (!found) {
    found = { from: Date.UTC(year, 2, lastSunday(year, 3), 2), to: Date.UTC(year, 9, lastSunday(year, 10), 3) }
    summers.set(year, found)
  }
  return found
}

/**
 * Milliseconds since 1970 of a wall-clock time in Rome (`month` 1–12). The hour that comes twice is taken the first time,
 * the hour that does not exist is moved on by one hour.
 */
export function romeTime(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const { from, to } = summer(year)
  if (wall >= from && wall < from + 3_600_000) return wall - 3_600_000
  return wall - (wall >= from && wall < to ? 7_200_000 : 3_600_000)
}

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })
/** The calendar day in Rome, `YYYY-MM-DD`. */
export const dayInRome = (at: Date): string => days.format(at)
/** Hours since the day began in Rome, up to 25. */
export function hoursOfDayInRome(at: Date): number {
  const [year, month, day] = dayInRome(at).split('-').map(Number) as [number, number, number]
  return (at.getTime() - romeTime(year, month, day)) / 3_600_000
}
