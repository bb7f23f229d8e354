import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DayHours,
  type DetailedHours,
  dayErrors,
  detailedErrors,
  hoursText,
  isWithin,
  LATE_CLOSE,
  OVERLAP,
  parseHours,
  weekErrors,
} from '../../src/rules/stations/opening-hours.ts'
import { someHours } from './hours.ts'

const whole = (hours: DayHours) => ({ open1: null, close1: null, open2: null, close2: null, closed: false, h24: false, ...hours })

describe('the hours of a day', () => {
  it.each<[DayHours, Record<string, string>]>([
    [{ open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30' }, {}],
    [{ open1: '07:00', close1: '15:00', open2: '15:00', close2: '24:00' }, {}],
    [{ open1: '12:30', close1: '07:00' }, { close1: LATE_CLOSE }],
    [{ open1: '07:00', close1: '07:00' }, { close1: LATE_CLOSE }],
    [{ open1: '22:00', close1: '06:00' }, { close1: LATE_CLOSE }],
    [{ open1: '07:00', close1: '12:00', open2: '19:00', close2: '15:00' }, { close2: LATE_CLOSE }],
    [{ open1: '07:00', close1: '15:30', open2: '15:00', close2: '19:30' }, { open2: OVERLAP }],
    [{ open1: '15:00', close1: '19:30', open2: '07:00', close2: '12:30' }, { open2: OVERLAP }],
    [{ open1: '07:00' }, { close1: "Indicare l'orario di chiusura." }],
    [{ open1: '07:00', close1: '12:00', close2: '19:00' }, { open2: "Indicare l'orario di apertura." }],
    [{}, { open1: 'Indicare gli orari, oppure chiuso o 24 ore.' }],
    [{ closed: true, h24: true }, { h24: 'Un giorno è chiuso oppure aperto 24 ore: indicarne uno solo.' }],
    [{ closed: true, open1: '07:00', close1: '12:00' }, { open1: 'Un giorno chiuso o aperto 24 ore non ha altri orari.' }],
  ])('%j: %j', (hours, errors) => {
    expect(dayErrors(hours)).toEqual(errors)
  })
  it('has the specified messages', () => {
    expect([LATE_CLOSE, OVERLAP]).toEqual([
      "L'orario di chiusura deve essere successivo a quello di apertura.",
      'Le fasce orarie si sovrappongono.',
    ])
  })
  it('valid hours are parsed from their own text', () => {
    fc.assert(
      fc.property(someHours, (hours) => {
        expect(dayErrors(hours)).toEqual({})
        expect(parseHours(hoursText(hours))).toEqual(whole(hours))
      }),
    )
  })
  it('any input is parsed, or stays as entered', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d :.,\-–/]{0,16}$/)), (text) => {
        const read = parseHours(text)
        if (!read) expect(text.trim()).toBe('')
        else if (hoursText(read) === text) expect(read.open1 === text || parseHours(hoursText(read))).toBeTruthy()
        else expect(parseHours(hoursText(read))).toEqual(read)
      }),
    )
  })
  it.each([
    ['8-12.30 15-19', '08:00–12:30, 15:00–19:00'],
    ['8:00 - 12:30 / 15:00 - 19:00', '08:00–12:30, 15:00–19:00'],
    ['dalle 8 alle 12 e dalle 15 alle 19.30', '08:00–12:00, 15:00–19:30'],
    ['0630-2000', '06:30–20:00'],
    ['630 2000', '06:30–20:00'],
    ['22-0', '22:00–24:00'],
    ['22-24', '22:00–24:00'],
    ['0-24', '00:00–24:00'],
    ['H24', '24 ore'],
    ['24 ore', '24 ore'],
    ['CHIUSO', 'Chiuso'],
    ['c', 'Chiuso'],
  ])('%s is %s', (typed, text) => {
    expect(hoursText(parseHours(typed)!)).toBe(text)
  })
  it.each(['8', '8-12-15', '25-26', '8-12.75', '8.30.15-12', '8,30-12,30', 'boh 8-12', '8-12 15-19 20-21', '=1+1'])(
    '%s is no hours',
    (text) => {
      expect(parseHours(text)).toEqual(whole({ open1: text }))
      expect(hoursText(parseHours(text)!)).toBe(text)
    },
  )
  it('an empty text gives null', () => expect(parseHours('  ')).toBeNull())
})

