import { isDeepStrictEqual } from 'node:util'
import type { Answer, Answers, AnswersPatch, Signatures } from '../../../src/contract/inspections/answers.ts'

/** Merges answers before they are judged (docs/spec/inspections.md#states). */
export interface Merged {
  answers: Answers
  revs: Record<string, number>
}
/** Answers by key over those there; null removes. `rev` is the one the verifica gets by this write; what is sent as it already was has not changed. */
export function mergeAnswers(stored: Merged, patch: AnswersPatch, rev: number): Merged {
  const answers: Record<string, Answer> = { ...stored.answers }
  const revs = { ...stored.revs }
  for (const [key, answer] of Object.entries(patch)) {
    if (isDeepStrictEqual(answer, answers[key] ?? null)) continue
    if (answer === null) delete answers[key]
    else answers[key] = answer
    revs[key] = rev
  }
  return { answers, revs }
}
/** The keys of a patch only, before or after it. */
export const pickKeys = <T>(all: Readonly<Record<string, T>>, patch: object): Record<string, T> =>
  Object.fromEntries(Object.keys(patch).flatMap((key) => (Object.hasOwn(all, key) ? [[key, all[key]!]] : [])))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Uuids of the files that answers and signatures name, each once, lower case. */
export function referencedFiles(answers: Answers, signatures: Signatures): string[] {
  const found: (string | null | undefined)[] = [signatures.inspector?.file, signatures.manager?.file]
  for (const { v: value, photos, nc } of Object.values(answers)) {
    found.push(...(photos ?? []), ...(nc?.photos ?? []))
    if (Array.isArray(value)) found.push(...value.filter((item): item is string => typeof item === 'string' && UUID.test(item)))
    else if (typeof value === 'object' && value !== null && 'file' in value) found.push(value.file)
  }
  return [...new Set(found.flatMap((uuid) => (uuid ? [uuid.toLowerCase()] : [])))]
}

type Head = { present?: string | null | undefined; notes?: string | null | undefined; signatures?: Signatures | null | undefined }
/** The fields beside the answers that a save changes, under the names a conflict gives them: with these revs two devices' changes are told apart. */
export function changedHeadFields(before: Head, after: Head): string[] {
  const names = (['present', 'notes'] as const).filter(
    (name) => after[name] !== undefined && (after[name] || null) !== (before[name] || null),
  )
  const signed = (['inspector', 'manager'] as const).filter((who) => {
    const now = after.signatures?.[who]
    return now !== undefined && !isDeepStrictEqual(now, before.signatures?.[who] ?? null)
  })
  return [...names, ...signed.map((who) => `signatures.${who}`)]
}
