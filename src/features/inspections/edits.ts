import { type Answer, type Answers, MAX_PHOTOS, type Signature } from '../../contract/inspections/answers.ts'
import type { Section } from '../../contract/inspections/form.ts'
import type { Edit as Made } from '../../outbox/draft-editor.ts'
import { answerKey } from '../../rules/inspections/visibility.ts'
import type { Drawing, LocalFile, LocalInspection } from './local-inspection.ts'

export type Change = Made<LocalInspection>
export type AnswerChange = Partial<Answer> | ((answer: Answer) => Partial<Answer>)

export const apply = (local: LocalInspection, change: Change): LocalInspection => ({ ...local, ...change(local) })
/** One after the other, as one. */
export const all =
  (...changes: Change[]): Change =>
  (local) =>
    changes.reduce(apply, local)

const now = () => new Date().toISOString()
const isEmpty = ({ v, note, photos, nc }: Answer) => (v === null || v === undefined) && !note && !photos?.length && !nc
const touched = (dirty: string[], key: string) => (dirty.includes(key) ? dirty : [...dirty, key])

/** Part of one answer is new; an answer with nothing left in it is taken back. */
export function answered(key: string, change: AnswerChange): Change {
  const at = now()
  return ({ answers, dirty }) => {
    const { [key]: before = {}, ...rest } = answers
    const next = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    const after: Answers = isEmpty(next) ? rest : { ...rest, [key]: { ...next, at } }
    return { answers: after, dirty: touched(dirty, key) }
  }
}
/** One more block of a section repeated by hand; its first question begins it. */
export function blockAdded(section: Section): Change {
  const first = section.questions.find((question) => question.type !== 'info')
  const key = first && answerKey(first.key, `free-${crypto.randomUUID()}`)
  const begun = { at: now() }
  return ({ answers, dirty }) => (key ? { answers: { ...answers, [key]: begun }, dirty: touched(dirty, key) } : {})
}
export const head =
  (part: Partial<LocalInspection>): Change =>
  () => ({ ...part, headDirty: true })

/** `signatures.inspector`, `signatures.manager`, or the key of an answer that is a signature. */
export function signed(key: string, signature: Signature | null): Change {
  const who = signerOf(key)
  const written: Change = who
    ? ({ signatures }) => ({ signatures: { ...signatures, [who]: signature }, headDirty: true })
    : answered(key, { v: signature })
  return (local) => {
    const before = who ? local.signatures[who] : (local.answers[key]?.v as Signature | undefined)
    return all(before?.file ? fileRemoved(before.file, true) : () => ({}), written)(local)
  }
}
const signerOf = (key: string) => (/^signatures\.(inspector|manager)$/.exec(key)?.[1] ?? null) as 'inspector' | 'manager' | null
/** A signature on its way: kept with the verifica from its first stroke, so that turning away does not lose it. */
export const drawn =
  (key: string, drawing: Drawing | null): Change =>
  ({ drawings: { [key]: _, ...others } = {} }) => ({ drawings: drawing ? { ...others, [key]: drawing } : others })

export const fileKept =
  (uuid: string, file: LocalFile): Change =>
  ({ files }) => ({ files: { ...files, [uuid]: file } })
/** Taken away on purpose (or back again): nobody is asked about it when the verifica is completed. */
export const fileRemoved =
  (uuid: string, removed: boolean): Change =>
  ({ files }) => ({ files: files[uuid] ? { ...files, [uuid]: { ...files[uuid], removed } } : files })

/** Where in an answer a list of files stands: its evidence, its value, or the non-conformity reported by hand. */
export type FilePlace = 'photos' | 'v' | 'nc'
/** Stable while nothing changes, for who follows it. */
export function filesAt(answer: Answer | undefined, place: FilePlace): readonly string[] {
  const found = place === 'photos' ? answer?.photos : place === 'nc' ? answer?.nc?.photos : answer?.v
  return Array.isArray(found) ? (found as string[]) : NONE
}
const NONE: readonly string[] = []
function listed(key: string, place: FilePlace, make: (uuids: readonly string[]) => readonly string[]): Change {
  return answered(key, (answer) => {
    const uuids = [...make(filesAt(answer, place))]
    if (place === 'photos') return { photos: uuids }
    if (place === 'v') return { v: uuids.length ? uuids : null }
    return answer.nc ? { nc: { ...answer.nc, photos: uuids } } : {}
  })
}
/** Where the pictures of a question go: the value of one that asks for them, else the evidence. */
export function placeOf({ definition }: LocalInspection, key: string): FilePlace {
  const [name] = key.split('#')
  const question = definition.categories.flatMap((section) => section.questions).find((one) => one.key === name)
  return question?.type === 'photo' || question?.type === 'file' ? 'v' : 'photos'
}
/** At the end of its list. One too many (two tabs) stays beside the answers, where completion finds it and asks. */
export const fileListed = (key: string, place: FilePlace, uuid: string, max = MAX_PHOTOS) =>
  listed(key, place, (uuids) => (uuids.includes(uuid) || uuids.length >= max ? uuids : [...uuids, uuid]))
/** Gone from its list, at the place it had. */
export const fileTaken = (key: string, place: FilePlace, uuid: string): Change =>
  all(
    listed(key, place, (uuids) => uuids.filter((one) => one !== uuid)),
    fileRemoved(uuid, true),
  )
/** The undo of `fileTaken`: back at `at`, whatever happened around it. */
export const fileBack = (key: string, place: FilePlace, uuid: string, at: number): Change =>
  all(
    listed(key, place, (uuids) => [
      ...uuids.filter((one) => one !== uuid).slice(0, at),
      uuid,
      ...uuids.filter((one) => one !== uuid).slice(at),
    ]),
    fileRemoved(uuid, false),
  )
/** A marked copy takes the place of the picture it was made from; where that is gone meanwhile, it is one more. */
export const fileReplaced = (key: string, place: FilePlace, old: string, uuid: string): Change =>
  all(
    listed(key, place, (uuids) => (uuids.includes(old) ? uuids.map((one) => (one === old ? uuid : one)) : [...uuids, uuid])),
    fileRemoved(old, true),
  )

/** Everything in which a file may be named, as one text. */
const named = ({ answers, signatures }: LocalInspection, keys = Object.keys(answers)) =>
  JSON.stringify([keys.map((key) => answers[key]), signatures])
/** Files of this device that the named answers, and the signatures, refer to. */
export function filesOf(local: LocalInspection, keys?: string[]): LocalFile[] {
  const text = named(local, keys)
  return Object.entries(local.files).flatMap(([uuid, file]) => (text.includes(uuid) ? [file] : []))
}
/** Files that no answer refers to though nobody took them away: there should be none, so they are said and offered back. */
export function strays(local: LocalInspection): { uuid: string; file: LocalFile }[] {
  const text = named(local)
  return Object.entries(local.files).flatMap(([uuid, file]) => (file.removed || text.includes(uuid) ? [] : [{ uuid, file }]))
}
