import { type Answer, type Answers, type OpenNc, TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import type { Section } from '../../contract/inspections/form.ts'
import { DEADLINE_DAYS, type Severity } from '../../contract/inspections/labels.ts'
import type { InputQuestion, NcRule } from '../../contract/inspections/question.ts'
import { addDays, isRealDay, italianDay, tooLong } from '../shared/italian.ts'
import type { Judgement } from './score.ts'
import { readValue } from './values.ts'
import type { Block, VisibleQuestion } from './visibility.ts'

/** Non-conformities (docs/spec/inspections.md#non-conformities): at most one for each answer, from the question's rule, from the inspector's hand, or from both. */
export interface NonConformity {
  /** Key in the answers map; with the verifica it identifies the non-conformity for ever. */
  key: string
  question_key: string
  /** `ext-55`, or '' outside a repeated section. */
  block: string
  section: string
  label: string
  block_label: string
  severity: Severity
  /** Why the rule fired; null when only set by hand. */
  reason: string | null
  note: string | null
  photos: string[]
  suggestion: string | null
  /** `YYYY-MM-DD` */
  deadline: string
  ticket_category_id: number | null
  manual: boolean
}
/** The re-check of an open non-conformity; its answer stands at `nc_<id>`. */
export interface PreviousCheck {
  key: string
  open: OpenNc
  /** Null while not answered. */
  resolved: boolean | null
  /** As it was, or as raised by hand in this verifica. */
  severity: Severity
  note: string | null
  photos: string[]
}

const RANK: Record<Severity, number> = { lieve: 0, grave: 1, critica: 2 }
export const graverSeverity = (a: Severity, b: Severity): Severity => (RANK[a] >= RANK[b] ? a : b)

/** A critical question decides the outcome, so a wrong answer is a non-conformity even if the model gives it no rule. */
const CRITICAL: Pick<NcRule, 'severity' | 'deadline_days'> = { severity: 'critica' }
/** The rule sets a floor: by hand the severity can be raised, not lowered. The deadline counts from today unless one is given. */
export function nonConformityOf(
  { key, answer }: VisibleQuestion,
  question: InputQuestion,
  section: Section,
  block: Block,
  judged: Judgement,
  today: string,
): NonConformity | null {
  const rule = judged.verdict === 'non_conforme' ? (question.nc ?? (question.critical ? CRITICAL : null)) : null
  const manual = answer?.nc
  if (!rule && !manual) return null
  const severity = rule && manual ? graverSeverity(rule.severity, manual.severity) : (rule ?? manual)!.severity
  const days = severity === rule?.severity ? (rule.deadline_days ?? DEADLINE_DAYS[severity]) : DEADLINE_DAYS[severity]
  return {
    key,
    question_key: question.key,
    block: block.id,
    section: section.key,
    label: question.label,
    block_label: block.label,
    severity,
    reason: rule ? judged.reason : null,
    note: [answer?.note, manual?.note].filter(Boolean).join('\n') || null,
    photos: [...new Set([...(answer?.photos ?? []), ...(manual?.photos ?? [])])],
    suggestion: manual?.suggestion || question.nc?.suggestion || null,
    deadline: manual?.deadline && isRealDay(manual.deadline) ? manual.deadline : addDays(today, days),
    ticket_category_id: question.nc?.ticket_category_id ?? null,
    manual: !!manual,
  }
}

/** Text that neither an answer's note nor a non-conformity reported with it may hold. */
export function textErrors({ note, nc }: Answer, today: string): string[] {
  const found = [tooLong(note, TEXT_LIMITS.note), tooLong(nc?.note, TEXT_LIMITS.note), tooLong(nc?.suggestion, TEXT_LIMITS.suggestion)]
  return [...found, nc?.deadline ? deadlineError(nc.deadline, today) : null].filter((message) => message !== null)
}
/** The day by which something is to be resolved: today or later. */
export const deadlineError = (day: string, today: string): string | null =>
  isRealDay(day) ? (day < today ? `La data non può essere precedente al ${italianDay(today)}.` : null) : 'La data non è valida.'

export function recheck(open: OpenNc, answers: Answers): PreviousCheck {
  const key = `nc_${open.id}`
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
  const value = readValue('yes_no', answer?.v)
  const resolved = value === undefined ? null : value === 'si'
  const severity = answer?.nc && resolved === false ? graverSeverity(open.severity, answer.nc.severity) : open.severity
  return { key, open, resolved, severity, note: answer?.note || null, photos: answer?.photos ?? [] }
}

export function countBySeverity(list: readonly { severity: Severity }[]): Record<Severity, number> {
  const counts = { lieve: 0, grave: 0, critica: 0 }
  for (const { severity } of list) counts[severity]++
  return counts
}
