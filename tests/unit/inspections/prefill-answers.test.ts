import { expect, test } from 'vitest'
import type { AnswerValue } from '../../../src/contract/inspections/answers.ts'
import type { QuestionInput } from '../../../src/contract/inspections/question.ts'
import { withPrefills } from '../../../src/features/inspections/prefill-answers.ts'
import { model, section, station } from './helpers.ts'

const again = (key: string, more: object): QuestionInput => ({ key, label: key, prefill: 'previous', ...more }) as QuestionInput
/** The form as begun, after a verifica that was answered so. */
function begun(questions: QuestionInput[], before: Record<string, AnswerValue>, context = station()) {
  const previous = {
    number: '2026/1',
    completed_at: '',
    answers: Object.fromEntries(Object.entries(before).map(([key, v]) => [key, { v }])),
  }
  const form = { definition: model([section('c_1', questions)]), context, previous, answers: {}, dirty: [] }
  return withPrefills(form, '2026-03-10T09:30')
}
const values = ({ answers }: { answers: Record<string, { v?: unknown }> }) =>
  Object.fromEntries(Object.entries(answers).map(([key, { v }]) => [key, v]))

test('a question starts from the answer of the previous verifica, also one that such an answer brings into view', () => {
  const questions = [
    again('q_a', { type: 'yes_no' }),
    again('q_b', { type: 'text', visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] } }),
    again('q_c', { type: 'text', prefill: null }),
    again('q_d', { type: 'date', prefill: 'today' }),
  ]
  const form = begun(questions, { q_a: 'no', q_b: 'perché', q_c: 'altro' })
  expect(values(form)).toEqual({ q_a: 'no', q_b: 'perché', q_d: '2026-03-10' })
  expect(form.dirty).toEqual(['q_a', 'q_d', 'q_b'])
})

test('what the inspector answered or took out is not offered again; what comes into view later is offered then', () => {
  const shown = { visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] } }
  const form = begun([again('q_a', { type: 'yes_no' }), again('q_b', { type: 'text', ...shown })], { q_b: 'perché' })
  expect(values(form)).toEqual({})
  const opened = withPrefills({ ...form, answers: { q_a: { v: 'no' } } })
  expect(values(opened)).toEqual({ q_a: 'no', q_b: 'perché' })
  const cleared = { ...opened, answers: { q_a: { v: 'no' } } }
  expect(withPrefills(cleared)).toBe(cleared)
})

test('pictures, signatures, places and prices of an earlier visit are not taken over, nor equipment that is gone', () => {
  const rows = [{ id: 1, label: 'Pistola 1' }]
  const questions = [
    again('q_photo', { type: 'photo' }),
    again('q_gps', { type: 'gps' }),
    again('q_gone', { type: 'equipment', source: 'guns' }),
    again('q_here', { type: 'equipment', source: 'guns' }),
    again('q_table', { type: 'table', rows: 'guns', columns: [{ key: 'litri', label: 'Litri', type: 'number' }] }),
  ]
  const gun = (id: number) => ({ type: 'guns', id, label: `Pistola ${id}` })
  const cells = [
    { _row: 'gun-9', _label: 'Pistola 9', litri: 9 },
    { _row: 'gun-1', _label: 'vecchia', litri: 7 },
  ]
  const before = { q_photo: ['a1'], q_gps: { lat: 1, lon: 2 }, q_gone: gun(9), q_here: gun(1), q_table: cells }
  expect(values(begun(questions, before, station({ equipment: { guns: rows } })))).toEqual({
    q_here: gun(1),
    q_table: [{ _row: 'gun-1', _label: 'Pistola 1', litri: 7 }],
  })
})
