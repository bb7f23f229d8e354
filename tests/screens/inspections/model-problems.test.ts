import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readyModels } from '../../../server/db/seed/inspections/model-library.ts'
import type { Condition } from '../../../src/contract/inspections/condition.ts'
import { ModelDefinition, type Section } from '../../../src/contract/inspections/form.ts'
import type { Question } from '../../../src/contract/inspections/question.ts'
import { comparableOf, firstTest, subjectsBefore, testWith, withItem } from '../../../src/features/inspections/models/conditions.ts'
import { moveQuestion } from '../../../src/features/inspections/models/edit-sections.ts'
import { placeAbove, readEditorPlace } from '../../../src/features/inspections/models/editor-place.ts'
import { newQuestion } from '../../../src/features/inspections/models/new-question.ts'
import { checkModel, EMPTY_TEST, problemsOf } from '../../../src/features/inspections/models/problems.ts'

const FORWARD = 'La condizione fa riferimento a una domanda successiva.'
const own = { code: 'T', name: 'Prova', thresholds: { ok: 85, warn: 70 }, require: {} }
const ask = (type: Parameters<typeof newQuestion>[0], key: string, more: object = {}) =>
  ({ ...newQuestion(type, `Domanda ${key}`, key), ...more }) as Question
const section = (key: string, questions: Question[], more: object = {}): Section => ({ key, name: key, weight: 1, questions, ...more })
const ifYes = (q: string): Condition => ({ all: [{ q, op: 'eq', value: 'si' }] })

test('a sound form has no faults and gives the definition that will be frozen', () => {
  for (const { definition } of readyModels) {
    const { categories, ...model } = v.parse(ModelDefinition, definition)
    const checked = checkModel(model, categories)
    expect(checked.faults.size).toBe(0)
    expect(checked.definition).toEqual({ ...model, categories })
  }
})

test('every fault is told in Italian at the section or question it belongs to', () => {
  const tree = [
    section('c_1', [ask('yes_no', 'q_a', { label: '' }), ask('number', 'q_b', { min: 9, max: 1, weight: null })], { name: ' ' }),
    section('c_2', [
      ask('single_choice', 'q_c', { options: [{ key: 'a', label: '', score: 2, nc: false }] }),
      ask('table', 'q_d', { columns: [{ key: 'x', label: 'X', type: 'number', decimals: Number.NaN }] }),
    ]),
  ]
  const { definition, faults } = checkModel({ ...own, thresholds: { ok: 60, warn: 70 } }, tree)
  expect(definition).toBeUndefined()
  expect(Object.fromEntries(faults)).toEqual({
    '': { thresholds: 'La soglia di attenzione supera quella di conformità.' },
    c_1: { name: 'Il testo è obbligatorio.' },
    q_a: { label: 'Il testo è obbligatorio.' },
    q_b: { weight: 'Il campo Peso è obbligatorio.' },
    q_c: {
      'options.0.label': 'Il testo è obbligatorio.',
      'options.0.score': 'Il punteggio va da 0 a 1.',
      options: 'Servono almeno due opzioni.',
    },
    q_d: { 'columns.0.decimals': 'Il campo Decimali può contenere solo numeri.' },
  })
})

test('a condition on a later question is refused where it stands, and again when the order is put right it is not', () => {
  const tree = [section('c_1', [ask('yes_no', 'q_a', { visible_if: ifYes('q_b') }), ask('yes_no', 'q_b')])]
  const { faults, forward, definition } = checkModel(own, tree)
  expect(faults.get('q_a')).toEqual({ visible_if: FORWARD })
  expect(faults.has('')).toBe(false)
  expect([...forward]).toEqual(['q_a'])
  expect(definition).toBeUndefined()
  expect(checkModel(own, moveQuestion(tree, 'c_1', 0, 1)).faults.size).toBe(0)
  const whole = checkModel(own, [section('c_1', [ask('yes_no', 'q_a')], { visible_if: ifYes('q_a') })])
  expect(whole.faults.get('c_1')).toEqual({ visible_if: FORWARD })
})

