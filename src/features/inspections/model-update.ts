import type { OfflineModel } from '../../contract/inspections/models.ts'
import type { Edit } from './edits.ts'
import type { LocalInspection } from './local-inspection.ts'
import { withPrefills } from './prefill-answers.ts'

/** "Aggiorna al modello corrente": the questions of the newer version, the answers by their keys; those of questions that are no more stay behind. */
export const modelEdit =
  ({ id, name, version, hash, definition }: OfflineModel): Edit =>
  (local) =>
    withPrefills<LocalInspection>({ ...local, model: { id, name, version, hash }, definition, updated_model: true, headDirty: true })

/** Labels of the answered questions that `definition` does not have any more, and how many answers are kept. */
export function modelDifferences({ answers, definition: old }: LocalInspection, { categories }: OfflineModel['definition']) {
  const there = new Set(categories.flatMap(({ questions }) => questions.map(({ key }) => key)))
  const labels = new Map(old.categories.flatMap(({ questions }) => questions.map(({ key, label }) => [key, label] as const)))
  const given = Object.keys(answers).map((key) => key.split('#')[0]!)
  const vanished = [...new Set(given.filter((key) => labels.has(key) && !there.has(key)))].map((key) => labels.get(key)!)
  return { vanished, kept: given.filter((key) => there.has(key)).length }
}
