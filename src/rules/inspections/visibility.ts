import type { Answer, Answers, AnswerValue, EquipmentRow, StationContext } from '../../contract/inspections/answers.ts'
import { type AnswerTest, type Condition, type ConditionTest, isGroup, type Scalar } from '../../contract/inspections/condition.ts'
import type { ModelDefinition, Section } from '../../contract/inspections/form.ts'
import { BLOCK_PREFIX } from '../../contract/inspections/labels.ts'
import type { Question } from '../../contract/inspections/question.ts'
import { readValue } from './values.ts'

/** One pass over the form in its order: conditions look backwards only, and what is hidden counts as not answered (docs/spec/inspections.md#conditions). */
export interface Block {
  /** `ext-55`, `free-<uuid>`, or '' in a section that is not repeated. */
  id: string
  label: string
  row: EquipmentRow | null
}
export interface VisibleQuestion {
  question: Question
  /** Key in the answers map: `q_22bb` or `q_22bb#ext-55`. */
  key: string
  answer: Answer | undefined
  /** Undefined while not answered, or when the stored value does not fit the type. */
  value: AnswerValue | undefined
}
export interface VisibleBlock {
  block: Block
  questions: VisibleQuestion[]
}
export interface VisibleSection {
  section: Section
  blocks: VisibleBlock[]
}

/** The value a test compares; null for values (signature, position, table …) that can only be tested for presence. */
type Operand = Scalar | string[] | null
export const operandOf = (value: AnswerValue): Operand => {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : null
  return typeof value === 'object' ? null : value
}
const fold = (text: Scalar) => String(text).toLocaleLowerCase('it')
const same = (operand: Operand, value: Scalar) =>
  Array.isArray(operand) ? operand.length === 1 && operand[0] === value : operand === value
const overlaps = (operand: Operand, value: Scalar) => (Array.isArray(operand) ? (operand as Scalar[]).includes(value) : operand === value)
const order = (operand: Operand, value: Scalar) =>
  (typeof operand === 'number' && typeof value === 'number') || (typeof operand === 'string' && typeof value === 'string')
    ? operand < value
      ? -1
      : Number(operand > value)
    : Number.NaN

/** True if one operand passes the test. Texts compare as written, ISO dates in their order; a type that does not fit never passes. */
export function passes(test: AnswerTest, operand: Operand | undefined): boolean {
  if (test.op === 'answered') return operand !== undefined
  if (test.op === 'not_answered') return operand === undefined
  if (operand === undefined || operand === null) return false
  switch (test.op) {
    case 'eq':
      return same(operand, test.value)
    case 'ne':
      return !same(operand, test.value)
    case 'in':
      return test.value.some((value) => overlaps(operand, value))
    case 'not_in':
      return !test.value.some((value) => overlaps(operand, value))
    case 'gt':
      return order(operand, test.value) > 0
    case 'gte':
      return order(operand, test.value) >= 0
    case 'lt':
      return order(operand, test.value) < 0
    case 'lte':
      return order(operand, test.value) <= 0
    case 'contains':
      return Array.isArray(operand)
        ? operand.some((item) => fold(item) === fold(test.value))
        : typeof operand === 'string' && fold(operand).includes(fold(test.value))
  }
}

type Look = (question: string) => readonly Operand[]
function testPasses(test: ConditionTest, look: Look, facts: StationContext['facts']): boolean {
  if ('station' in test) return passes(test, facts[test.station])
  const operands = look(test.q)
  return operands.length ? operands.some((operand) => passes(test, operand)) : passes(test, undefined)
}
/** A question of another, repeated section passes when it passes in any of its blocks. */
export function conditionHolds(condition: Condition, look: Look, facts: StationContext['facts']): boolean {
  const one = (item: Condition | ConditionTest) => (isGroup(item) ? conditionHolds(item, look, facts) : testPasses(item, look, facts))
  return 'all' in condition ? condition.all.every(one) : condition.any.some(one)
}

const WHOLE: Block = { id: '', label: '', row: null }
/** Blocks of a section: one for each equipment row; a free list has those already answered in, in the order they were begun. */
function blocksOf(section: Section, station: StationContext, free: Map<string, Map<string, string>>): Block[] {
  const { repeat } = section
  if (!repeat) return [WHOLE]
  if (repeat.source !== 'free')
    return (station.equipment[repeat.source] ?? []).map((row) => ({
      id: `${BLOCK_PREFIX[repeat.source]}-${row.id}`,
      label: row.label,
      row,
    }))
  const begun = new Map<string, string>()
  for (const question of section.questions)
    for (const [id, at] of free.get(question.key) ?? []) {
      const known = begun.get(id)
      if (known === undefined || at < known) begun.set(id, at)
    }
  return [...begun]
    .sort(([idA, a], [idB, b]) => (a === b ? (idA < idB ? -1 : 1) : a < b ? -1 : 1))
    .map(([id], index) => ({ id, label: `${repeat.label} ${index + 1}`, row: null }))
}
/** question -> free block -> when it was answered */
function freeBlocks(answers: Answers): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  for (const [key, answer] of Object.entries(answers)) {
    const at = key.indexOf('#free-')
    if (at < 0) continue
    const question = key.slice(0, at)
    const blocks = found.get(question) ?? new Map<string, string>()
    found.set(question, blocks.set(key.slice(at + 1), answer.at ?? '9999'))
  }
  return found
}

export const answerKey = (question: string, block: string) => (block ? `${question}#${block}` : question)

/** The sections, blocks and questions to show, with their answers. A hidden question or section is absent. */
export function visibleForm(definition: ModelDefinition, answers: Answers, station: StationContext): VisibleSection[] {
  const seen = new Map<string, Operand[]>()
  const nothing: Operand[] = []
  const free = definition.categories.some((section) => section.repeat?.source === 'free') ? freeBlocks(answers) : new Map()
  const everywhere: Look = (question) => seen.get(question) ?? nothing
  const form: VisibleSection[] = []
  for (const section of definition.categories) {
    if (section.visible_if && !conditionHolds(section.visible_if, everywhere, station.facts)) continue
    const own = section.repeat ? new Set(section.questions.map((question) => question.key)) : null
    const blocks = blocksOf(section, station, free).map((block): VisibleBlock => {
      const here = new Map<string, Operand[]>()
      const look: Look = own ? (question) => (own.has(question) ? (here.get(question) ?? nothing) : everywhere(question)) : everywhere
      const questions: VisibleQuestion[] = []
      for (const question of section.questions) {
        if (question.visible_if && !conditionHolds(question.visible_if, look, station.facts)) continue
        const key = answerKey(question.key, block.id)
        const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
        const value = readValue(question.type, answer?.v)
        if (value !== undefined) {
          const operand = operandOf(value)
          if (own) here.set(question.key, [operand])
          const earlier = seen.get(question.key)
          if (earlier) earlier.push(operand)
          else seen.set(question.key, [operand])
        }
        questions.push({ question, key, answer, value })
      }
      return { block, questions }
    })
    form.push({ section, blocks })
  }
  return form
}

/** The answers a completed verifica keeps: those of visible questions, and the reserved keys (`nc_…`, the cover). */
export function dropHidden(definition: ModelDefinition, answers: Answers, station: StationContext): Record<string, Answer> {
  const kept = new Set(
    visibleForm(definition, answers, station).flatMap(({ blocks }) => blocks.flatMap((b) => b.questions.map((q) => q.key))),
  )
  return Object.fromEntries(Object.entries(answers).filter(([key]) => kept.has(key) || !key.startsWith('q_')))
}
