import { expect, test } from 'vitest'
import { greetingAt } from '../../src/features/overview/dashboard/greeting.ts'

test('one is wished a good evening from six until five in the morning, by the clock of Rome', () => {
  const at = (instant: string) => greetingAt(Date.parse(instant))
  expect(at('2026-11-29T16:59:00Z')).toBe('Buongiorno')
  expect(at('2026-11-29T17:00:00Z')).toBe('Buonasera')
  expect(at('2026-07-01T15:59:00Z')).toBe('Buongiorno')
  expect(at('2026-07-01T16:00:00Z')).toBe('Buonasera')
  expect(at('2026-11-30T03:59:00Z')).toBe('Buonasera')
  expect(at('2026-11-30T04:00:00Z')).toBe('Buongiorno')
})
