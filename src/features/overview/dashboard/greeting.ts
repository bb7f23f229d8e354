import { romeWallClock, timeOf } from '../../../rules/stations/open-now.ts'

/** "Buonasera" from six in the evening until five in the morning, by the clock of Rome. */
export function greetingAt(now: number): string {
  const time = timeOf(romeWallClock(now))
  return time >= '18:00' || time < '05:00' ? 'Buonasera' : 'Buongiorno'
}
