import { describe, expect, it, test } from 'vitest'
import type { Answers } from '../../../src/contract/inspections/answers.ts'
import type { Condition } from '../../../src/contract/inspections/condition.ts'
import { findForwardReferences } from '../../../src/contract/inspections/form.ts'
import type { QuestionInput } from '../../../src/contract/inspections/question.ts'
import { evaluate } from '../../../src/rules/inspections/evaluate.ts'
import { dropHidden, visibleForm } from '../../../src/rules/inspections/visibility.ts'
import { model, section, station, TODAY, yesNoNa } from './helpers.ts'

const shows = (condition: Condition, answers: Answers, questions: QuestionInput[], facts = {}) => {
  const definition = model([section('c_1', [...questions, { key: 'q_end', type: 'yes_no', label: 'Ultima', visible_if: condition }])])
  return visibleForm(definition, answers, station({ facts }))[0]!.blocks[0]!.questions.some((q) => q.key === 'q_end')
}
const sn = yesNoNa('q_a')
const num: QuestionInput = { key: 'q_a', type: 'number', label: 'N' }
const day: QuestionInput = { key: 'q_a', type: 'date', label: 'D' }
const multi: QuestionInput = {
  key: 'q_a',
  type: 'multi_choice',
  label: 'M',
  options: [
    { key: 'x', label: 'X' },
    { key: 'y', label: 'Y' },
  ],
}
const text: QuestionInput = { key: 'q_a', type: 'text', label: 'T' }

type Row = [op: string, value: unknown, question: QuestionInput, answer: unknown, shown: boolean]
test.each<Row>([
  ['eq', 'si', sn, 'si', true],
  ['eq', 'si', sn, 'no', false],
  ['eq', 'si', sn, undefined, false],
  ['ne', 'si', sn, 'no', true],
  ['ne', 'si', sn, undefined, false],
  ['eq', 3, num, 3, true],
  ['eq', '3', num, 3, false],
  ['in', ['no', 'na'], sn, 'na', true],
  ['in', ['no'], sn, 'si', false],
  ['not_in', ['no'], sn, 'si', true],
  ['not_in', ['no'], sn, undefined, false],
  ['gt', 3, num, 3, false],
  ['gt', 3, num, 3.1, true],
  ['gte', 3, num, 3, true],
  ['lt', 3, num, 2, true],
  ['lte', 3, num, 3, true],
  ['lte', 3, num, 4, false],
  ['gt', '2026-01-01', day, '2026-01-02', true],
  ['lt', '2026-01-01', day, '2026-01-02', false],
  ['gt', '3', num, 9, false],
  ['contains', 'x', multi, ['x', 'y'], true],
  ['contains', 'y', multi, ['x'], false],
  ['eq', 'x', multi, ['x'], true],
  ['eq', 'x', multi, ['x', 'y'], false],
  ['in', ['y'], multi, ['x', 'y'], true],
  ['not_in', ['y'], multi, ['x'], true],
  ['contains', 'PERDITA', text, 'Una perdita visibile', true],
  ['answered', undefined, text, 'x', true],
  ['answered', undefined, text, '  ', false],
  ['not_answered', undefined, text, undefined, true],
  ['not_answered', undefined, num, 0, false],
  ['answered', undefined, { key: 'q_a', type: 'gps', label: 'G' }, { lat: 1, lon: 2 }, true],
  ['ne', 'x', { key: 'q_a', type: 'gps', label: 'G' }, { lat: 1, lon: 2 }, false],
  ['eq', 'si', sn, 5, false],
])('%s %j on %o answered %j', (op, value, question, answer, shown) => {
  const item = value === undefined ? { q: 'q_a', op } : { q: 'q_a', op, value }
  expect(shows({ all: [item] } as never, answer === undefined ? {} : { q_a: { v: answer as never } }, [question])).toBe(shown)
})

it('reads facts of the station, names without regard to case', () => {
  const facts = { selfGPL: true, services: ['Bar', 'WC'], fuels: ['Benzina'] }
  const on = (item: object) => shows({ all: [item] } as never, {}, [], facts)
  expect(on({ station: 'selfGPL', op: 'eq', value: true })).toBe(true)
  expect(on({ station: 'serve', op: 'eq', value: true })).toBe(false)
  expect(on({ station: 'serve', op: 'ne', value: true })).toBe(true)
  expect(on({ station: 'services', op: 'contains', value: 'bar' })).toBe(true)
  expect(on({ station: 'fuels', op: 'in', value: ['GPL', 'Metano'] })).toBe(false)
  expect(on({ station: 'fuels', op: 'in', value: ['GPL', 'Benzina'] })).toBe(true)
})
it('combines all, any and nested groups', () => {
  const both = {
    all: [
      { q: 'q_a', op: 'eq', value: 'no' },
      {
        any: [
          { q: 'q_b', op: 'eq', value: 'si' },
          { station: 'self', op: 'eq', value: true },
        ],
      },
    ],
  }
  const asked = [sn, yesNoNa('q_b')]
  expect(shows(both as never, { q_a: { v: 'no' }, q_b: { v: 'si' } }, asked)).toBe(true)
  expect(shows(both as never, { q_a: { v: 'no' }, q_b: { v: 'no' } }, asked)).toBe(false)
  expect(shows(both as never, { q_a: { v: 'no' } }, asked, { self: true })).toBe(true)
  expect(shows(both as never, { q_a: { v: 'si' }, q_b: { v: 'si' } }, asked)).toBe(false)
})