const week = (entry: Partial<DetailedHours>, days = [1, 2, 3, 4, 5, 6, 7]): DetailedHours[] =>
  days.map((weekday) => ({
    ...{ mode: 'servito', season: 'annuale', valid_from: '01-01', valid_to: '12-31', open1: '07:00', close1: '19:00' },
    ...entry,
    weekday,
  }))
describe('a week', () => {
  it('has each day once', () => {
    const day = { open1: '07:00', close1: '12:00' }
    expect(
      weekErrors([
        { weekday: 1, ...day },
        { weekday: 2, ...day },
        { weekday: 1, closed: true },
      ]),
    ).toEqual({
      '2.weekday': 'Il giorno compare due volte: Lunedì.',
    })
    expect(
      weekErrors([
        { weekday: 1, closed: true },
        { weekday: 3, open1: '09:00', close1: '08:00' },
      ]),
    ).toEqual({ '1.close1': LATE_CLOSE })
  })
})
describe('detailed hours', () => {
  it('are valid as complete weeks of seasons that do not overlap, with or without holidays', () => {
    expect(
      detailedErrors([
        ...week({}),
        ...week({ season: 'estivo', valid_from: '06-01', valid_to: '09-30' }, [1, 2, 3, 4, 5, 6, 7, 8]),
        ...week({ season: 'invernale', valid_from: '10-01', valid_to: '05-31' }),
        ...week({ mode: 'self', season: 'estivo', valid_from: '05-01', valid_to: '10-31' }),
      ]),
    ).toEqual({})
    expect(detailedErrors([])).toEqual({})
  })
  it('name the missing days of a mode and season', () => {
    expect(detailedErrors([...week({}), ...week({ mode: 'bar' }, [1, 2, 3, 4, 6, 8])])).toEqual({
      '7.weekday': 'Mancano dei giorni: venerdì, domenica.',
    })
  })
  it('have one validity per season, and no day in two seasons', () => {
    const [first, ...rest] = week({ season: 'estivo', valid_from: '06-01', valid_to: '09-30' })
    expect(detailedErrors([first!, ...rest.map((day) => ({ ...day, valid_to: day.weekday === 4 ? '08-31' : day.valid_to }))])).toEqual({
      '3.valid_from': 'La validità deve essere la stessa in tutti i giorni della stagione.',
    })
    expect(detailedErrors([first!, ...rest, ...week({ season: 'invernale', valid_from: '09-30', valid_to: '05-31' })])).toEqual({
      '7.valid_from': 'Le stagioni si sovrappongono.',
    })
  })
  it('report an invalid day by its index', () => {
    const entries = [...week({}), ...week({ mode: 'self' })]
    entries[10] = { ...entries[10]!, open1: '19:00', close1: '07:00' }
    expect(detailedErrors(entries)).toEqual({ '10.close1': LATE_CLOSE })
  })
})
describe('a season', () => {
  it.each([
    ['06-01', '06-01', '09-30', true],
    ['09-30', '06-01', '09-30', true],
    ['10-01', '06-01', '09-30', false],
    ['12-31', '10-01', '05-31', true],
    ['01-01', '10-01', '05-31', true],
    ['05-31', '10-01', '05-31', true],
    ['06-01', '10-01', '05-31', false],
    ['02-29', '02-29', '02-29', true],
  ])('%s from %s to %s: %s', (day, valid_from, valid_to, within) => {
    expect(isWithin(day, { valid_from, valid_to })).toBe(within)
  })
})
