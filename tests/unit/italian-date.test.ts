import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatItalianDate, isoDay, parseItalianDate, parseItalianTime } from '../../src/contract/kernel/italian-date.ts'

const today = new Date(2026, 10, 21, 23, 59)

it.each([
  ['03/04/2026', '2026-04-03'],
  ['3/4/2026', '2026-04-03'],
  ['3/4/26', '2026-04-03'],
  ['3-4-26', '2026-04-03'],
  ['3.4.2026', '2026-04-03'],
  ['3 4 2026', '2026-04-03'],
  ['03042026', '2026-04-03'],
  ['030426', '2026-04-03'],
  ['3/4', '2026-04-03'],
  [' 03/04/2026 ', '2026-04-03'],
  ['2026-04-03', '2026-04-03'],
  ['oggi', '2026-11-21'],
  ['29/02/2028', '2028-02-29'],
  ['01/01/46', '2046-01-01'],
  ['01/01/47', '1947-01-01'],
  ['31/12/1999', '1999-12-31'],
])('%s is %s', (text, iso) => expect(parseItalianDate(text, today)).toBe(iso))

it.each([
  '',
  'x',
  '31/02/2026',
  '29/02/2027',
  '13/13/2026',
  '00/01/2026',
  '32/01/2026',
  '3/4/202',
  '3',
  '3/4/1899',
  '2026-13-01',
  '03/04/2026/1',
])('%s is no date', (text) => expect(parseItalianDate(text, today)).toBeNull())

it('every day survives being written and read, in every order of editing', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(1900, 0, 2), max: new Date(2199, 11, 30), noInvalidDate: true }), (date) => {
      const iso = isoDay(date)
      expect(parseItalianDate(formatItalianDate(iso))).toBe(iso)
    }),
  )
})

it.each([
  ['9', '09:00'],
  ['09', '09:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['21,15', '21:15'],
  ['9 30', '09:30'],
  ['00:00', '00:00'],
])('%s is %s', (text, time) => expect(parseItalianTime(text)).toBe(time))

it.each(['', '24', '24:00', '9:60', '9:3', 'x', '99999'])('%s is no time', (text) => expect(parseItalianTime(text)).toBeNull())
