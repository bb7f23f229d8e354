import type { OpenNc, StationContext } from '../../contract/inspections/answers.ts'
import type { ModelDefinition, Section } from '../../contract/inspections/form.ts'
import type { Outcome, Severity } from '../../contract/inspections/labels.ts'
import type { Question } from '../../contract/inspections/question.ts'
import { others } from '../shared/how-many.ts'
import { italianNumber, italianScore } from '../shared/italian.ts'
import { type Missing, missingAtQuestion, missingInRecord } from './missing.ts'
import { countBySeverity, type NonConformity, nonConformityOf, type PreviousCheck, recheck } from './non-conformities.ts'
import type { InspectionRecord } from './record.ts'
import { type Judgement, judge } from './score.ts'
import { findUnchecked, type Unchecked } from './station-context.ts'
import { validateAnswer } from './validate-answer.ts'
import { type Block, type VisibleQuestion, visibleForm } from './visibility.ts'

export interface QuestionResult extends VisibleQuestion, Judgement {
  /** Italian message of a value that may not stand. */
  error: string | null
  nc: NonConformity | null
}
export interface BlockResult {
  block: Block
  questions: QuestionResult[]
  /** 0–100, not rounded; null where nothing is scored. */
  score: number | null
}
export interface SectionResult {
  section: Section
  blocks: BlockResult[]
  /** 0–100 with one decimal; a repeated section averages its blocks. */
  score: number | null
  answered: number
  total: number
  conforming: number
  nonConforming: number
  notApplicable: number
}
export interface Evaluation {
  /** Visible sections only, in the order of the form. */
  sections: SectionResult[]
  /** 0–100 with one decimal. */
  score: number | null
  outcome: Outcome
  /** What makes the outcome less than "Conforme": the questions, or the threshold. Italian; null where nothing does, or nothing could be judged. */
  because: string | null
  nonConformities: NonConformity[]
  counts: Record<Severity, number>
  previous: PreviousCheck[]
  /** The checks that could not be made because the station's equipment or prices were not known; then there is no score. */
  unchecked: Unchecked[]
  /** Empty when the verifica may be completed. In the order of the form, then what belongs to the whole. */
  missing: Missing[]
  answered: number
  total: number
}

/** One decimal, halves up, immune to binary noise (0.05 steps stay where a person expects them). */
export const oneDecimal = (value: number) => Math.round(Number((value * 10).toFixed(6))) / 10
function mean(items: readonly { weight: number; score: number | null }[]): number | null {
  let sum = 0
  let weights = 0
  for (const { weight, score } of items) {
    if (score === null || weight <= 0) continue
    sum += weight * score
    weights += weight
  }
  return weights > 0 ? sum / weights : null
}

function sectionResult(section: Section, blocks: BlockResult[]): SectionResult & { exact: number | null } {
  const exact = mean(blocks.map((block) => ({ weight: 1, score: block.score })))
  const result = { section, blocks, exact, score: exact === null ? null : oneDecimal(exact) }
  const counts = { answered: 0, total: 0, conforming: 0, nonConforming: 0, notApplicable: 0 }
  for (const block of blocks)
    for (const { question, value, verdict } of block.questions) {
      if (question.type === 'info') continue
      counts.total++
      if (value !== undefined) counts.answered++
      if (verdict === 'conforme') counts.conforming++
      if (verdict === 'non_conforme') counts.nonConforming++
      if (verdict === 'na') counts.notApplicable++
    }
  return { ...result, ...counts }
}
function outcomeOf(definition: ModelDefinition, score: number | null, critical: boolean, graver: boolean): Outcome {
  const { warn, ok } = definition.thresholds
  if (critical || (score !== null && score < warn)) return 'non_conforme'
  return graver || (score !== null && score < ok) ? 'con_osservazioni' : 'conforme'
}
const isCritical = (question: Question) => question.type !== 'info' && question.critical
/** Questions named one by one; the rest are counted. */
const NAMED = 3
function named(one: string, many: string, found: readonly { label: string; block_label: string }[]): string | null {
  if (!found.length) return null
  const labels = found.slice(0, NAMED).map(({ label, block_label }) => `«${block_label ? `${block_label}: ` : ''}${label}»`)
  const more = found.length - labels.length
  return `${found.length === 1 ? one : many}: ${labels.join(', ')}${more ? ` e ${others(more, 'f')}` : ''}`
}
const below = (score: number | null, threshold: number) =>
  score !== null && score < threshold ? `punteggio ${italianScore(score)}, sotto ${italianNumber(threshold)}` : null

