import { daysBetween } from './days.ts'

/** When something was or is due, in words: "era per il 01/03/2026", "è per il 01/03/2026, tra 7 giorni". */
export function dueSentence(day: string, today: string): string {
  const [days, written] = [daysBetween(today, day), day.split('-').toReversed().join('/')]
  if (days < 0) return `era per il ${written}`
  return days === 0 ? `è per oggi, ${written}` : `è per il ${written}, tra ${days === 1 ? '1 giorno' : `${days} giorni`}`
}
