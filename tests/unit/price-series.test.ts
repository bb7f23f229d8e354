import { expect, test } from 'vitest'
import { romeTime } from '../../server/domain/shared/rome-time.ts'
import { communicationOf, daysAgo, daysBetween } from '../../src/rules/prices/communication.ts'
import { changesOf, inForce, seriesOf } from '../../src/rules/prices/series.ts'
import { romeInstant } from '../../src/rules/stations/open-now.ts'

const row = (price: number, valid_from: string, valid_to: string | null = null, more: object = {}) => ({
  ...{ fuel_id: 1, mode: 'self' as const, price, valid_from, valid_to, ...more },
})
const at = (day: string) => `2026-${day}T08:00:00.000Z`

test('prices are grouped by fuel and mode, oldest first', () => {
  const rows = [
    row(3, at('03-03')),
    row(1, at('03-01')),
    row(9, at('03-02'), null, { mode: 'serve' }),
    row(2, at('03-02'), null, { fuel_id: 2 }),
  ]
  expect(seriesOf(rows).map((series) => series.map(({ price }) => price))).toEqual([[1, 3], [9], [2]])
  expect(
    rows.map(({ price }) => price),
    'what was given stays as it was',
  ).toEqual([3, 1, 9, 2])
})

test('the newest price that has begun is in force, until the sale of the fuel ends', () => {
  const series = [row(1, at('03-01'), at('03-05')), row(2, at('03-03'), at('03-05')), row(3, at('03-08'))]
  const price = (day: string) => inForce(series, at(day))?.price
  expect(['02-28', '03-01', '03-02', '03-03', '03-04', '03-05', '03-07', '03-08'].map(price)).toEqual([
    ...[undefined, 1, 1, 2, 2, undefined, undefined, 3],
  ])
})

test('changes start from the price before, include the end of a sale once, and exclude planned prices', () => {
  const series = [row(1, at('03-01'), at('03-05')), row(2, at('03-03'), at('03-05')), row(3, at('03-08')), row(4, at('03-20'))]
  const told = changesOf(series, at('03-10')).map((change) => [change.at.slice(5, 10), change.old, change.new])
  expect(told).toEqual([
    ['03-01', null, 1],
    ['03-03', 1, 2],
    ['03-05', 2, null],
    ['03-08', null, 3],
  ])
})

test('a price that was taken back is followed by the one before it', () => {
  const series = [row(1, at('03-01')), row(2, at('03-03'), at('03-05')), row(1, at('03-05'))]
  expect(changesOf(series, at('03-10')).map((change) => [change.at.slice(5, 10), change.old, change.new])).toEqual([
    ['03-01', null, 1],
    ['03-03', 1, 2],
    ['03-05', 2, 1],
  ])
  expect(inForce(series, at('03-06'))?.price).toBe(1)
})

test('the duty to communicate counts days in Rome: up to date, due soon a day before its end, then overdue', () => {
  // 23:30 UTC of the 1st is the 2nd in Rome.
  const changed = '2026-11-01T23:30:00.000Z'
  expect(daysBetween(changed, '2026-11-02T22:00:00.000Z')).toBe(0)
  const clock = (day: string) => communicationOf(changed, `2026-11-${day}T12:00:00.000Z`)
  expect(clock('02')).toEqual({
    ...{
      clock: 'fresh',
      state: 'Aggiornati',
      sentence: 'Ultima variazione oggi: la comunicazione al MIMIT va rinnovata entro il 10/11/2026.',
    },
  })
  expect([clock('08').clock, clock('09').clock, clock('10').clock, clock('11').clock]).toEqual(['fresh', 'soon', 'soon', 'late'])
  expect(clock('11').sentence).toBe('Ultima variazione 9 giorni fa: la comunicazione al MIMIT andava rinnovata entro il 10/11/2026.')
  expect(communicationOf(null, changed).clock).toBe('never')
  expect([0, 1, 2].map(daysAgo)).toEqual(['oggi', 'ieri', '2 giorni fa'])
})

test('a wall clock in Rome is the same instant for screens and server, also in the nights the clocks change', () => {
  for (const [month, day] of [
    [3, 28],
    [3, 29],
    [3, 30],
    [7, 1],
    [10, 24],
    [10, 25],
    [10, 26],
    [12, 31],
  ] as const)
    for (let hour = 0; hour < 24; hour++)
      expect(romeInstant(Date.UTC(2026, month - 1, day, hour, 30)), `${day}/${month} ${hour}:30`).toBe(romeTime(2026, month, day, hour, 30))
})
