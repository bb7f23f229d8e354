// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import type { StationPrices } from '../../src/contract/prices/prices.ts'
import { difference } from '../../src/features/prices/PriceCell.tsx'
import { parseBlock, parsePrice } from '../../src/features/prices/parse-price.ts'
import { type DraftPrice, keyOf, parseDraftPrice } from '../../src/features/prices/price-draft.ts'
import { sendingsOf, warningsOf } from '../../src/features/prices/publication.ts'
import { validFromInstant } from '../../src/features/prices/valid-from.ts'
import { variationLines } from '../../src/features/prices/variation.ts'
import { addDelta, communicationState } from '../../src/rules/prices/price-checks.ts'

test('prices typed or pasted from a spreadsheet are parsed; an invalid one gives the reason', () => {
  for (const text of ['1,789', '1.789', '€ 1,789', '1,789 €/l', ' 1,789 ']) expect(parsePrice(text), text).toEqual({ price: 1.789 })
  expect(parsePrice('2')).toEqual({ price: 2 })
  for (const text of ['', '  ', '0', '0,000']) expect(parsePrice(text)).toBeUndefined()
  const wrong = (text: string) => (parsePrice(text) as { wrong: string }).wrong
  expect(wrong('abc')).toBe('Non è un prezzo.')
  expect(wrong('1,7891')).toBe('Al massimo tre decimali.')
  expect(wrong('-1')).toBe('Il prezzo deve essere maggiore di zero.')
  for (const text of ['0,099', '10', '1789']) expect(wrong(text)).toBe('Il prezzo deve essere compreso tra 0,100 e 9,999.')
  expect(wrong('12.789')).toBe('Si può leggere in due modi: scrivere la virgola.')
})

test('a block has the rows and columns of the spreadsheet, empty cells included', () => {
  expect(parseBlock('1,789\t1,949\r\n\t1,959\r\n')).toEqual([
    ['1,789', '1,949'],
    ['', '1,959'],
  ])
  expect(parseBlock('1,789')).toEqual([['1,789']])
})

test('the difference of two prices is computed in thousandths, without errors of binary fractions', () => {
  expect([difference(1.799, 1.789), difference(1.779, 1.789), difference(1.789, 1.789), difference(1.789, null)]).toEqual([
    '+0,010',
    '−0,010',
    '±0,000',
    'nuovo',
  ])
  expect(addDelta(1.1, 0.2)).toBe(1.3)
  expect(addDelta(1.789, -0.01)).toBe(1.779)
})

test('the communication is due soon from the seventh day and late after the eighth', () => {
  expect([0, 6, 7, 8, 9, null].map(communicationState)).toEqual(['fresh', 'fresh', 'soon', 'soon', 'late', 'never'])
})

const cell = (mode: 'self' | 'serve', price: number | null, now: number | null, other: number | null = null): DraftPrice => ({
  ...{ station: { id: 1, code: 'PV1', name: 'Uno' }, fuel_id: 1, fuel: 'Benzina', mode, now, other },
  ...{ text: String(price), price },
})
const of = (...all: DraftPrice[]) => Object.fromEntries(all.map((one) => [keyOf(one.station.id, one.fuel_id, one.mode), one]))

test('warnings name a jump, an absurd price, and self above served, once if both are entered', () => {
  const reasons = (...all: DraftPrice[]) => warningsOf(of(...all)).map((one) => one.reason)
  expect(reasons(cell('self', 1.799, 1.789, 1.949))).toEqual([])
  expect(reasons(cell('self', 2.1, 1.789))).toEqual(['Variazione superiore al 15%: confermare il prezzo.'])
  expect(reasons(cell('self', 8.888, null))).toEqual(['Prezzo insolito: confermare il prezzo.'])
  expect(reasons(cell('self', 1.959, 1.789, 1.949))).toEqual(['Il prezzo self è superiore al servito.'])
  expect(reasons(cell('self', 1.959, 1.949), cell('serve', 1.949, 1.949))).toEqual(['Il prezzo self è superiore al servito.'])
  expect(reasons(cell('serve', null, 1.949))).toEqual([])
})

