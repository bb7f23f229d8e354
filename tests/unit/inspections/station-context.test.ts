import { expect, test } from 'vitest'
import type { QuestionInput } from '../../../src/contract/inspections/question.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { model, section, station, TODAY, yesNoNa } from './helpers.ts'

const form = model([
  section('c_all', [yesNoNa('q_ok'), { key: 'q_prices', type: 'price_check', label: 'Prezzi esposti' } as QuestionInput]),
  section('c_ext', [yesNoNa('q_ext')], { repeat: { source: 'fire_extinguishers', label: 'Estintore' } }),
])
const ext = (id: number, more = {}) => ({ id, label: `Estintore ${id}`, ...more })
const known = { kind: 'known', at: '2026-03-10T08:00:00.000Z' }
const judged = (context: object, answers: object = { q_ok: { v: 'si' } }) =>
  evaluate(form, { answers: answers as never }, station({ ...context }), TODAY)

test('without knowing the equipment there is no score and nothing conforms: what could not be checked is named', () => {
  const blind = judged({ origin: { kind: 'unknown' } })
  expect([blind.score, blind.outcome, blind.missing]).toEqual([null, 'incompleta', []])
  expect(blind.unchecked).toEqual([
    { section: 'c_all', question: 'q_prices', label: 'Prezzi esposti', what: 'Prezzi' },
    { section: 'c_ext', question: null, label: 'Sezione c_ext', what: 'Estintori' },
  ])
  const critical = judged({ origin: { kind: 'unknown' } }, { q_ok: { v: 'no' } })
  expect([critical.score, critical.outcome]).toEqual([null, 'incompleta'])
})
test('a station known to have none is not one of which nothing is known', () => {
  const empty = judged({ origin: known })
  expect([empty.score, empty.outcome, empty.unchecked]).toEqual([100, 'conforme', []])
  const before = judged({})
  expect([before.score, before.outcome]).toEqual([100, 'conforme'])
})
test('rows written down by hand are asked like any other, but the outcome stays open until the station is known', () => {
  const rows = { fire_extinguishers: [ext(900_000_000_001, { by_hand: true })] }
  const asked = judged({ origin: { kind: 'by_hand' }, equipment: rows })
  expect(asked.missing.map(({ key }) => key)).toEqual(['q_ext#ext-900000000001'])
  const answers = { q_ok: { v: 'si' }, 'q_ext#ext-900000000001': { v: 'si' } }
  expect(judged({ origin: { kind: 'by_hand' }, equipment: rows }, answers)).toMatchObject({
    score: null,
    outcome: 'incompleta',
    missing: [],
  })
  const learned = judged({ origin: known, equipment: { fire_extinguishers: [ext(1), ...rows.fire_extinguishers] } }, answers)
  expect(learned.missing.map(({ key }) => key)).toEqual(['q_ext#ext-1'])
})
test('a form that asks nothing of the equipment is judged as ever', () => {
  const plain = model([section('c_all', [yesNoNa('q_ok')])])
  const result = evaluate(plain, { answers: { q_ok: { v: 'si' } } }, station({ origin: { kind: 'unknown' } }), TODAY)
  expect([result.score, result.outcome]).toEqual([100, 'conforme'])
})
