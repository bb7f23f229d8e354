import { expect, it } from 'vitest'
import type { QuestionOf } from '../../../src/contract/inspections/question.ts'
import { canonicalJson, modelHash, sha256Hex } from '../../../src/rules/inspections/hash.ts'
import { prefillValue, startingPrices, startingRows } from '../../../src/rules/inspections/prefill.ts'
import { ask, model, section, station, yesNoNa } from './helpers.ts'

it('writes one spelling of a value', () => {
  expect(canonicalJson({ b: [1, undefined, { z: null, y: 'è' }], a: 1.5, c: undefined })).toBe('{"a":1.5,"b":[1,null,{"y":"è"}]}')
  expect(canonicalJson('€ "x"')).toBe('"€ \\"x\\""')
})
it('hashes as the standard says', async () => {
  expect(await sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
it('gives a model one hash whatever the order of keys and the spelled-out nulls, and another after any change', async () => {
  const questions = [yesNoNa('q_a', { nc: { severity: 'lieve' } })]
  const definition = model([section('c_1', questions)])
  const turned = Object.fromEntries(Object.entries(definition).reverse()) as typeof definition
  expect(await modelHash(turned)).toBe(await modelHash(definition))
  expect(await modelHash(model([section('c_1', [{ ...questions[0]!, help: null } as never])]))).toBe(await modelHash(definition))
  expect(await modelHash(model([section('c_1', [{ ...questions[0]!, weight: 2 } as never])]))).not.toBe(await modelHash(definition))
})
it('makes no new version of what has no effect on a verifica', async () => {
  const definition = model([section('c_1', [yesNoNa('q_a', { nc: { severity: 'lieve' } })])])
  expect(await modelHash({ ...definition, ticket_mode: 'none', ticket_category_id: 4 })).toBe(await modelHash(definition))
  expect(await modelHash({ ...definition, scoring: false })).not.toBe(await modelHash(definition))
})

const block = { id: 'dsp-1', label: 'Colonnina 1', row: { id: 1, label: 'Colonnina 1', number: 'D100' } }
const whole = { id: '', label: '', row: null }
const here = station({
  equipment: {
    guns: [
      { id: 7, label: 'Pistola 1', parent_id: 1 },
      { id: 8, label: 'Pistola 2', parent_id: 2 },
    ],
    tanks: [{ id: 3, label: 'Cisterna 1' }],
  },
  prices: [{ fuel_id: 1, fuel: 'Benzina', mode: 'self', price: 1.789 }],
})
it('starts tables with the guns of the dispenser, the tanks or the prices', () => {
  const table = (rows: string) => ask({ type: 'table', rows, columns: [{ key: 't', label: 'T', type: 'number' }] }) as QuestionOf<'table'>
  expect(startingRows(table('guns'), here, block)).toEqual([{ _row: 'gun-7', _label: 'Pistola 1' }])
  expect(startingRows(table('guns'), here, whole)).toHaveLength(2)
  expect(startingRows(table('tanks'), here, whole)).toEqual([{ _row: 'tnk-3', _label: 'Cisterna 1' }])
  expect(startingRows(table('prices'), here, whole)).toEqual([{ _row: '1-self', _label: 'Benzina self' }])
  expect(startingRows(table('free'), here, whole)).toEqual([])
  expect(startingPrices(here)).toEqual([{ fuel_id: 1, mode: 'self', expected: 1.789, totem: null, dispenser: null }])
})
it('offers what the question is set to offer, if it fits', () => {
  const offer = (question: Record<string, unknown>) =>
    prefillValue(ask(question), block, '2026-03-10T09:30', { 'q_x#dsp-1': { v: 'vecchio' } }, station())
  expect(offer({ type: 'date', prefill: 'today' })).toBe('2026-03-10')
  expect(offer({ type: 'time', prefill: 'now' })).toBe('09:30')
  expect(offer({ type: 'datetime', prefill: 'now' })).toBe('2026-03-10T09:30')
  expect(offer({ type: 'scan', prefill: 'equipment_number' })).toBe('D100')
  expect(offer({ type: 'text', prefill: 'previous' })).toBe('vecchio')
  expect(offer({ type: 'number', prefill: 'previous' })).toBeUndefined()
  expect(offer({ type: 'text' })).toBeUndefined()
})
