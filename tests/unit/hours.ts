import fc from 'fast-check'
import type { DayHours } from '../../src/rules/stations/opening-hours.ts'

const two = (n: number) => String(n).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
/** Valid hours of a day: closed, 24 hours, or one or two intervals. */
export const someHours: fc.Arbitrary<DayHours> = fc.oneof(
  fc.constant({ closed: true }),
  fc.constant({ h24: true }),
  fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 2, maxLength: 2 }).map((edges) => {
    const [from, to] = edges.sort((a, b) => a - b) as [number, number]
    return { open1: clock(from), close1: clock(to) }
  }),
  fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { minLength: 4, maxLength: 4 }).map((edges) => {
    const [a, b, c, d] = edges.sort((one, other) => one - other).map(clock) as [string, string, string, string]
    return { open1: a, close1: b, open2: c, close2: d }
  }),
)
