import { equipmentOf } from '../../contract/inspection-context.ts'
import type { Section } from '../../contract/inspection-form.ts'
import type { EquipmentSource } from '../../contract/inspection-labels.ts'
import type { Question } from '../../contract/inspection-question.ts'
import type { Evaluation } from '../../contract/inspection-rules.ts'
import type { Block } from '../../contract/inspection-visibility.ts'

export interface Step {
  title: string
  /** Questions shown together: one on a phone, a block of a section on a desk; none for the re-check of earlier non-conformities. */
  asked: { key: string; question: Question; block: Block }[]
  /** A section answered once for each row added by hand: here one is added. */
  adds?: Section
  /** Equipment that is not known here, or was not: the inspector is told so, and may write down what he finds. */
  unknown?: EquipmentSource
  /** What the model says of the section that begins here. */
  about?: string | null | undefined
}

/** The steps of the form as it is visible now; `one`: one question at a time. */
export function stepsOf({ sections, previous, unchecked }: Evaluation, one: boolean): Step[] {
  const steps: Step[] = previous.length ? [{ title: 'Non conformità aperte', asked: [] }] : []
  for (const { section, blocks } of sections) {
    const begins = steps.length
    for (const { block, questions } of blocks) {
      const title = block.label ? `${section.name} – ${block.label}` : section.name
      const asked = questions.map(({ key, question }) => ({ key, question, block }))
      if (one) steps.push(...asked.map((each) => ({ title, asked: [each] })))
      else if (asked.length) steps.push({ title, asked })
    }
    const source = equipmentOf(section.repeat)
    const byHand = blocks.some(({ block }) => block.row?.by_hand)
    if (source && (byHand || unchecked.some((item) => item.section === section.key && item.question === null)))
      steps.push({ title: section.name, asked: [], unknown: source })
    if (section.repeat?.source === 'free') steps.push({ title: section.name, asked: [], adds: section })
    const first = steps[begins]
    if (first && section.description) first.about = section.description
  }
  return steps
}

/** Where an answer key is asked for: its step, or the closing page for what belongs to the verifica as a whole. */
export function stepOf(steps: readonly Step[], key: string): { at: number } | { view: 'summary' } {
  const recheck = /^nc_\d+$/.test(key)
  const at = steps.findIndex(({ asked, adds, unknown }) =>
    recheck ? !asked.length && !adds && !unknown : asked.some((one) => one.key === key),
  )
  return at < 0 ? { view: 'summary' } : { at }
}
/** Brings the place of that name into view, and whoever moves by keyboard or ear to it. */
export function arriveAt(key: string) {
  const place = document.getElementById(key)
  place?.scrollIntoView({ block: 'center' })
  place?.focus({ preventScroll: true })
}
