import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readyModels } from '../../../server/db/seed/inspections/model-library.ts'
import { findForwardReferences, ModelDefinition, type Section } from '../../../src/contract/inspections/form.ts'
import { QUESTION_TYPES, type QuestionType } from '../../../src/contract/inspections/labels.ts'
import { Question } from '../../../src/contract/inspections/question.ts'
import * as tree from '../../../src/features/inspections/models/edit-sections.ts'
import { changeType, linesOf, newQuestion, TYPE_GROUPS } from '../../../src/features/inspections/models/new-question.ts'

const ask = (key: string, more: object = {}) => ({ ...newQuestion('yes_no_na', `Domanda ${key}`, key), ...more }) as Question
const section = (key: string, ...questions: Question[]): Section => ({ key, name: `Sezione ${key}`, weight: 1, questions })
const form = [section('c_1', ask('q_a'), ask('q_b'), ask('q_c')), section('c_2', ask('q_d'))]
const keys = (of: tree.Sections) => of.map((one) => [one.key, ...one.questions.map(({ key }) => key)].join(' '))

test('sections and questions move, also past the ends; what is left alone stays the same object', () => {
  expect(keys(tree.moveSection(form, 'c_2', 0))).toEqual(['c_2 q_d', 'c_1 q_a q_b q_c'])
  const down = tree.moveQuestion(form, 'c_1', 0, 1)
  expect(keys(down)).toEqual(['c_1 q_b q_a q_c', 'c_2 q_d'])
  expect(down[1]).toBe(form[1])
  expect(keys(tree.moveQuestion(form, 'c_1', 2, 9))).toEqual(['c_1 q_a q_b q_c', 'c_2 q_d'])
  expect(keys(tree.moveQuestion(form, 'c_1', 1, -1))).toEqual(['c_1 q_b q_a q_c', 'c_2 q_d'])
  expect(keys(tree.moveToSection(form, 'q_a', 'c_2'))).toEqual(['c_1 q_b q_c', 'c_2 q_d q_a'])
  expect(keys(form)).toEqual(['c_1 q_a q_b q_c', 'c_2 q_d'])
})

test('a duplicate stands behind its original under a new key', () => {
  const [copied, key] = tree.duplicateQuestion(form, 'q_a')
  expect(key).toMatch(/^q_[0-9a-f]{12}$/)
  expect(keys(copied)[0]).toBe(`c_1 q_a ${key} q_b q_c`)
  expect(tree.findQuestion(copied, key)!.question).toEqual({ ...form[0]!.questions[0], key })
})

test('a duplicated section gets new keys throughout; its conditions look at the copies, and at earlier sections as before', () => {
  const condition = { all: [{ q: 'q_a', op: 'eq' as const, value: 'si' }, { any: [{ q: 'q_x', op: 'answered' as const }] }] }
  const [copied, key] = tree.duplicateSection(
    [section('c_0', ask('q_x')), section('c_1', ask('q_a'), ask('q_b', { visible_if: condition }))],
    'c_1',
  )
  const copy = copied[2]!
  expect(copy.key).toBe(key)
  expect(copy.name).toBe('Sezione c_1 (copia)')
  const [a, b] = copy.questions
  expect(a!.key).not.toBe('q_a')
  expect(b!.visible_if).toEqual({ all: [{ q: a!.key, op: 'eq', value: 'si' }, { any: [{ q: 'q_x', op: 'answered' }] }] })
  expect(findForwardReferences({ categories: [...copied] })).toEqual([])
})

test('what was removed goes back to its place', () => {
  const { section: from, at, question } = tree.findQuestion(form, 'q_b')!
  const without = tree.removeQuestion(form, 'q_b')
  expect(keys(without)).toEqual(['c_1 q_a q_c', 'c_2 q_d'])
  expect(keys(tree.insertQuestions(without, from.key, at, [question]))).toEqual(keys(form))
  expect(keys(tree.insertSection(tree.removeSection(form, 'c_1'), 0, form[0]!))).toEqual(keys(form))
})

test('pasted lines become questions without their numbers and bullets', () => {
  const pasted =
    '1. Estintori presenti?\n  - Pensilina pulita\r\n\n12) 3 pistole funzionanti\n•\tBagni puliti\n---\n2.1. Insegna accesa\n3 serbatoi sigillati'
  expect(linesOf(pasted)).toEqual([
    'Estintori presenti?',
    'Pensilina pulita',
    '3 pistole funzionanti',
    'Bagni puliti',
    'Insegna accesa',
    '3 serbatoi sigillati',
  ])
})

const types = Object.keys(QUESTION_TYPES) as QuestionType[]
test('every type can be picked, and a new question of it lacks only its words', () => {
  expect(TYPE_GROUPS.flatMap((group) => group.types)).toHaveMembers([...types])
  for (const type of types) {
    const fresh = newQuestion(type)
    const words = fresh.type === 'info' ? { label: 'Titolo', text: 'Testo' } : { label: 'Domanda' }
    expect(v.safeParse(Question, { ...fresh, ...words }).issues, type).toBeUndefined()
    const { issues } = v.safeParse(Question, fresh, { abortEarly: true })
    expect(issues?.[0]?.message, type).toBe('Il testo è obbligatorio.')
  }
})
test('any question of the ready models may become any type', () => {
  const definitions = readyModels.map(({ definition }) => v.parse(ModelDefinition, definition))
  const questions = definitions.flatMap(({ categories }) => categories.flatMap((one) => one.questions))
  for (const question of questions)
    for (const type of types) {
      const as = changeType(question, type)
      const complete = as.type === 'info' ? { ...as, text: 'Testo' } : as
      expect(v.safeParse(Question, complete).issues, `${question.key} as ${type}`).toBeUndefined()
      expect([as.key, as.label, as.visible_if]).toEqual([question.key, question.label, question.visible_if])
    }
  const chosen = changeType(newQuestion('single_choice', 'Colore'), 'multi_choice')
  expect('options' in chosen && chosen.options.map(({ label }) => label)).toEqual(['Opzione 1', 'Opzione 2'])
})
