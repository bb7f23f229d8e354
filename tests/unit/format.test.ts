import { expect, test } from 'vitest'
import { age, bytes, count, day, dayTime, euro, monthName, time, today } from '../../src/lib/format.ts'

/** The thin and the hard spaces of Intl as plain ones. */
const plain = (text: string) => text.replace(/\s/g, ' ')

test('days and instants are written as in Rome; nothing where there is none', () => {
  expect([day('2026-03-01'), day('2026-12-31T23:30:00Z'), day('2026-06-30T21:59:00Z')]).toEqual(['01/03/2026', '01/01/2027', '30/06/2026'])
  expect([time('2026-01-05T08:05:00Z'), time('2026-07-05T08:05:00Z')]).toEqual(['09:05', '10:05'])
  expect(dayTime('2026-07-05T22:05:00Z')).toBe('06/07/2026 00:05')
  for (const none of [null, undefined, '']) expect([day(none), time(none), dayTime(none)]).toEqual(['', '', ''])
  expect([monthName('2026-11'), monthName('2026-01')]).toEqual(['nov 2026', 'gen 2026'])
})
test('the day it is in Rome', () => {
  expect([today(Date.UTC(2026, 0, 31, 22, 59)), today(Date.UTC(2026, 0, 31, 23, 0))]).toEqual(['2026-01-31', '2026-02-01'])
  expect(today()).toMatch(/^\d{4}-\d\d-\d\d$/)
})
test('amounts have their decimals, three unless told; thousands are parted from the first', () => {
  expect(plain(euro(1.789))).toBe('1,789 €')
  expect(plain(euro(1234.5, 2))).toBe('1.234,50 €')
  expect(plain(euro(1.5))).toBe('1,500 €')
  expect(plain(euro(2, 0))).toBe('2 €')
  expect([count(1234), count(0), count(1234567)]).toEqual(['1.234', '0', '1.234.567'])
})
test('sizes are in the unit that reads best', () => {
  expect([0, 999_499, 1e6, 1_250_000, 999_900_000, 1e9, 12_345_000_000].map(bytes)).toEqual([
    '0 kB',
    '999 kB',
    '1,0 MB',
    '1,3 MB',
    '999,9 MB',
    '1,0 GB',
    '12,3 GB',
  ])
})
test('how long ago is told in words, of one or of many', () => {
  const MINUTE = 60_000
  const told = [0, 59_999, MINUTE, 2 * MINUTE, 59 * MINUTE, 60 * MINUTE, 119 * MINUTE, 120 * MINUTE, 48 * 60 * MINUTE - 1, 48 * 60 * MINUTE]
  expect(told.map(age)).toEqual([
    'meno di un minuto',
    'meno di un minuto',
    '1 minuto',
    '2 minuti',
    '59 minuti',
    '1 ora',
    '1 ora',
    '2 ore',
    '47 ore',
    '2 giorni',
  ])
  expect(age(72 * 60 * MINUTE)).toBe('3 giorni')
})
