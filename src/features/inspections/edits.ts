import { type Answer, type Answers, MAX_PHOTOS, type Signature } from '../../contract/inspections/answers.ts'
import type { Section } from '../../contract/inspections/form.ts'
import type { Edit as Made } from '../../outbox/draft-copy.ts'
import { answerKey } from '../../rules/inspections/visibility.ts'
import type { Drawing, LocalFile, LocalInspection } from './local-inspection.ts'

export type Edit = Made<LocalInspection>
export type AnswerEdit = Partial<Answer> | ((answer: Answer) => Partial<Answer>)

export const applyEdit = (local: LocalInspection, change: Edit): LocalInspection => ({ ...local, ...change(local) })
/** One after the other, as one. */
export const combineEdits =
  (...changes: Edit[]): Edit =>
  (local) =>
    changes.reduce(applyEdit, local)

const now = () => new Date().toISOString()
const isEmpty = ({ v, note, photos, nc }: Answer) => (v === null || v === undefined) && !note && !photos?.length && !nc
const withKey = (dirty: string[], key: string) => (dirty.includes(key) ? dirty : [...dirty, key])

/** Part of one answer is new; an answer with nothing left in it is taken back. */
export function answerEdit(key: string, change: AnswerEdit): Edit {
  const at = now()
  return ({ answers, dirty }) => {
    const { [key]: before = {}, ...rest } = answers
    const next = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    const after: Answers = isEmpty(next) ? rest : { ...rest, [key]: { ...next, at } }
    return { answers: after, dirty: withKey(dirty, key) }
  }
}
/** One more block of a section repeated by hand; its first question begins it. */
export function addBlockEdit(section: Section): Edit {
  const first = section.questions.find((question) => question.type !== 'info')
  const key = first && answerKey(first.key, `free-${crypto.randomUUID()}`)
  const begun = { at: now() }
  return ({ answers, dirty }) => (key ? { answers: { ...answers, [key]: begun }, dirty: withKey(dirty, key) } : {})
}
export const headEdit =
  (part: Partial<LocalInspection>): Edit =>
  () => ({ ...part, headDirty: true })

/** `signatures.inspector`, `signatures.manager`, or the key of an answer that is a signature. */
export function signatureEdit(key: string, signature: Signature | null): Edit {
  const who = signerOf(key)
  const written: Edit = who
    ? ({ signatures }) => ({ signatures: { ...signatures, [who]: signature }, headDirty: true })
    : answerEdit(key, { v: signature })
  return (local) => {
    const before = who ? local.signatures[who] : (local.answers[key]?.v as Signature | undefined)
    return combineEdits(before?.file ? markRemovedEdit(before.file, true) : () => ({}), written)(local)
  }
}
const signerOf = (key: string) => (/^signatures\.(inspector|manager)$/.exec(key)?.[1] ?? null) as 'inspector' | 'manager' | null
/** A signature on its way: kept with the verifica from its first stroke, so that turning away does not lose it. */
export const drawingEdit =
  (key: string, drawing: Drawing | null): Edit =>
  ({ drawings: { [key]: _, ...others } = {} }) => ({ drawings: drawing ? { ...others, [key]: drawing } : others })

export const addFileEdit =
  (uuid: string, file: LocalFile): Edit =>
  ({ files }) => ({ files: { ...files, [uuid]: file } })
/** Taken away on purpose (or back again): nobody is asked about it when the verifica is completed. */
export const markRemovedEdit =
  (uuid: string, removed: boolean): Edit =>
  ({ files }) => ({ files: files[uuid] ? { ...files, [uuid]: { ...files[uuid], removed } } : files })

