import { type Answers, COVER_PHOTO } from '../../../src/contract/inspections/answers.ts'
import type { Evaluation } from '../../../src/rules/inspections/evaluate.ts'
import { readValue } from '../../../src/rules/inspections/values.ts'

/** Photos printed large in the appendix (docs/spec/inspections.md#pdf). */
export const APPENDIX_PHOTOS = 40

/** A photo of the verbale: its number is given once, in the order in which the report first shows it. */
export interface NumberedPhoto {
  uuid: string
  n: number
  /** The item it belongs to: the alternative text, and the caption in the appendix. */
  subject: string
  section: string
}

/** How a non-conformity of the verifica itself was solved, by answer key, where it is printed again after that. */
export type Resolutions = ReadonlyMap<string, { at: string | null; note: string | null; photos: readonly string[] }>

/** All photos of a verifica: cover, non-conformities, re-checks, then answer by answer. */
export function numberPhotos(evaluation: Evaluation, answers: Answers, resolutions: Resolutions): Map<string, NumberedPhoto> {
  const found = new Map<string, NumberedPhoto>()
  const add = (uuids: readonly string[] | null | undefined, subject: string, section: string) => {
    for (const uuid of uuids ?? []) if (!found.has(uuid)) found.set(uuid, { uuid, n: found.size + 1, subject, section })
  }
  add(answers[COVER_PHOTO]?.photos, 'Foto di copertina', '')
  const names = new Map(evaluation.sections.map(({ section }) => [section.key, section.name]))
  const titled = (label: string, block: string) => (block ? `${block}: ${label}` : label)
  for (const nc of evaluation.nonConformities) {
    add(nc.photos, titled(nc.label, nc.block_label), names.get(nc.section) ?? '')
    add(resolutions.get(nc.key)?.photos, `Soluzione – ${titled(nc.label, nc.block_label)}`, names.get(nc.section) ?? '')
  }
  for (const check of evaluation.previous) {
    add(check.open.resolution_photos, `Soluzione – ${check.open.label}`, 'Non conformità precedenti')
    add(check.photos, check.open.label, 'Non conformità precedenti')
  }
  for (const { section, blocks } of evaluation.sections)
    for (const { block, questions } of blocks)
      for (const { question, answer, value } of questions) {
        const subject = titled(question.label, block.label)
        if (question.type === 'photo') add(readValue('photo', value), subject, section.name)
        add(answer?.photos, subject, section.name)
      }
  return found
}

/** The pictures a verbale needs, with the longest edge in pixels each is printed well at. */
export function picturesOf(
  evaluation: Evaluation,
  answers: Answers,
  resolutions: Resolutions,
  signatureFiles: readonly string[],
): { uuid: string; edge: number }[] {
  const photos = [...numberPhotos(evaluation, answers, resolutions).values()].map(({ uuid, n }) => ({
    uuid,
    edge: n <= APPENDIX_PHOTOS ? 1200 : 480,
  }))
  return [...photos, ...signatureFiles.map((uuid) => ({ uuid, edge: 800 }))]
}
