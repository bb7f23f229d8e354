/** Calendar days `YYYY-MM-DD`, in UTC. */
const DAY_MS = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, count: number) => new Date(utc(day) + count * DAY_MS).toISOString().slice(0, 10)
/** The same day of the month `count` months later, or the last one when it has none. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}
export const yearOf = (day: string) => Number(day.slice(0, 4))
