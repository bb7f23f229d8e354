import { expect, test } from 'vitest'
import { addMonths, daysOf, weeksOf } from '../../../src/rules/shared/calendar.ts'

test('months follow each other over the year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2027-01', -1)).toBe('2026-12')
  expect(addMonths('2026-05', -17)).toBe('2024-12')
})
test('a month has its days, also the leap one and those where the clock changes', () => {
  expect(daysOf('2024-02')).toHaveLength(29)
  expect(daysOf('2026-02').at(-1)).toBe('2026-02-28')
  expect(daysOf('2026-03')).toHaveLength(31)
  expect(daysOf('2026-10').slice(24, 26)).toEqual(['2026-10-25', '2026-10-26'])
})
test('weeks begin on Monday; what is of other months is empty', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
  expect(weeksOf('2027-02')).toHaveLength(4)
})
