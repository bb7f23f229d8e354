import { isSafePattern, PATTERN_TEXT_MAX } from '../../../../src/contract/inspections/pattern.ts'
import type { Question } from '../../../../src/contract/inspections/question.ts'
import { conjuncts, type Expression, mirrored, parseExpression, quoted } from './expression.ts'

/** What a `constraint` bounds, by the type of the question. */
export type Limits = Record<string, string | number>
/** Fields that a `constraint` gives, by type: they are empty where it no longer gives them. */
export const LIMIT_FIELDS: Readonly<Partial<Record<Question['type'], readonly string[]>>> = {
  number: ['min', 'max'],
  multi_choice: ['min', 'max'],
  text: ['max_length', 'pattern'],
  textarea: ['max_length', 'pattern'],
  date: ['not_before', 'not_after'],
  datetime: ['not_before', 'not_after'],
}
/** Whole numbers and days: more than 3 is at least 4. */
const STRICT: Readonly<Record<string, readonly [op: string, step: number]>> = { '>': ['>=', 1], '<': ['<=', -1] }

function bounds(op: string, value: number, whole: boolean, least: string, most: string): Limits | null {
  const [wide, step] = (whole && STRICT[op]) || [op, 0]
  if (wide === '>=') return { [least]: value + step }
  if (wide === '<=') return { [most]: value + step }
  return wide === '=' ? { [least]: value, [most]: value } : null
}
/** `today()`, `today() - 30`, `date('2026-01-31')`, moved by so many days. */
function dayOf(tree: Expression, moved: number): string | null {
  if (tree.kind === 'call' && (tree.name === 'today' || tree.name === 'now') && !tree.args.length)
    return moved ? `today${moved > 0 ? '+' : ''}${moved}` : 'today'
  if (tree.kind === 'call' && ['date', 'format-date'].includes(tree.name) && tree.args.length) return dayOf(tree.args[0]!, moved)
  if (tree.kind === 'text') return /^\d{4}-\d\d-\d\d$/.test(tree.value) && !moved ? tree.value : null
  if (tree.kind !== 'binary' || tree.right.kind !== 'number' || !Number.isInteger(tree.right.value)) return null
  if (tree.op !== '+' && tree.op !== '-') return null
  return dayOf(tree.left, moved + (tree.op === '+' ? tree.right.value : -tree.right.value))
}
function days(op: string, given: Expression): Limits | null {
  const [wide, step] = STRICT[op] ?? [op, 0]
  const day = dayOf(given, step)
  if (!day) return null
  if (wide === '>=') return { not_before: day }
  return wide === '<=' ? { not_after: day } : wide === '=' ? { not_before: day, not_after: day } : null
}
function patternOf(args: readonly Expression[]): Limits | null {
  const [of, source] = args
  if (of?.kind !== 'self' || source?.kind !== 'text') return null
  const pattern = source.value.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
  return pattern.length <= 200 && isSafePattern(pattern) ? { pattern, max_length: PATTERN_TEXT_MAX } : null
}
/** One comparison of a `constraint`; null if the type has no limit of that kind. */
function limitOf(tree: Expression, type: Question['type'], whole: boolean): Limits | null {
  const isText = type === 'text' || type === 'textarea'
  if (tree.kind === 'call') return isText && ['regex', 'pulldata-regex'].includes(tree.name) ? patternOf(tree.args) : null
  if (tree.kind !== 'binary') return null
  const turned = tree.left.kind === 'number'
  const [subject, given] = turned ? [tree.right, tree.left] : [tree.left, tree.right]
  const op = turned ? mirrored(tree.op) : tree.op
  if (subject.kind === 'self' && (type === 'date' || type === 'datetime')) return days(op, given)
  if (given.kind !== 'number') return null
  if (subject.kind === 'self') return type === 'number' ? bounds(op, given.value, whole, 'min', 'max') : null
  const counts = subject.kind === 'call' && subject.args[0]?.kind === 'self' ? subject.name : ''
  if (counts === 'count-selected' && type === 'multi_choice') return bounds(op, given.value, true, 'min', 'max')
  const length = counts === 'string-length' && isText ? bounds(op, given.value, true, 'min_length', 'max_length') : null
  return length && 'min_length' in length ? null : length
}
/** The limits that a `constraint` gives, and true where a part of it has none here. */
export function readConstraint(text: string, type: Question['type'], whole: boolean): { limits: Limits; lost: boolean } {
  const tree = parseExpression(text)
  if (!tree) return { limits: {}, lost: true }
  const found = conjuncts(tree).map((part) => limitOf(part, type, whole))
  return { limits: Object.assign({}, ...found.filter((one) => one !== null)), lost: found.includes(null) }
}

const dayText = (day: string) => {
  const moved = /^today([+-])(\d+)$/.exec(day)
  if (moved) return `today() ${moved[1]} ${moved[2]}`
  return day === 'today' ? 'today()' : `date('${day}')`
}
const joined = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' and ')
/** Limits of a question as `constraint`; '' if it has none. */
export function writeConstraint(question: Question): string {
  switch (question.type) {
    case 'number':
      return joined(question.min != null && `. >= ${question.min}`, question.max != null && `. <= ${question.max}`)
    case 'multi_choice':
      return joined(
        question.min != null && `count-selected(.) >= ${question.min}`,
        question.max != null && `count-selected(.) <= ${question.max}`,
      )
    case 'text':
    case 'textarea': {
      const pattern = question.pattern && quoted(question.pattern)
      return joined(pattern && `regex(., ${pattern})`, `string-length(.) <= ${question.max_length}`)
    }
    case 'date':
    case 'datetime':
      return joined(
        question.not_before && `. >= ${dayText(question.not_before)}`,
        question.not_after && `. <= ${dayText(question.not_after)}`,
      )
    default:
      return ''
  }
}
