import {
  type AnswerTest,
  type Condition,
  type ConditionItem,
  type ConditionTest,
  itemsOf,
  type Scalar,
  STATION_FACTS,
  type StationFact,
} from '../../../contract/inspections/condition.ts'
import { QUESTION_TYPES, type QuestionType } from '../../../contract/inspections/labels.ts'
import type { Question } from '../../../contract/inspections/question.ts'
import type { Sections } from './edit-sections.ts'

export type Operator = AnswerTest['op']
export const OPERATOR_LABELS: Record<Operator, string> = {
  eq: 'è uguale a',
  ne: 'è diversa da',
  in: 'è una di',
  not_in: 'non è una di',
  gt: 'è maggiore di',
  gte: 'è almeno',
  lt: 'è minore di',
  lte: 'è al massimo',
  contains: 'contiene',
  answered: 'ha una risposta',
  not_answered: 'non ha risposta',
}
export const FACT_LABELS: Record<StationFact, string> = {
  self: 'Self service',
  serve: 'Servito',
  selfGPL: 'Self GPL',
  serveGPL: 'GPL servito',
  services: 'Servizi',
  fuels: 'Carburanti',
  suitableForTruck: 'Adatto ai mezzi pesanti',
  videoSurveillance: 'Videosorveglianza',
}
/** The kind of value a test compares with: one of few choices, a number, a text, a day, or only whether an answer is there. */
export interface Comparable {
  kind: 'choice' | 'number' | 'text' | 'day' | 'presence'
  ops: readonly Operator[]
  choices: readonly { value: string; label: string }[]
}
export interface Subject extends Comparable {
  label: string
  /** The heading it stands under. */
  group: string
}

const presence = ['answered', 'not_answered'] as const
const order = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', ...presence] as const
const kinds: { [T in QuestionType]?: Comparable['kind'] } = {
  yes_no_na: 'choice',
  yes_no: 'choice',
  single_choice: 'choice',
  multi_choice: 'choice',
  rating: 'number',
  number: 'number',
  text: 'text',
  textarea: 'text',
  scan: 'text',
  time: 'text',
  date: 'day',
}
const operatorsOf: Record<Comparable['kind'], readonly Operator[]> = {
  choice: ['eq', 'ne', 'in', 'not_in', ...presence],
  number: order,
  text: ['eq', 'ne', 'contains', ...presence],
  day: order,
  presence,
}
const yesNoChoices = [
  { value: 'si', label: 'Sì' },
  { value: 'no', label: 'No' },
]
/** How an answer to this question can be tested. */
export function comparableOf(question: Question): Comparable {
  const kind = kinds[question.type] ?? 'presence'
  if ('options' in question)
    return {
      kind,
      ops: question.type === 'multi_choice' ? ['contains', 'in', 'not_in', ...presence] : operatorsOf.choice,
      choices: question.options.map((option) => ({ value: option.key, label: option.label })),
    }
  return {
    kind,
    ops: operatorsOf[kind],
    choices:
      question.type === 'yes_no_na' ? [...yesNoChoices, { value: 'na', label: 'N.A.' }] : question.type === 'yes_no' ? yesNoChoices : [],
  }
}
const FLAG_CHOICES = [
  { value: 'true', label: 'Sì' },
  { value: 'false', label: 'No' },
]
const STATION = 'Dati del punto vendita'
const factSubject = (fact: StationFact): Subject =>
  fact === 'services' || fact === 'fuels'
    ? { label: FACT_LABELS[fact], group: STATION, kind: 'text', ops: ['contains'], choices: [] }
    : { label: FACT_LABELS[fact], group: STATION, kind: 'choice', ops: ['eq'], choices: FLAG_CHOICES }

/** Names a subject in a select: a question's key, or `station.` and the fact. */
export const subjectOf = (test: ConditionTest) => ('station' in test ? `station.${test.station}` : test.q)

/**
 * The facts a condition may test, by name: the questions before `question` (those of earlier sections if the condition is the section's own),
 * and the facts of the station.
 */
export function subjectsBefore(sections: Sections, section: string, question: string | null): Map<string, Subject> {
  const found = new Map<string, Subject>()
  for (const one of sections) {
    if (one.key === section && question === null) break
    for (const asked of one.questions) {
      if (asked.key === question) return withStation(found)
      if (asked.type !== 'info')
        found.set(asked.key, { ...comparableOf(asked), label: asked.label || QUESTION_TYPES[asked.type], group: one.name })
    }
    if (one.key === section) break
  }
  return withStation(found)
}
const withStation = (found: Map<string, Subject>) => {
  for (const fact of STATION_FACTS) found.set(`station.${fact}`, factSubject(fact))
  return found
}

const firstValue = ({ kind, choices }: Comparable): Scalar => (kind === 'choice' ? (choices[0]?.value ?? '') : kind === 'number' ? 0 : '')
/** A test of an answer by `op`, with as much of the old value as still fits. */
export function testWith(op: Operator, comparable: Comparable, old?: unknown): AnswerTest {
  if (op === 'answered' || op === 'not_answered') return { op }
  const known = (Array.isArray(old) ? old : [old]).filter((value): value is Scalar => value !== undefined && value !== null)
  const start = firstValue(comparable)
  const fitting = known.filter((value) => typeof value === typeof start)
  if (op === 'in' || op === 'not_in') return { op, value: fitting.length ? fitting : [start] }
  return { op, value: fitting[0] ?? start }
}
/** The first test of a subject. */
export function firstTest(name: string, subject: Subject): ConditionTest {
  if (name.startsWith('station.')) {
    const station = name.slice('station.'.length) as StationFact
    return subject.kind === 'text' ? { station, op: 'contains', value: '' } : { station, op: 'eq', value: true }
  }
  return { q: name, ...testWith(subject.ops[0]!, subject) }
}

export const modeOf = (condition: Condition): 'all' | 'any' => ('all' in condition ? 'all' : 'any')
export const group = (mode: 'all' | 'any', items: ConditionItem[]): Condition => (mode === 'all' ? { all: items } : { any: items })
/** The group with an item in the place of another; null takes it out, and a group without items is null itself. */
export function withItem(condition: Condition, at: number, item: ConditionItem | null): Condition | null {
  const items = itemsOf(condition).toSpliced(at, 1, ...(item ? [item] : []))
  return items.length ? group(modeOf(condition), items) : null
}
