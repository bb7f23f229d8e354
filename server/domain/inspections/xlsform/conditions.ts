import * as v from 'valibot'
import {
  Condition,
  type ConditionItem,
  type ConditionTest,
  isGroup,
  itemsOf,
  type Scalar,
} from '../../../../src/contract/inspections/condition.ts'
import type { QuestionType } from '../../../../src/contract/inspections/labels.ts'
import { type Expression, mirrored, parseExpression, quoted } from './expression.ts'

/** A question that a condition may look at. `option`: the key of the option that the form calls so. */
export interface Asked {
  key: string
  type: QuestionType
  option: (name: string) => string | undefined
}
type Find = (name: string) => Asked | undefined

const OPS = { '=': 'eq', '!=': 'ne', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const
const SIGNS: Record<string, string> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
type Compare = (typeof OPS)[keyof typeof OPS]
const isChoice = (type: QuestionType) => ['yes_no', 'yes_no_na', 'single_choice', 'multi_choice'].includes(type)
const isNumber = (type: QuestionType) => type === 'number' || type === 'rating'
const isText = (type: QuestionType) => ['text', 'textarea', 'date', 'time', 'datetime', 'scan'].includes(type)

/** In XPath what is empty differs from every value; here a test on what is missing fails. */
const orMissing = (test: Extract<ConditionTest, { q: string }>): Condition => ({ any: [test, { q: test.q, op: 'not_answered' }] })

const NEGATED = { eq: 'ne', ne: 'eq', gt: 'lte', lte: 'gt', lt: 'gte', gte: 'lt', in: 'not_in', not_in: 'in' } as const
function negated(item: ConditionItem): ConditionItem | null {
  if (isGroup(item)) {
    const items = itemsOf(item).map(negated)
    if (items.includes(null)) return null
    return 'all' in item ? { any: items as ConditionItem[] } : { all: items as ConditionItem[] }
  }
  if (!('q' in item)) return null
  if (item.op === 'answered') return { q: item.q, op: 'not_answered' }
  if (item.op === 'not_answered') return { q: item.q, op: 'answered' }
  if (item.op === 'contains') return orMissing({ q: item.q, op: 'not_in', value: [item.value] })
  return orMissing({ ...item, op: NEGATED[item.op] } as Extract<ConditionTest, { q: string }>)
}

/** The value as an answer of this question is stored; undefined for one that it cannot have. */
function storedValue({ type, option }: Asked, given: Expression): Scalar | undefined {
  if (given.kind === 'call' && given.name === 'date' && given.args.length === 1)
    return type === 'date' ? storedValue({ type } as Asked, given.args[0]!) : undefined
  if (given.kind !== 'text' && given.kind !== 'number') return undefined
  if (isChoice(type)) return option(String(given.value))
  if (isNumber(type)) return String(given.value).trim() && Number.isFinite(Number(given.value)) ? Number(given.value) : undefined
  return isText(type) && given.kind === 'text' && given.value.length <= 200 ? given.value : undefined
}
function compared(asked: Asked, op: Compare, given: Expression): ConditionItem | null {
  const { key: q, type } = asked
  if (given.kind === 'text' && !given.value && (op === 'eq' || op === 'ne')) return { q, op: op === 'eq' ? 'not_answered' : 'answered' }
  const value = storedValue(asked, given)
  if (value === undefined || (op !== 'eq' && op !== 'ne' && !isNumber(type) && type !== 'date')) return null
  return op === 'ne' ? orMissing({ q, op, value }) : { q, op, value }
}
/** `count-selected(…) > 0` and `string-length(…) > 0`: something was answered. */
function presence(call: Expression, op: Compare, given: Expression, find: Find): ConditionItem | null {
  if (call.kind !== 'call' || !['count-selected', 'string-length'].includes(call.name) || given.kind !== 'number') return null
  const [of] = call.args
  const asked = of?.kind === 'answer' ? find(of.name) : undefined
  if (!asked) return null
  const some = (op === 'gt' && given.value === 0) || (op === 'gte' && given.value === 1) || (op === 'ne' && given.value === 0)
  const none = (op === 'eq' && given.value === 0) || (op === 'lt' && given.value === 1)
  return some || none ? { q: asked.key, op: some ? 'answered' : 'not_answered' } : null
}
function comparison({ op, left, right }: Extract<Expression, { kind: 'binary' }>, find: Find): ConditionItem | null {
  const turned = left.kind === 'text' || left.kind === 'number'
  const [subject, given] = turned ? [right, left] : [left, right]
  const name = OPS[(turned ? mirrored(op) : op) as keyof typeof OPS]
  if (!name) return null
  if (subject.kind !== 'answer') return presence(subject, name, given, find)
  const asked = find(subject.name)
  return asked ? compared(asked, name, given) : null
}
function selected(args: readonly Expression[], find: Find): ConditionItem | null {
  const [of, given] = args
  const asked = of?.kind === 'answer' ? find(of.name) : undefined
  if (!asked || !given || !isChoice(asked.type)) return null
  const value = storedValue(asked, given)
  return value === undefined ? null : { q: asked.key, op: asked.type === 'multi_choice' ? 'contains' : 'eq', value }
}
function itemOf(tree: Expression, find: Find): ConditionItem | null {
  if (tree.kind === 'call') {
    if (tree.name === 'selected') return selected(tree.args, find)
    const inner = tree.name === 'not' && tree.args.length === 1 ? itemOf(tree.args[0]!, find) : null
    return inner && negated(inner)
  }
  if (tree.kind !== 'binary') return null
  if (tree.op !== 'and' && tree.op !== 'or') return comparison(tree, find)
  const [left, right] = [itemOf(tree.left, find), itemOf(tree.right, find)]
  if (!left || !right) return null
  const word = tree.op === 'and' ? 'all' : 'any'
  const parts = [left, right].flatMap((item) => (word in item ? itemsOf(item as Condition) : [item]))
  return (word === 'all' ? { all: parts } : { any: parts }) as Condition
}
const whole = (item: ConditionItem): Condition => (isGroup(item) ? item : { all: [item] })

/**
 * A `relevant` as a condition; null where ours have no words for it.
 * @param find questions that stand before it, by the names of the form
 */
export function readRelevant(text: string, find: Find): Condition | null {
  const tree = parseExpression(text)
  const item = tree && itemOf(tree, find)
  if (!item) return null
  const read = v.safeParse(Condition, whole(item))
  return read.success ? read.output : null
}
/** One condition of several that must all hold. */
export function together(conditions: readonly Condition[]): Condition | null {
  if (conditions.length < 2) return conditions[0] ?? null
  return { all: conditions.flatMap((one): ConditionItem[] => ('all' in one ? one.all : [one])) }
}

function literal(value: Scalar): string | null {
  if (typeof value === 'boolean') return null
  return typeof value === 'number' ? String(value) : quoted(value)
}
function testText(test: ConditionTest, typeOf: (key: string) => QuestionType | undefined): string | null {
  if (!('q' in test)) return null
  const answer = `\${${test.q}}`
  if (!('value' in test)) return test.op === 'answered' ? `${answer} != ''` : `${answer} = ''`
  const type = typeOf(test.q)
  const values: (string | null)[] = [test.value].flat().map(literal)
  if (!type || values.includes(null)) return null
  const holds = (value: string | null) => (isChoice(type) ? `selected(${answer}, ${value})` : `${answer} = ${value}`)
  if (test.op === 'in') return values.length === 1 ? holds(values[0]!) : `(${values.map(holds).join(' or ')})`
  if (test.op === 'not_in') return `(${[`${answer} != ''`, ...values.map((value) => `not(${holds(value)})`)].join(' and ')})`
  if (test.op === 'ne') return `(${answer} != '' and ${answer} != ${values[0]})`
  if (test.op === 'contains') return isChoice(type) ? holds(values[0]!) : `contains(${answer}, ${values[0]})`
  return `${answer} ${SIGNS[test.op]} ${values[0]}`
}
/** A condition as `relevant`; '' where XLSForm has no words for it, as for facts of the station. */
export function writeRelevant(condition: Condition | null | undefined, typeOf: (key: string) => QuestionType | undefined): string {
  if (!condition) return ''
  const parts = itemsOf(condition).map((item) => {
    if (!isGroup(item)) return testText(item, typeOf)
    const inner = writeRelevant(item, typeOf)
    return inner && `(${inner})`
  })
  return parts.every(Boolean) ? parts.join('all' in condition ? ' and ' : ' or ') : ''
}
