import { romeClock } from '../../../src/rules/shared/italian.ts'

/** Italian texts of instants (ISO 8601) as the clock of Rome shows them. */
/** "10/03/2026, 09:30–10:45", or both days where they differ. */
export function romeSpan(from: string, to: string): string {
  const a = romeClock(from)
  const b = romeClock(to)
  return a.day === b.day ? `${a.day}, ${a.time}–${b.time}` : `${a.day} ${a.time} – ${b.day} ${b.time}`
}
