// @vitest-environment jsdom
import '../setup-dom.ts'
import { expect, test } from 'vitest'
import type { StationPrices } from '../../src/contract/prices/prices.ts'
import { instantOf } from '../../src/features/prices/from.ts'
import { difference } from '../../src/features/prices/PriceCell.tsx'
import { guardsOf, sendingsOf } from '../../src/features/prices/publication.ts'
import { blockOf, readPrice } from '../../src/features/prices/read-price.ts'
import { keyOf, type Typed, typedIn } from '../../src/features/prices/typed.ts'
import { linesOf } from '../../src/features/prices/variation.ts'
import { clockOf, varied } from '../../src/rules/prices/guards.ts'

test('a price is read as it is typed or comes from a spreadsheet; what is none says why', () => {
  for (const text of ['1,789', '1.789', '€ 1,789', '1,789 €/l', ' 1,789 ']) expect(readPrice(text), text).toEqual({ price: 1.789 })
  expect(readPrice('2')).toEqual({ price: 2 })
  for (const text of ['', '  ']) expect(readPrice(text)).toBeUndefined()
  const wrong = (text: string) => (readPrice(text) as { wrong: string }).wrong
  expect(wrong('abc')).toBe('Non è un prezzo.')
  expect(wrong('1,7891')).toBe('Al massimo tre decimali.')
  for (const text of ['0', '-1', '0,000']) expect(wrong(text)).toBe('Il prezzo deve essere maggiore di zero.')
  for (const text of ['0,099', '10', '1789']) expect(wrong(text)).toBe('Il prezzo deve essere compreso tra 0,100 e 9,999.')
  expect(wrong('12.789')).toBe('Si può leggere in due modi: scrivere la virgola.')
})

test('a block has the rows and columns of the spreadsheet, empty cells included', () => {
  expect(blockOf('1,789\t1,949\r\n\t1,959\r\n')).toEqual([
    ['1,789', '1,949'],
    ['', '1,959'],
  ])
  expect(blockOf('1,789')).toEqual([['1,789']])
})

test('how far a price is from now is told in thousandths, without the errors of binary fractions', () => {
  expect([difference(1.799, 1.789), difference(1.779, 1.789), difference(1.789, 1.789), difference(1.789, null)]).toEqual([
    '+0,010',
    '−0,010',
    '±0,000',
    'nuovo',
  ])
  expect(varied(1.1, 0.2)).toBe(1.3)
  expect(varied(1.789, -0.01)).toBe(1.779)
})

test('the clock of the communication: amber from the seventh day, red beyond the eighth', () => {
  expect([0, 6, 7, 8, 9, null].map(clockOf)).toEqual(['fresh', 'fresh', 'soon', 'soon', 'late', 'never'])
})

const cell = (mode: 'self' | 'serve', price: number | null, now: number | null, other: number | null = null): Typed => ({
  ...{ station: { id: 1, code: 'PV1', name: 'Uno' }, fuel_id: 1, fuel: 'Benzina', mode, now, other },
  ...{ text: String(price), price },
})
const of = (...all: Typed[]) => Object.fromEntries(all.map((one) => [keyOf(one.station.id, one.fuel_id, one.mode), one]))

test('guards ask about a jump, what nothing costs, and self dearer than served, once for two that are typed', () => {
  const why = (...all: Typed[]) => guardsOf(of(...all)).map((one) => one.why)
  expect(why(cell('self', 1.799, 1.789, 1.949))).toEqual([])
  expect(why(cell('self', 2.1, 1.789))).toEqual(['Variazione superiore al 15%: confermare il prezzo.'])
  expect(why(cell('self', 8.888, null))).toEqual(['Prezzo insolito: confermare il prezzo.'])
  expect(why(cell('self', 1.959, 1.789, 1.949))).toEqual(['Il prezzo self è superiore al servito.'])
  expect(why(cell('self', 1.959, 1.949), cell('serve', 1.949, 1.949))).toEqual(['Il prezzo self è superiore al servito.'])
  expect(why(cell('serve', null, 1.949))).toEqual([])
})

