import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isHoliday } from '../../src/rules/shared/italian-holidays.ts'
import {
  byMode,
  byWeek,
  dayOf,
  openState,
  openWords,
  romeWallClock,
  stationOpenState,
  weekdaysFor,
} from '../../src/rules/stations/open-now.ts'
import type { DayHours, DetailedHours, WeekdayHours } from '../../src/rules/stations/opening-hours.ts'
import { someHours } from './hours.ts'

const at = (instant: string) => romeWallClock(Date.parse(instant))
const broken: DayHours = { open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30' }
const always: WeekdayHours[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, h24: true }))
/** Two intervals a day, Saturday mornings, closed on Sundays. */
const usual: WeekdayHours[] = [
  ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...broken })),
  { weekday: 6, open1: '07:00', close1: '12:30' },
  { weekday: 7, closed: true },
]
/** Open through the nights of Friday and Saturday. */
const nights: WeekdayHours[] = [
  ...[1, 2, 3, 4].map((weekday) => ({ weekday, closed: true })),
  { weekday: 5, open1: '22:00', close1: '24:00' },
  { weekday: 6, open1: '00:00', close1: '02:00', open2: '22:00', close2: '24:00' },
  { weekday: 7, open1: '00:00', close1: '02:30' },
]
function said(week: readonly WeekdayHours[], instant: string): string {
  const now = at(instant)
  const state = openState(byWeek(week), now)
  if (!state) return 'unknown'
  const { word, next } = openWords(state, now)
  return [word, next].filter(Boolean).join(' · ')
}

describe('open or not', () => {
  it.each([
    // 25 November 2026 is a Wednesday; Rome is an hour before UTC.
    ['2026-11-25T05:59:59Z', 'Chiuso · apre alle 07:00'],
    ['2026-11-25T06:00:00Z', 'Aperto ora · chiude alle 12:30'],
    ['2026-11-25T11:29:59Z', 'Aperto ora · chiude alle 12:30'],
    ['2026-11-25T11:30:00Z', 'Chiuso · apre alle 15:00'],
    ['2026-11-25T19:00:00Z', 'Chiuso · apre domani alle 07:00'],
    ['2026-11-28T12:00:00Z', 'Chiuso · apre lunedì alle 07:00'],
    // Christmas is a Friday with the hours of Sunday, St Stephen's a Saturday.
    ['2026-12-24T19:00:00Z', 'Chiuso · apre lunedì alle 07:00'],
    ['2026-12-25T09:00:00Z', 'Chiuso · apre lunedì alle 07:00'],
    // In summer two hours before.
    ['2026-07-01T05:00:00Z', 'Aperto ora · chiude alle 12:30'],
  ])('%s: %s', (instant, words) => {
    expect(said(usual, instant)).toBe(words)
  })
  it('goes on into a holiday as the night before says, and then by the hours of the holiday', () => {
    // Tuesday 8 December 2026 is a holiday: the hours of Sunday, but the night is Monday's.
    const bar: WeekdayHours[] = [
      { weekday: 1, open1: '18:00', close1: '24:00' },
      { weekday: 2, open1: '00:00', close1: '02:00', open2: '06:00', close2: '22:00' },
      { weekday: 7, open1: '07:00', close1: '21:00' },
    ]
    expect(said(bar, '2026-12-07T22:30:00Z')).toBe('Aperto ora · chiude domani alle 02:00')
    expect(said(bar, '2026-12-07T23:30:00Z')).toBe('Aperto ora · chiude alle 02:00')
    expect(said(bar, '2026-12-08T01:30:00Z')).toBe('Chiuso · apre alle 07:00')
    expect(said(bar, '2026-12-08T20:30:00Z')).toContain('Chiuso')
    const shut = [...bar.slice(0, 2), { weekday: 7, closed: true }]
    expect(said(shut, '2026-12-07T23:30:00Z')).toBe('Aperto ora · chiude alle 02:00')
    // Hours of the holiday that lie within the night do not end it.
    const within = [...bar.slice(0, 2), { weekday: 7, open1: '00:30', close1: '01:00' }]
    expect(said(within, '2026-12-07T23:10:00Z')).toBe('Aperto ora · chiude alle 02:00')
    // Without the evening before, the holiday has no night.
    const quiet = [{ weekday: 1, open1: '18:00', close1: '23:00' }, ...bar.slice(1)]
    expect(said(quiet, '2026-12-07T23:30:00Z')).toBe('Chiuso · apre alle 07:00')
  })
  it('continues across midnight, and ends when the next day says', () => {
    expect(said(nights, '2026-11-27T20:00:00Z')).toBe('Chiuso · apre alle 22:00')
    expect(said(nights, '2026-11-27T22:59:00Z')).toBe('Aperto ora · chiude domani alle 02:00')
    expect(said(nights, '2026-11-27T23:30:00Z')).toBe('Aperto ora · chiude alle 02:00')
    expect(said(nights, '2026-11-28T01:00:00Z')).toBe('Chiuso · apre alle 22:00')
    const until24 = nights.map((day) => (day.weekday === 6 ? { weekday: 6, closed: true } : day))
    expect(said(until24, '2026-11-27T22:00:00Z')).toBe('Aperto ora · chiude alle 24:00')
  })
  it('is always open with 24 hours every day, as an interval or a flag', () => {
    expect(said(always, '2026-11-25T03:00:00Z')).toBe('Aperto ora · 24 ore')
    const written = always.map(({ weekday }) => ({ weekday, open1: '00:00', close1: '24:00' }))
    expect(said(written, '2026-11-25T03:00:00Z')).toBe('Aperto ora · 24 ore')
    expect(said([...always.slice(0, 6), { weekday: 7, closed: true }], '2026-11-25T03:00:00Z')).toBe(
      'Aperto ora · chiude sabato alle 24:00',
    )
  })
  it('looks past a holiday for the next opening, within its limit', () => {
    const mondays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => (weekday === 1 ? { weekday, ...broken } : { weekday, closed: true }))
    // Easter Monday of 2027 is 29 March.
    expect(said(mondays, '2027-03-28T10:00:00Z')).toBe('Chiuso · apre il 05/04 alle 07:00')
    expect(
      said(
        always.map(({ weekday }) => ({ weekday, closed: true })),
        '2026-11-25T10:00:00Z',
      ),
    ).toBe('Chiuso')
  })
  it('is unknown without hours of the day', () => {
    expect(said([], '2026-11-25T10:00:00Z')).toBe('unknown')
    expect(said(usual.slice(3), '2026-11-25T10:00:00Z')).toBe('unknown')
  })
  it('is closed while the station is not active, whatever its hours', () => {
    for (const status of ['temporarily_closed', 'maintenance', 'opening', 'dismissed'])
      expect(stationOpenState(status, byWeek(always), at('2026-11-25T10:00:00Z'))).toEqual({ open: false, from: null })
    expect(stationOpenState('active', byWeek(always), at('2026-11-25T10:00:00Z'))).toEqual({ open: true, until: null })
  })
})

