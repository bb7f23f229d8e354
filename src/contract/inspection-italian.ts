/** Italian spellings and calendar sums shared by the messages of the inspection rules. Days are `YYYY-MM-DD`. */
const decimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 4, useGrouping: 'always' })
/** 1234.5 -> "1.234,5" */
export const italianNumber = (value: number) => decimal.format(value)
/** "2026-03-09" -> "09/03/2026" */
export const italianDay = (day: string) => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** The day moved by whole days. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