function whyOutcome(
  outcome: Outcome,
  { thresholds: { warn, ok } }: ModelDefinition,
  score: number | null,
  critical: readonly NonConformity[],
  found: readonly NonConformity[],
  previous: readonly PreviousCheck[],
): string | null {
  const graver = [
    ...found,
    ...previous.flatMap(({ resolved, severity, open }) => (resolved === true ? [] : [{ severity, ...pieceOf(open) }])),
  ].filter(({ severity }) => severity !== 'lieve')
  const parts =
    outcome === 'non_conforme'
      ? [named('domanda decisiva non conforme', 'domande decisive non conformi', critical), below(score, warn)]
      : outcome === 'con_osservazioni'
        ? [named('non conformità grave', 'non conformità gravi', graver), below(score, ok)]
        : []
  const words = parts.filter((part) => part !== null).join('; ')
  return words ? words[0]!.toUpperCase() + words.slice(1) : null
}
const pieceOf = ({ label, block_label }: OpenNc) => ({ label, block_label: block_label ?? '' })

/**
 * The one evaluator of a verifica (docs/spec/inspections.md#conditions), run by the phone on each change and by the server at completion. Pure: same input, same
 * result; it reads nothing but its arguments and changes nothing.
 * @param today `YYYY-MM-DD` of the place: bounds and expiries of dates, deadlines of non-conformities
 * @returns what to show, the score, and what still stands in the way of completion
 */
export function evaluate(definition: ModelDefinition, record: InspectionRecord, station: StationContext, today: string): Evaluation {
  const nonConformities: NonConformity[] = []
  const missing: Missing[] = []
  const criticalFailed: NonConformity[] = []
  const questionResult = (shown: VisibleQuestion, section: Section, block: Block): QuestionResult => {
    const { question, key, answer, value } = shown
    if (question.type === 'info') return { question, key, answer, value, score: null, reason: null, verdict: null, error: null, nc: null }
    const judged = judge(question, value, { today, station, block })
    const error = validateAnswer(question, answer?.v, today)
    const nc = nonConformityOf(shown, question, section, block, judged, today)
    if (nc) nonConformities.push(nc)
    // What opens no non-conformity is not called one, here or on the verbale: its score says enough.
    const verdict = nc ? 'non_conforme' : judged.verdict === 'non_conforme' ? null : judged.verdict
    if (nc && isCritical(question)) criticalFailed.push(nc)
    for (const item of missingAtQuestion(shown, question, section, block, { error, nc, verdict }, station, today)) missing.push(item)
    // Written out: spreading the two objects here costs as much as all the rest of the evaluation.
    return { question, key, answer, value, score: judged.score, reason: verdict ? judged.reason : null, verdict, error, nc }
  }
  const form = visibleForm(definition, record.answers, station)
  const unchecked = findUnchecked(form, station)
  const sections = form.map(({ section, blocks }) =>
    sectionResult(
      section,
      blocks.map(({ block, questions }): BlockResult => {
        const results = questions.map((shown) => questionResult(shown, section, block))
        const scored = results.map((result) => ({
          weight: result.question.type === 'info' ? 0 : result.question.weight,
          score: result.score,
        }))
        const score = definition.scoring ? mean(scored) : null
        return { block, questions: results, score: score === null ? null : 100 * score }
      }),
    ),
  )
  const previous = (record.open ?? []).map((open) => recheck(open, record.answers))
  missing.push(...missingInRecord(definition, record, previous, today))
  const total = mean(sections.map(({ section, exact }) => ({ weight: section.weight, score: exact })))
  const score = total === null || unchecked.length ? null : oneDecimal(total)
  const openNow = [...nonConformities, ...previous.filter((check) => check.resolved !== true)]
  const graver = openNow.some(({ severity }) => severity !== 'lieve')
  const outcome = unchecked.length ? 'incompleta' : outcomeOf(definition, score, criticalFailed.length > 0, graver)
  return {
    sections: sections.map(({ exact: _, ...section }) => section),
    score,
    outcome,
    because: whyOutcome(outcome, definition, score, criticalFailed, nonConformities, previous),
    unchecked,
    nonConformities,
    counts: countBySeverity(nonConformities),
    previous,
    missing,
    answered: sections.reduce((sum, s) => sum + s.answered, 0) + previous.filter((check) => check.resolved !== null).length,
    total: sections.reduce((sum, s) => sum + s.total, 0) + previous.length,
  }
}
