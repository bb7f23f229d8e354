import type { Section } from '../../contract/inspections/form.ts'
import type { EquipmentSource } from '../../contract/inspections/labels.ts'
import type { Question } from '../../contract/inspections/question.ts'
import type { Evaluation, QuestionResult } from '../../rules/inspections/evaluate.ts'
import { repeatedEquipment } from '../../rules/inspections/station-context.ts'
import type { Block } from '../../rules/inspections/visibility.ts'

export interface Step {
  title: string
  /** Questions shown together: one, or those of a block of a section; none for the re-check of earlier non-conformities. */
  asked: { key: string; question: Question; block: Block }[]
  /** A section answered once for each row added by hand: here one is added. */
  adds?: Section
  /** Equipment that is not known here, or was not: the inspector is told so, and may write down what he finds. */
  unknown?: EquipmentSource
  /** The model's text for the section that begins here. */
  about?: string | null | undefined
}
/** The steps of the form as it is visible now; `one`: one question at a time. */
export function stepsOf({ sections, previous, unchecked }: Evaluation, one: boolean): Step[] {
  const steps: Step[] = previous.length ? [{ title: 'Non conformità aperte', asked: [] }] : []
  for (const { section, blocks } of sections) {
    const begins = steps.length
    for (const { block, questions } of blocks) {
      // One at a time the question itself says which piece it is about, close to the thumb.
      const title = block.label && !one ? `${section.name} – ${block.label}` : section.name
      const size = one ? 1 : Math.max(1, questions.length)
      for (let at = 0; at < questions.length; at += size)
        steps.push({ title, asked: questions.slice(at, at + size).map(({ key, question }) => ({ key, question, block })) })
    }
    const source = repeatedEquipment(section.repeat)
    const byHand = blocks.some(({ block }) => block.row?.by_hand)
    if (source && (byHand || unchecked.some((item) => item.section === section.key && item.question === null)))
      steps.push({ title: section.name, asked: [], unknown: source })
    if (section.repeat?.source === 'free') steps.push({ title: section.name, asked: [], adds: section })
    const first = steps[begins]
    if (first && section.description) first.about = section.description
  }
  return steps
}

const isSameStep = (one: Step, other: Step) =>
  one.title === other.title &&
  one.about === other.about &&
  one.adds === other.adds &&
  one.unknown === other.unknown &&
  one.asked.length === other.asked.length &&
  one.asked.every(({ key, question, block }, at) => {
    const that = other.asked[at]!
    return key === that.key && question === that.question && block.label === that.block.label && block.row === that.block.row
  })
/** The steps as they were, where they still are so: most answers change none of them, and there may be hundreds. */
export const keepSameSteps = (before: readonly Step[] | undefined, next: Step[]): Step[] =>
  before?.length === next.length && before.every((step, at) => isSameStep(step, next[at]!)) ? (before as Step[]) : next

/** The step that asks for an answer key, or the closing page for keys of the verifica as a whole. */
export function stepOf(steps: readonly Step[], key: string): { at: number } | { view: 'summary' } {
  const at = stepIndex(steps, key)
  return at < 0 ? { view: 'summary' } : { at }
}
function stepIndex(steps: readonly Step[], key: string) {
  const recheck = /^nc_\d+$/.test(key)
  return steps.findIndex(({ asked, adds, unknown }) =>
    recheck ? !asked.length && !adds && !unknown : asked.some((one) => one.key === key),
  )
}
/** Brings the place of that name into view, and whoever moves by keyboard or ear to it. */
export function focusQuestion(key: string) {
  const place = document.getElementById(key)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}

/** Every question as it stands, in the order of the form. */
export function* questionsOf({ sections }: Evaluation): Generator<QuestionResult> {
  for (const { blocks } of sections) for (const { questions } of blocks) yield* questions
}
export function resultOf(evaluation: Evaluation, key: string): QuestionResult | undefined {
  for (const one of questionsOf(evaluation)) if (one.key === key) return one
  return undefined
}
/** The questions still open: the required ones, else the optional ones. */
export function openKeys(evaluation: Evaluation): string[] {
  const missing = evaluation.missing.filter(({ section, kind }) => section !== null || kind === 'previous').map(({ key }) => key)
  if (missing.length) return [...new Set(missing)]
  return [...questionsOf(evaluation)].filter(({ question, value }) => question.type !== 'info' && value === undefined).map(({ key }) => key)
}
/** "Prossima senza risposta": the first open question after the step one is at, from the top again where none follows. */
export function nextOpen(steps: readonly Step[], open: readonly string[], at: number): string | undefined {
  const place = new Map(open.map((key) => [key, stepIndex(steps, key)]))
  return open.find((key) => place.get(key)! > at) ?? open.find((key) => place.get(key) !== at)
}
/** An answer after which nothing is left to do at its question: no note, photo or non-conformity is asked for there. */
export function isSettled(evaluation: Evaluation, key: string): boolean {
  const result = resultOf(evaluation, key)
  return !!result && result.value !== undefined && !result.nc && !result.error && !evaluation.missing.some((item) => item.key === key)
}