test('a publication makes one call per station with its valid prices, each under its own key', async () => {
  const two = { ...cell('self', 1.5, 1.5), station: { id: 2, code: 'PV2', name: 'Due' } }
  const sendings = await sendingsOf(of(cell('self', 1.799, 1.789), cell('serve', null, 1.9), two), undefined, false)
  expect(sendings.map(({ body }) => body)).toEqual([
    { station_id: 1, prices: [{ fuel_id: 1, mode: 'self', price: 1.799, expected: 1.789 }], confirm: false },
    { station_id: 2, prices: [{ fuel_id: 1, mode: 'self', price: 1.5, expected: 1.5 }], confirm: false },
  ])
  expect(new Set(sendings.map(({ key }) => key)).size).toBe(2)
})

test('the idempotency key follows the content: equal in another tab, different for another price, entry, moment or confirmation', async () => {
  const keyFor = async (typed: DraftPrice, from?: string, confirm = false) => (await sendingsOf(of(typed), from, confirm))[0]!.key
  const typed = { ...cell('self', 1.799, 1.789), id: 'a' }
  const key = await keyFor(typed)
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(await keyFor({ ...typed })).toBe(key)
  const others = [
    await keyFor({ ...typed, id: 'b' }),
    await keyFor({ ...typed, price: 1.809 }),
    await keyFor({ ...typed, now: 1.819 }),
    await keyFor(typed, '2099-01-01T05:00:00.000Z'),
    await keyFor(typed, undefined, true),
  ]
  expect(new Set([key, ...others]).size).toBe(6)
  expect(parseDraftPrice(cell('self', null, 1.789), '1,799')!.id).not.toBe(parseDraftPrice(cell('self', null, 1.789), '1,799')!.id)
})

test('prices come into force at a moment in Rome that is not past', () => {
  expect(validFromInstant(undefined)).toEqual({})
  expect(validFromInstant({ day: '2099-07-01', time: '06:00' })).toEqual({ at: '2099-07-01T04:00:00.000Z' })
  expect(validFromInstant({ day: '2099-12-01', time: '06:00' })).toEqual({ at: '2099-12-01T05:00:00.000Z' })
  expect(validFromInstant({ day: '2020-01-01', time: '06:00' })).toEqual({ wrong: 'Il giorno è già passato.' })
  expect(validFromInstant({ day: 'x', time: '06:00' })).toHaveProperty('wrong')
  expect(validFromInstant({ day: '2099-12-01', time: null })).toHaveProperty('wrong')
})

test('a variation lists old and new prices, refused stations and those to confirm first', () => {
  const row = (id: number, price: number | null, writable = true) =>
    ({ id, writable, cells: [{ fuel_id: 1, mode: 'self', id: id * 10, price, since: null, next: null }] }) as unknown as StationPrices
  const rows = [row(1, 1.789), row(2, 0.5), row(3, null), row(4, 1.5, false), row(5, 0.05)]
  const lines = variationLines(rows, { fuels: [1], modes: ['self'], delta: 0.1 })
  expect(lines.map(({ row, changes, wrong, asks }) => [row.id, changes[0]!.to, wrong ?? asks])).toEqual([
    [4, 1.6, 'Non puoi pubblicare i prezzi di questo punto vendita.'],
    [2, 0.6, 'Variazione superiore al 15%.'],
    [5, 0.15, 'Variazione superiore al 15%.'],
    [1, 1.889, undefined],
  ])
  expect(variationLines(rows, { fuels: [1], modes: ['self'], delta: -0.6 }).find(({ row }) => row.id === 2)!.wrong).toBe(
    'Il prezzo diventerebbe zero o meno.',
  )
  expect(variationLines(rows, { fuels: [1], modes: ['serve'], delta: 0.1 })).toEqual([])
  expect(variationLines(rows, { fuels: [1], modes: ['self'], delta: null })).toEqual([])
})
