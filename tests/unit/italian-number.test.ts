import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatItalianNumber, parseItalianNumber } from '../../src/contract/kernel/italian-number.ts'

const number = (value: number) => ({ kind: 'number', value })

describe('a fuel price (three decimals)', () => {
  it.each(['1.789', '1,789', '€ 1,789', '€1.789', '1,789 €', '1,789 €/l', '1,789 EUR', ' 1,789 ', '1,789 €/l'])('%s is 1,789', (text) => {
    expect(parseItalianNumber(text, 3)).toEqual(number(1.789))
  })
  it.each([
    ['0.719', 0.719],
    ['.719', 0.719],
    [',719', 0.719],
    ['1.7', 1.7],
    ['1.79', 1.79],
    ['1,7', 1.7],
    ['2', 2],
    ['1,7890', 1.789],
    ['12,789', 12.789],
    ['12.789,5', 12_789.5],
    ['1.234.567', 1_234_567],
  ])('%s is read', (text, value) => expect(parseItalianNumber(text, 3)).toEqual(number(value)))
  it.each([
    ['12.789', [12.789, 12_789]],
    ['-12.789', [-12_789, -12.789]],
    ['120.500', [120.5, 120_500]],
  ])('%s has two meanings', (text, values) => expect(parseItalianNumber(text, 3)).toEqual({ kind: 'ambiguous', values }))
  it('refuses a fourth decimal', () => expect(parseItalianNumber('1,7895', 3)).toEqual({ kind: 'too-precise' }))
})

describe('an amount (two decimals, the default)', () => {
  it.each([
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['1234,5', 1234.5],
    ['1234.5', 1234.5],
    ["1'234,50", 1234.5],
    ['1 234,50', 1234.5],
    ['1 234,50', 1234.5],
    ['1.789', 1789],
    ['1.234.567,89', 1_234_567.89],
    ['1,234,567', 1_234_567],
    ['0,5', 0.5],
    ['0.50', 0.5],
    ['10,', 10],
    ['10.', 10],
    ['007', 7],
    ['-3,20', -3.2],
    ['−3,20', -3.2],
    ['- 3,20 €', -3.2],
    ['+3', 3],
    ['-0', 0],
    ['12,500', undefined],
  ])('%s is read', (text, value) => {
    expect(parseItalianNumber(text)).toEqual(value === undefined ? { kind: 'ambiguous', values: [12.5, 12_500] } : number(value))
  })
  it('asks what a lone comma before three figures means', () => {
    expect(parseItalianNumber('1,789')).toEqual({ kind: 'ambiguous', values: [1.79, 1789] })
  })
  it.each(['1,2345', '0,789', '0.789', '1.234,567'])('%s has too many decimals', (text) => {
    expect(parseItalianNumber(text)).toEqual({ kind: 'too-precise' })
  })
})

it('counts take a dot for thousands and no decimals', () => {
  expect(parseItalianNumber('1.234', 0)).toEqual(number(1234))
  expect(parseItalianNumber('12', 0)).toEqual(number(12))
  expect(parseItalianNumber('12,0', 0)).toEqual(number(12))
  expect(parseItalianNumber('12,5', 0)).toEqual({ kind: 'too-precise' })
})

it('coordinates are pasted with a dot', () => {
  expect(parseItalianNumber('45.464', 6)).toEqual(number(45.464))
  expect(parseItalianNumber('9,189982', 6)).toEqual(number(9.189982))
  expect(parseItalianNumber('-12.496', 6)).toEqual(number(-12.496))
})

it.each(['', '   ', '€'])('%j is empty', (text) => expect(parseItalianNumber(text)).toEqual({ kind: 'empty' }))

it.each(['abc', '1a', '1.2.3', '1,2,3', '1.23,4', '12.34.567', '1,2.345,6', '--1', '1-', ',', '-', '1e3', 'Infinity', '1,789.5,2'])(
  '%s is no number',
  (text) => {
    expect(parseItalianNumber(text, 3).kind).toBe('invalid')
  },
)

it('reads back whatever it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -1e12, max: 1e12 }), (decimals, units) => {
      const value = units === 0 ? 0 : Number(`${units}e-${decimals}`)
      expect(parseItalianNumber(formatItalianNumber(value, decimals), decimals)).toEqual(number(value))
    }),
  )
})

it('writes thousands with a dot from the first on', () => {
  expect(formatItalianNumber(1234.5)).toBe('1.234,50')
  expect(formatItalianNumber(1.789, 3)).toBe('1,789')
  expect(formatItalianNumber(-1_000_000, 0)).toBe('-1.000.000')
})
