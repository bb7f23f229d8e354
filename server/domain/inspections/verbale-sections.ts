import type { StationContext } from '../../../src/contract/inspections/answers.ts'
import { REPEAT_SOURCES } from '../../../src/contract/inspections/labels.ts'
import type { Evaluation, QuestionResult, SectionResult } from '../../../src/rules/inspections/evaluate.ts'
import { printAnswer } from '../../../src/rules/inspections/print-answer.ts'
import { repeatedEquipment } from '../../../src/rules/inspections/station-context.ts'
import { readValue } from '../../../src/rules/inspections/values.ts'
import { italianScore } from '../../../src/rules/shared/italian.ts'

/** 69.4 -> "69,4"; null where nothing is scored */
export const scoreText = (value: number | null) => (value === null ? null : italianScore(value))

/** The checks of a section that could not be made. Verifiche from before this was asked are included: a kind of equipment without a list is not one without pieces. */
function uncheckedIn({ section, blocks }: SectionResult, { unchecked }: Evaluation, { equipment }: StationContext): string[] {
  const found = unchecked.flatMap((item) => (item.section === section.key ? item.what : []))
  const source = repeatedEquipment(section.repeat)
  if (source && !blocks.length && !equipment[source]) found.push(REPEAT_SOURCES[source])
  return [...new Set(found)]
}
/** The sections in full (docs/spec/inspections.md#pdf): counts for the summary, and each question with its answer, note and photos. */
export function printSections<Photo>(
  evaluation: Evaluation,
  context: StationContext,
  photos: (uuids: readonly string[] | null | undefined) => Photo[],
) {
  const ncNumber = new Map(evaluation.nonConformities.map((nc, index) => [nc.key, index + 1]))
  const row = (result: QuestionResult, n: string) => {
    const { question, answer, key, nc, verdict, reason } = result
    // Read-only text belongs to the form, not to the report.
    if (question.type === 'info') return []
    const taken = question.type === 'photo' ? readValue('photo', result.value) : undefined
    return [
      {
        n,
        question: question.label,
        critical: question.critical,
        norm: question.norm ?? null,
        answer: printAnswer(question, result.value, context),
        /** Five stars are drawn; more would not be counted at a glance. */
        stars:
          question.type === 'rating' && question.max === 5 && typeof result.value === 'number'
            ? { value: Math.min(5, Math.max(0, result.value)), max: 5 }
            : null,
        verdict,
        reason: verdict === 'non_conforme' && question.type !== 'yes_no' && question.type !== 'yes_no_na' ? reason : null,
        severity: nc?.severity ?? null,
        nc: ncNumber.get(key) ?? null,
        note: answer?.note || null,
        photos: photos([...new Set([...(taken ?? []), ...(answer?.photos ?? [])])]),
      },
    ]
  }
  return evaluation.sections.map((section, index) => ({
    n: index + 1,
    name: section.section.name,
    answered: section.answered,
    total: section.total,
    conforming: section.conforming,
    nonConforming: section.nonConforming,
    notApplicable: section.notApplicable,
    score: scoreText(section.score),
    scoreValue: section.score,
    repeated: !!section.section.repeat,
    unchecked: uncheckedIn(section, evaluation, context),
    blocks: section.blocks.map(({ block, questions, score: exact }) => ({
      label: block.label,
      score: section.section.repeat ? scoreText(exact) : null,
      rows: questions.filter(({ question }) => question.type !== 'info').flatMap((result, q) => row(result, `${index + 1}.${q + 1}`)),
    })),
  }))
}
