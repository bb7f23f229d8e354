import { romeClock } from '../../src/contract/inspection-italian.ts'

/** Italian texts of instants (ISO 8601) as the clock of Rome shows them. */
/** "10/03/2026, 09:30–10:45", or both days where they differ. */
export function romeSpan(from: string, to: string): string {
  const a = romeClock(from)
  const b = romeClock(to)
  return a.day === b.day ? `${a.day}, ${a.time}–${b.time}` : `${a.day} ${a.time} – ${b.day} ${b.time}`
}
/** 4260 -> "1 h 11 min"; under a minute "meno di un minuto" */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'meno di un minuto'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours ? `${hours} h` : '', rest || !hours ? `${rest} min` : ''].filter(Boolean).join(' ')
}
