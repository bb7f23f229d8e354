// Italian formats and calendar arithmetic. Days are `YYYY-MM-DD`.
const decimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 4, useGrouping: 'always' })
/** 1234.5 -> "1.234,5" */
export const italianNumber = (value: number) => decimal.format(value)
/** "Il testo supera il limite: 2.134 di 2.000 caratteri."; null if the text fits. */
export const tooLong = (text: string | null | undefined, max: number): string | null =>
  text && text.length > max ? `Il testo supera il limite: ${italianNumber(text.length)} di ${italianNumber(max)} caratteri.` : null
/** True for an existing day. Date.UTC turns 30 February into March, so a changed day does not exist. */
export function isRealDay(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const rolled = new Date(Date.UTC(year, month - 1, date))
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && rolled.getUTCMonth() === month - 1 && rolled.getUTCDate() === date
}
const tenths = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
/** 69.4 -> "69,4", 80 -> "80,0": scores always have one decimal. */
export const italianScore = (value: number) => tenths.format(value)
/** "2026-03-09" -> "09/03/2026" */
export const italianDay = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** What is wrong with the last day of a period; undefined if it does not come before the first. Both are `YYYY-MM-DD`. */
export const periodProblem = (from: string | null | undefined, to: string | null | undefined) =>
  from && to && to < from ? 'Il giorno finale precede quello iniziale.' : undefined
/** The day moved by whole days. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The same day of the month `count` months later, or the month's last day if it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

const parts = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
/** Day and time in Rome of an instant (ISO 8601). */
export function romeClock(instant: string) {
  const found = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return { day: `${found.day}/${found.month}/${found.year}`, time: `${found.hour}:${found.minute}` }
}
/** "10/03/2026 09:30" */
export function romeMoment(instant: string): string {
  const { day, time } = romeClock(instant)
  return `${day} ${time}`
}
/** 4260 -> "1 h 11 min"; under a minute "meno di un minuto" */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'meno di un minuto'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ')
}
