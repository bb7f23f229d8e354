import type { Answer } from '../../contract/inspections/answers.ts'
import { keepLate, readLate } from '../../lib/late-text.ts'
import type { Edit } from './edits.ts'
import type { LocalInspection } from './local-inspection.ts'

/** A page that is being closed cannot finish writing to IndexedDB. Unwritten changes go to sessionStorage, until the verifica is opened again in this tab. */
const STORAGE_KEY = 'piazzale-late'
interface UnsavedEdits {
  uuid: string
  user: number
  answers: Record<string, Answer | null>
  head: Pick<LocalInspection, 'present' | 'notes'> | null
}
const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** Keeps what `local` has and `stored` has not; written before the page is gone. An answer that names a file not yet on the device is left out. */
export function keepUnsavedEdits(stored: LocalInspection, local: LocalInspection): void {
  const unkept = Object.keys(local.files).filter((uuid) => !stored.files[uuid])
  const keys = [...new Set([...Object.keys(stored.answers), ...Object.keys(local.answers)])].filter(
    (key) => differs(stored.answers[key], local.answers[key]) && !unkept.some((uuid) => JSON.stringify(local.answers[key])?.includes(uuid)),
  )
  const headed = local.present !== stored.present || local.notes !== stored.notes
  if (!keys.length && !headed) return
  const late: UnsavedEdits = {
    uuid: local.client_uuid,
    user: local.user,
    answers: Object.fromEntries(keys.map((key) => [key, local.answers[key] ?? null])),
    head: headed ? { present: local.present, notes: local.notes } : null,
  }
  keepLate(STORAGE_KEY, late)
}

/** The stored unsaved edits of this verifica, to be applied once to its copy; undefined if there are none or they belong to somebody else. */
export function takeUnsavedEdits({ client_uuid, user }: LocalInspection): Edit | undefined {
  const late = readLate<UnsavedEdits>(STORAGE_KEY)
  if (!late) return undefined
  if (late.uuid !== client_uuid && late.user === user) return undefined
  sessionStorage.removeItem(STORAGE_KEY)
  if (late.uuid !== client_uuid || late.user !== user) return undefined
  return ({ answers, dirty, headDirty }) => {
    const next = { ...answers }
    for (const [key, answer] of Object.entries(late.answers))
      if (answer) next[key] = answer
      else delete next[key]
    const keys = Object.keys(late.answers)
    return { answers: next, dirty: [...new Set([...dirty, ...keys])], headDirty: headDirty || !!late.head, ...late.head }
  }
}