test('a publication is a call a station of what is a price, each with a key of its own', async () => {
  const two = { ...cell('self', 1.5, 1.5), station: { id: 2, code: 'PV2', name: 'Due' } }
  const sendings = await sendingsOf(of(cell('self', 1.799, 1.789), cell('serve', null, 1.9), two), undefined, false)
  expect(sendings.map(({ body }) => body)).toEqual([
    { station_id: 1, prices: [{ fuel_id: 1, mode: 'self', price: 1.799 }], confirm: false },
    { station_id: 2, prices: [{ fuel_id: 1, mode: 'self', price: 1.5 }], confirm: false },
  ])
  expect(new Set(sendings.map(({ key }) => key)).size).toBe(2)
})

test('the key of a publication is of what was typed: the same in another tab, another for another figure, typing, moment or confirmation', async () => {
  const keyFor = async (typed: Typed, from?: string, confirm = false) => (await sendingsOf(of(typed), from, confirm))[0]!.key
  const typed = { ...cell('self', 1.799, 1.789), id: 'a' }
  const key = await keyFor(typed)
  expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
  expect(await keyFor({ ...typed })).toBe(key)
  const others = [
    await keyFor({ ...typed, id: 'b' }),
    await keyFor({ ...typed, price: 1.809 }),
    await keyFor(typed, '2099-01-01T05:00:00.000Z'),
    await keyFor(typed, undefined, true),
  ]
  expect(new Set([key, ...others]).size).toBe(5)
  expect(typedIn(cell('self', null, 1.789), '1,799')!.id).not.toBe(typedIn(cell('self', null, 1.789), '1,799')!.id)
})

test('the moment from which prices hold is one of Rome, and not past', () => {
  expect(instantOf(undefined)).toEqual({})
  expect(instantOf({ day: '2099-07-01', time: '06:00' })).toEqual({ at: '2099-07-01T04:00:00.000Z' })
  expect(instantOf({ day: '2099-12-01', time: '06:00' })).toEqual({ at: '2099-12-01T05:00:00.000Z' })
  expect(instantOf({ day: '2020-01-01', time: '06:00' })).toEqual({ wrong: 'Il giorno è già passato.' })
  expect(instantOf({ day: 'x', time: '06:00' })).toHaveProperty('wrong')
  expect(instantOf({ day: '2099-12-01', time: null })).toHaveProperty('wrong')
})

test('a variation shows what becomes of what: what it forbids and what it asks about first', () => {
  const row = (id: number, price: number | null, writable = true) =>
    ({ id, writable, cells: [{ fuel_id: 1, mode: 'self', id: id * 10, price, since: null, next: null }] }) as unknown as StationPrices
  const rows = [row(1, 1.789), row(2, 0.5), row(3, null), row(4, 1.5, false), row(5, 0.05)]
  const lines = linesOf(rows, { fuels: [1], modes: ['self'], delta: 0.1 })
  expect(lines.map(({ row, changes, wrong, asks }) => [row.id, changes[0]!.to, wrong ?? asks])).toEqual([
    [4, 1.6, 'Non puoi pubblicare i prezzi di questo punto vendita.'],
    [2, 0.6, 'Variazione superiore al 15%.'],
    [5, 0.15, 'Variazione superiore al 15%.'],
    [1, 1.889, undefined],
  ])
  expect(linesOf(rows, { fuels: [1], modes: ['self'], delta: -0.6 }).find(({ row }) => row.id === 2)!.wrong).toBe(
    'Il prezzo diventerebbe zero o meno.',
  )
  expect(linesOf(rows, { fuels: [1], modes: ['serve'], delta: 0.1 })).toEqual([])
  expect(linesOf(rows, { fuels: [1], modes: ['self'], delta: null })).toEqual([])
})