describe('hidden questions', () => {
  const definition = model([
    section('c_1', [
      yesNoNa('q_a'),
      yesNoNa('q_b', { visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] }, critical: true, nc: { severity: 'critica' } }),
      yesNoNa('q_c', { visible_if: { all: [{ q: 'q_b', op: 'answered' }] } }),
    ]),
    section('c_2', [yesNoNa('q_d')], { visible_if: { all: [{ q: 'q_b', op: 'eq', value: 'no' }] } }),
  ])
  const answers: Answers = { q_a: { v: 'si' }, q_b: { v: 'no' }, q_c: { v: 'no' }, q_d: { v: 'no' }, q_gone: { v: 'x' }, nc_4: { v: 'si' } }
  it('are neither scored nor missing nor seen by later conditions', () => {
    const result = evaluate(definition, { answers }, station(), TODAY)
    expect(result).toMatchObject({ score: 100, outcome: 'conforme', missing: [], nonConformities: [], answered: 1, total: 1 })
    expect(result.sections.map((s) => s.section.key)).toEqual(['c_1'])
  })
  it('are dropped at completion, the values kept until then', () => {
    expect(dropHidden(definition, answers, station())).toEqual({ q_a: { v: 'si' }, nc_4: { v: 'si' } })
    expect(Object.keys(answers)).toHaveLength(6)
  })
})

describe('repeatable sections', () => {
  const definition = model([
    section('c_1', [yesNoNa('q_a'), yesNoNa('q_b', { visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] } })], {
      repeat: { source: 'dispensers', label: 'Erogatore' },
    }),
    section('c_2', [
      yesNoNa('q_any', { visible_if: { all: [{ q: 'q_a', op: 'eq', value: 'no' }] } }),
      yesNoNa('q_none', { visible_if: { all: [{ q: 'q_a', op: 'not_answered' }] } }),
    ]),
  ])
  const two = station({
    equipment: {
      dispensers: [
        { id: 1, label: 'Colonnina 1' },
        { id: 2, label: 'Colonnina 2' },
      ],
    },
  })
  const keys = (answers: Answers, where = two) =>
    visibleForm(definition, answers, where).flatMap((s) => s.blocks.flatMap((b) => b.questions.map((q) => q.key)))
  it('have one block for each row; conditions look inside the same block, from outside at any', () => {
    expect(keys({})).toEqual(['q_a#dsp-1', 'q_a#dsp-2', 'q_none'])
    expect(keys({ 'q_a#dsp-2': { v: 'no' } })).toEqual(['q_a#dsp-1', 'q_a#dsp-2', 'q_b#dsp-2', 'q_any'])
  })
  it('have no blocks without rows, and answers of a vanished row are dropped', () => {
    expect(keys({ 'q_a#dsp-9': { v: 'no' } }, station())).toEqual(['q_none'])
    expect(dropHidden(definition, { 'q_a#dsp-9': { v: 'no' } }, two)).toEqual({})
  })
  it('in a free list follow the order in which they were begun', () => {
    const fridges = model([section('c_1', [yesNoNa('q_a')], { repeat: { source: 'free', label: 'Frigo' } })])
    const id = (n: number) => `free-00000000-0000-4000-8000-00000000000${n}`
    const answers = { [`q_a#${id(1)}`]: { v: 'si' as const, at: '2026-03-10T10:00:00Z' }, [`q_a#${id(2)}`]: { at: '2026-03-10T09:00:00Z' } }
    const result = evaluate(fridges, { answers }, station(), TODAY)
    expect(result.sections[0]!.blocks.map((b) => [b.block.id, b.block.label])).toEqual([
      [id(2), 'Frigo 1'],
      [id(1), 'Frigo 2'],
    ])
    expect(result.missing).toMatchObject([{ key: `q_a#${id(2)}`, label: 'Frigo 1: Domanda q_a', kind: 'answer' }])
  })
})

describe('findForwardReferences', () => {
  const broken = (categories: Parameters<typeof model>[0]) => findForwardReferences({ categories } as never)
  const on = (q: string) => ({ all: [{ any: [{ q, op: 'answered' as const }] }] })
  it('finds later questions, the question itself, the own section and unknown ones', () => {
    expect(broken([section('c_1', [yesNoNa('q_a', { visible_if: on('q_b') }), yesNoNa('q_b')])])).toEqual([
      { section: 'c_1', question: 'q_a', reference: 'q_b', message: 'La condizione fa riferimento a una domanda successiva.' },
    ])
    expect(broken([section('c_1', [yesNoNa('q_a', { visible_if: on('q_a') })])])).toHaveLength(1)
    expect(broken([section('c_1', [yesNoNa('q_a')], { visible_if: on('q_a') })])).toMatchObject([{ section: 'c_1', question: null }])
    expect(broken([section('c_1', [yesNoNa('q_a', { visible_if: on('q_z') })])])[0]!.message).toBe(
      'La condizione fa riferimento a una domanda che non esiste.',
    )
  })
  it('accepts earlier ones, and the model schema refuses the rest', () => {
    const earlier = [section('c_1', [yesNoNa('q_a'), yesNoNa('q_b', { visible_if: on('q_a') })])]
    expect(broken(earlier)).toEqual([])
    expect(() => model([section('c_1', [yesNoNa('q_a', { visible_if: on('q_b') }), yesNoNa('q_b')])])).toThrow(
      'La condizione fa riferimento a una domanda successiva.',
    )
  })
})