describe('when the clocks change', () => {
  const night = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, open1: '02:30', close1: '03:15' }))
  it('in March an hour is skipped: an opening in it moves to its end', () => {
    // 29 March 2026, a Sunday: the clock goes from 01:59 to 03:00.
    expect(said(night, '2026-03-29T00:59:00Z')).toBe('Chiuso · apre alle 02:30')
    expect(said(night, '2026-03-29T01:00:00Z')).toBe('Aperto ora · chiude alle 03:15')
    expect(said(night, '2026-03-29T01:15:00Z')).toBe('Chiuso · apre domani alle 02:30')
    expect(said(nights, '2026-03-29T00:59:59Z')).toBe('Aperto ora · chiude alle 02:30')
    expect(said(nights, '2026-03-29T01:00:00Z')).toBe('Chiuso · apre venerdì alle 22:00')
  })
  it('in October an hour is repeated, and its hours apply twice', () => {
    // 31 October 2027, a Sunday: 03:00 becomes 02:00 again.
    expect(said(nights, '2027-10-31T00:15:00Z')).toBe('Aperto ora · chiude alle 02:30')
    expect(said(nights, '2027-10-31T00:45:00Z').startsWith('Chiuso')).toBe(true)
    expect(said(nights, '2027-10-31T01:15:00Z')).toBe('Aperto ora · chiude alle 02:30')
    expect(said(nights, '2027-10-31T01:45:00Z').startsWith('Chiuso')).toBe(true)
  })
  it('a 24-hour station stays open through both nights', () => {
    for (let minutes = -180; minutes <= 180; minutes += 15)
      for (const night of ['2026-03-29T01:00:00Z', '2027-10-31T01:00:00Z'])
        expect(openState(byWeek(always), romeWallClock(Date.parse(night) + minutes * 60_000))).toEqual({ open: true, until: null })
  })
})