/** The place of a list of files in an answer: its evidence, its value, or the non-conformity reported by hand. */
export type FileSlot = 'photos' | 'v' | 'nc'
/** Stable while nothing changes, for who follows it. */
export function filesInSlot(answer: Answer | undefined, slot: FileSlot): readonly string[] {
  const found = slot === 'photos' ? answer?.photos : slot === 'nc' ? answer?.nc?.photos : answer?.v
  return Array.isArray(found) ? (found as string[]) : NONE
}
const NONE: readonly string[] = []
function slotEdit(key: string, slot: FileSlot, make: (uuids: readonly string[]) => readonly string[]): Edit {
  return answerEdit(key, (answer) => {
    const uuids = [...make(filesInSlot(answer, slot))]
    if (slot === 'photos') return { photos: uuids }
    if (slot === 'v') return { v: uuids.length ? uuids : null }
    return answer.nc ? { nc: { ...answer.nc, photos: uuids } } : {}
  })
}
/** The list that takes a question's pictures: its value if it asks for pictures, else its evidence. */
export function slotOf({ definition }: LocalInspection, key: string): FileSlot {
  const [name] = key.split('#')
  const question = definition.categories.flatMap((section) => section.questions).find((one) => one.key === name)
  return question?.type === 'photo' || question?.type === 'file' ? 'v' : 'photos'
}
/** So many more (or fewer) files are chosen for a place and not stored yet. */
export const takingEdit =
  (key: string, slot: FileSlot, more: number): Edit =>
  ({ taking = {} }) => {
    const place = `${key}/${slot}`
    const left = (taking[place] ?? 0) + more
    const { [place]: _, ...others } = taking
    return { taking: left > 0 ? { ...others, [place]: left } : others }
  }
/** At the end of its list. One too many (two tabs) stays beside the answers, where completion finds it and asks. */
export const listFileEdit = (key: string, slot: FileSlot, uuid: string, max = MAX_PHOTOS) =>
  slotEdit(key, slot, (uuids) => (uuids.includes(uuid) || uuids.length >= max ? uuids : [...uuids, uuid]))
/** Gone from its list, at the slot it had. */
export const unlistFileEdit = (key: string, slot: FileSlot, uuid: string): Edit =>
  combineEdits(
    slotEdit(key, slot, (uuids) => uuids.filter((one) => one !== uuid)),
    markRemovedEdit(uuid, true),
  )
/** The undo of `fileTaken`: back at `at`, whatever happened around it. */
export const relistFileEdit = (key: string, slot: FileSlot, uuid: string, at: number): Edit =>
  combineEdits(
    slotEdit(key, slot, (uuids) => [
      ...uuids.filter((one) => one !== uuid).slice(0, at),
      uuid,
      ...uuids.filter((one) => one !== uuid).slice(at),
    ]),
    markRemovedEdit(uuid, false),
  )
/** A marked copy takes the slot of the picture it was made from; where that is gone meanwhile, it is one more. */
export const replaceFileEdit = (key: string, slot: FileSlot, old: string, uuid: string): Edit =>
  combineEdits(
    slotEdit(key, slot, (uuids) => (uuids.includes(old) ? uuids.map((one) => (one === old ? uuid : one)) : [...uuids, uuid])),
    markRemovedEdit(old, true),
  )

/** Everything in which a file may be named, as one text. */
const textNamingFiles = ({ answers, signatures }: LocalInspection, keys = Object.keys(answers)) =>
  JSON.stringify([keys.map((key) => answers[key]), signatures])
/** Files of this device that the named answers, and the signatures, refer to. */
export function referencedFiles(local: LocalInspection, keys?: string[]): LocalFile[] {
  const text = textNamingFiles(local, keys)
  return Object.entries(local.files).flatMap(([uuid, file]) => (text.includes(uuid) ? [file] : []))
}
/** Files that no answer refers to though nobody took them away: there should be none, so they are said and offered back. */
export function unlinkedFiles(local: LocalInspection): { uuid: string; file: LocalFile }[] {
  const text = textNamingFiles(local)
  return Object.entries(local.files).flatMap(([uuid, file]) => (file.removed || text.includes(uuid) ? [] : [{ uuid, file }]))
}
