/** Months are `YYYY-MM`, days `YYYY-MM-DD`; weeks begin on Monday. */
export const monthOf = (day: string) => day.slice(0, 7)
const iso = (date: Date) => date.toISOString().slice(0, 10)
const dayOf = (month: string, day: number) => new Date(`${month}-${String(day).padStart(2, '0')}T12:00:00Z`)

export function addMonths(month: string, by: number): string {
  const date = dayOf(month, 1)
  date.setUTCMonth(date.getUTCMonth() + by)
  return monthOf(iso(date))
}
/** The days of a month, first to last. */
export function daysOf(month: string): string[] {
  const last = new Date(dayOf(addMonths(month, 1), 1).getTime() - 86_400_000).getUTCDate()
  return Array.from({ length: last }, (_, at) => iso(dayOf(month, at + 1)))
}
/** The same by weeks; null stands for days of the months beside it. */
export function weeksOf(month: string): (string | null)[][] {
  const days = daysOf(month)
  const before = (dayOf(month, 1).getUTCDay() + 6) % 7
  const cells = [...Array<null>(before).fill(null), ...days]
  while (cells.length % 7) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
