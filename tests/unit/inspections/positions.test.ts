import { expect, test } from 'vitest'
import { positionFacts } from '../../../src/rules/inspections/positions.ts'

const started_at = '2026-11-29T05:53:00.000Z'
const at = (time: string, lat = 44.8) => ({ lat, lon: 10, acc: 20, at: `2026-11-29T${time}:00.000Z` })
const facts = (gps_start: ReturnType<typeof at> | null, gps_end: ReturnType<typeof at> | null = null) =>
  positionFacts({ started_at, gps_start, gps_end })

test('only a position of the first minutes is told as the initial one; a later one tells its hour', () => {
  expect(facts(at('05:57'), at('06:20', 45))).toEqual([
    ['Posizione iniziale', '44,80000° N, 10,00000° E (± 20 m)'],
    ['Posizione finale', '45,00000° N, 10,00000° E (± 20 m)'],
  ])
  expect(facts(at('06:02'), at('06:02'))).toEqual([
    ['Posizione iniziale', null],
    ['Posizione alle 07:02', '44,80000° N, 10,00000° E (± 20 m)'],
    ['Posizione finale', '44,80000° N, 10,00000° E (± 20 m)'],
  ])
  expect(facts(at('05:53'))).toEqual([
    ['Posizione', '44,80000° N, 10,00000° E (± 20 m)'],
    ['Posizione finale', null],
  ])
  expect(facts(null)[0]).toEqual(['Posizione', null])
  // Devices of before did not note the time.
  expect(facts({ ...at('06:02'), at: undefined as never }, at('06:20'))[0]![1]).toBe('44,80000° N, 10,00000° E (± 20 m)')
})