test('limits and doubled keys belong to the model; a test without a value is a fault', () => {
  const many = Array.from({ length: 81 }, (_, at) => ask('yes_no', `q_${at}`))
  expect(checkModel(own, [section('c_1', many)]).faults.get('c_1')).toEqual({ questions: 'Una sezione può avere al massimo 80 domande.' })
  expect(checkModel(own, []).faults.get('')).toEqual({ categories: 'Il modello non ha sezioni.' })
  expect(checkModel(own, [section('c_1', [ask('yes_no', 'q_a'), ask('yes_no', 'q_a')])]).faults.get('')).toEqual({
    '': 'Due domande hanno la stessa chiave.',
  })
  const empty: Condition = { any: [{ all: [{ station: 'services', op: 'contains', value: '' }] }] }
  expect(checkModel(own, [section('c_1', [ask('yes_no', 'q_a', { visible_if: empty })])]).faults.get('q_a')).toEqual({
    visible_if: EMPTY_TEST,
  })
})

test('what is wrong is listed in the order of the form, with the name of its place', () => {
  const tree = [section('c_1', [ask('yes_no', 'q_a')]), section('c_2', [ask('yes_no', 'q_b', { label: '' })], { name: '' })]
  const of = (model: object, sections = tree) => problemsOf(checkModel(model, sections), sections).map(({ key, where }) => [key, where])
  const second = [
    ['c_2', 'Sezione 2, senza titolo'],
    ['q_b', '2.1 Domanda senza testo'],
  ]
  expect(of(own)).toEqual(second)
  expect(of({ ...own, name: '' })).toEqual([['', 'Dati del modello'], ...second])
  expect(of(own, tree.slice(0, 1))).toEqual([])
})

test('a condition may look at earlier questions and at the station; that of a section only at earlier sections', () => {
  const tree = [section('c_1', [ask('yes_no', 'q_a'), ask('info', 'q_i')]), section('c_2', [ask('rating', 'q_b'), ask('photo', 'q_c')])]
  const asked = (key: string, question: string | null) =>
    [...subjectsBefore(tree, key, question).keys()].filter((name) => name.startsWith('q_'))
  expect(asked('c_1', 'q_a')).toEqual([])
  expect(asked('c_2', 'q_c')).toEqual(['q_a', 'q_b'])
  expect(asked('c_2', null)).toEqual(['q_a'])
  const subjects = subjectsBefore(tree, 'c_2', 'q_c')
  expect(firstTest('q_a', subjects.get('q_a')!)).toEqual({ q: 'q_a', op: 'eq', value: 'si' })
  expect(firstTest('q_b', subjects.get('q_b')!)).toEqual({ q: 'q_b', op: 'eq', value: 0 })
  expect(firstTest('station.selfGPL', subjects.get('station.selfGPL')!)).toEqual({ station: 'selfGPL', op: 'eq', value: true })
})

test('changing the operator keeps what fits of the value', () => {
  const question = comparableOf(ask('yes_no', 'q_a'))
  expect(testWith('in', question, 'no')).toEqual({ op: 'in', value: ['no'] })
  expect(testWith('eq', question, ['no', 'si'])).toEqual({ op: 'eq', value: 'no' })
  expect(testWith('answered', question, 'no')).toEqual({ op: 'answered' })
  expect(testWith('gte', comparableOf(ask('rating', 'q_b')), 'no')).toEqual({ op: 'gte', value: 0 })
  expect(withItem({ any: [{ q: 'q_a', op: 'answered' }] }, 0, null)).toBeNull()
})

test('the fragment of the address tells what is open; a key that is gone opens nothing', () => {
  const tree = [section('c_1', [ask('yes_no', 'q_a')])]
  expect(readEditorPlace('q_a', tree)).toEqual({ panel: 'question', section: 'c_1', question: 'q_a' })
  expect(readEditorPlace('c_1.dati', tree).panel).toBe('section')
  expect(['', 'modello', 'c_1', 'c_1.dati', 'q_a'].map((hash) => placeAbove(readEditorPlace(hash, tree)))).toEqual([
    '',
    '',
    '',
    'c_1',
    'c_1',
  ])
  expect(readEditorPlace('q_gone', tree)).toEqual({ panel: 'none', section: undefined, question: undefined })
})
