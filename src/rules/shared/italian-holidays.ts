/** National holidays with a fixed date, `MM-DD` (law 260 of 27 May 1949, art. 2, as amended). Patron saints of towns are not included. */
const fixed = new Set(['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'])
/** St Francis is a holiday since 1 January 2026 (law 151 of 8 October 2025). */
const FRANCIS = { day: '10-04', since: 2026 }

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher), as days since 1970. */
function easterDay(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const within = year % 100
  const skipped = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - skipped + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(within / 4) - moon - (within % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  return Date.UTC(year, 2, 22 + moon + weekday - 7 * late) / 86_400_000
}

/** True for a day (`YYYY-MM-DD`) with the hours of "Festivi": the holidays by law, Easter and Easter Monday. */
export function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4))
  const date = day.slice(5)
  if (fixed.has(date) || (date === FRANCIS.day && year >= FRANCIS.since)) return true
  const since = Date.parse(`${day}T00:00:00Z`) / 86_400_000 - easterDay(year)
  return since === 0 || since === 1
}