describe('any week at any minute', () => {
  const weeks = fc.array(someHours, { minLength: 8, maxLength: 8 }).map((days) => days.map((hours, at) => ({ weekday: at + 1, ...hours })))
  const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) })
  const within = (hours: DayHours & { night?: string }, time: string) =>
    !!hours.h24 ||
    [['00:00', hours.night] as const, [hours.open1, hours.close1] as const, [hours.open2, hours.close2] as const].some(
      ([from, to]) => from && to && from <= time && time < to,
    )
  it('is open while the local time is within an interval, and until it ends', () => {
    fc.assert(
      fc.property(weeks, instants, (week, instant) => {
        const now = romeWallClock(instant)
        const says = (wall: number) => within(byWeek(week)(dayOf(wall))!, new Date(wall).toISOString().slice(11, 16))
        const state = openState(byWeek(week), now)!
        expect(state.open).toBe(says(now))
        const change = state.open ? state.until : state.from
        if (change === null) return
        expect(change).toBeGreaterThan(now)
        expect(says(change)).toBe(!state.open)
        expect(says(change - 60_000)).toBe(state.open)
      }),
      { numRuns: 500 },
    )
  })
  it('Rome is one or two hours ahead of UTC', () => {
    fc.assert(fc.property(instants, (instant) => [1, 2].includes((romeWallClock(instant) - Math.floor(instant / 1000) * 1000) / 3_600_000)))
  })
})

describe('seasons of a mode', () => {
  const entries = (season: string, valid_from: string, valid_to: string, hours: DayHours, mode = 'servito'): DetailedHours[] =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ mode, season, valid_from, valid_to, weekday, ...hours }))
  const winter = { open1: '08:00', close1: '18:00' }
  const summer = { open1: '06:00', close1: '22:00' }
  const set = [
    ...entries('annuale', '01-01', '12-31', broken),
    ...entries('invernale', '12-01', '02-28', winter),
    ...entries('estivo', '06-01', '08-31', summer),
    ...entries('annuale', '01-01', '12-31', { h24: true }, 'self'),
  ]
  it.each([
    ['2026-12-01', winter],
    ['2027-01-04', winter],
    ['2027-02-28', winter],
    ['2027-03-01', broken],
    ['2028-02-29', broken],
    ['2027-06-01', summer],
    ['2027-08-31', summer],
    ['2027-09-01', broken],
  ])('%s', (day, hours) => {
    expect(byMode(set, 'servito')(day)).toMatchObject(hours)
    expect(byMode(set, 'self')(day)).toMatchObject({ h24: true })
    expect(byMode(set, 'bar')(day)).toBeUndefined()
  })
  it('have their own holidays, or those of Sunday', () => {
    const own = [...set, { ...set[0]!, weekday: 8, open1: '09:00', close1: '12:00', open2: null, close2: null }]
    expect(byMode(own, 'servito')('2027-03-29')).toMatchObject({ open1: '09:00' })
    expect(byMode(set, 'servito')('2027-03-29')).toMatchObject({ weekday: 7 })
    expect(byMode(own, 'servito')('2027-03-30')).toMatchObject({ weekday: 2 })
  })
})

describe('holidays', () => {
  it('of 2026 and 2027 match the calendar', () => {
    const year = (of: number) =>
      Array.from({ length: 365 }, (_, n) => new Date(Date.UTC(of, 0, 1 + n)).toISOString().slice(0, 10))
        .filter(isHoliday)
        .map((day) => day.slice(5))
    const fixed = ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '10-04', '11-01', '12-08', '12-25', '12-26']
    expect(year(2026)).toEqual([...fixed, '04-05', '04-06'].sort())
    expect(year(2027)).toEqual([...fixed, '03-28', '03-29'].sort())
  })
  it.each([2024, 2025, 2026, 2030, 2038, 2049, 2076])('Easter of %i', (year) => {
    // Dates of the church's tables.
    const easters: Record<number, string> = {
      ...{ 2024: '03-31', 2025: '04-20', 2026: '04-05', 2030: '04-21', 2038: '04-25', 2049: '04-18', 2076: '04-19' },
    }
    expect(isHoliday(`${year}-${easters[year]}`)).toBe(true)
    expect(weekdaysFor(`${year}-${easters[year]}`)).toEqual([8, 7])
  })
  it('St Francis is a holiday since 2026', () => {
    expect(['2025-10-04', '2026-10-04', '2027-10-04'].map(isHoliday)).toEqual([false, true, true])
  })
})
