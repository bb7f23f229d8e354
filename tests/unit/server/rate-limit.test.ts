import { expect, test } from 'vitest'
import { perMinute } from '../../../server/lib/core/rate-limit.ts'

test('so many a minute and name, and no more; the next minute begins anew, also on a clock that was put back', () => {
  const count = perMinute(2)
  const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1_000)
  count('a', at(0))
  count('a', at(10))
  expect(() => count('a', at(20))).toThrow(expect.objectContaining({ status: 429, extra: { retryAfter: 40 } }))
  expect(() => count('a', at(59.9))).toThrow(expect.objectContaining({ extra: { retryAfter: 1 } }))
  count('b', at(20))
  count('a', at(60))
  count('a', at(60))
  expect(() => count('a', at(61))).toThrow()
  count('a', at(0))
  expect(() => perMinute(0)('a', at(0))).toThrow(expect.objectContaining({ message: 'Troppi tentativi. Riprova tra 1 minuto.' }))
})
