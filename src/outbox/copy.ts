import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import type { Json } from '../contract/kernel/placeholder.ts'
import type { Edit } from './draft-editor.ts'
import type { Work } from './work.ts'

/** What becomes of a copy (contract/offline-copy.ts) by the gestures of a person; nothing here knows a device. */
type CopyEdit = Edit<OfflineCopy>

/** A record of the server, as lists give it. */
export interface StoredRow {
  uuid: string
  rev: number
  station_id: number
  noted_at: string
  updated_at: string
  photos: string[]
  field_revs: Record<string, number>
  author: string | null
  created_by: number | null
  last_save?: { name: string | null; agent: string | null } | undefined
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
export const valuesOf = (row: Pick<StoredRow, 'photos'>, names: readonly string[]): Values => {
  const values = row as unknown as Values
  return { ...Object.fromEntries(names.map((name) => [name, values[name] ?? null])), photos: row.photos }
}

type Place = Pick<OfflineCopy, 'station_id' | 'place'>
/** One that begins here. */
export const newCopy = (place: Place, values: Values): OfflineCopy => ({
  ...{ ...place, uuid: crypto.randomUUID(), title: '', noted_at: new Date().toISOString(), values, confirmed: null },
  ...{ rev: null, changed: [], begun: false, state: 'writing', at: 0, files: {} },
})
/** One of a record that the server has, to be changed here. */
export const copyOf = ({ uuid, rev, station_id, noted_at, ...row }: StoredRow, place: string, names: readonly string[]): OfflineCopy => {
  const values = valuesOf(row, names)
  return {
    ...{ uuid, station_id, noted_at, place, title: '', values, confirmed: values, rev },
    ...{ changed: [], begun: true, state: 'writing', at: 0, files: {} },
  }
}

export const typed =
  (part: Partial<Values>): CopyEdit =>
  ({ values }) => ({ values: { ...values, ...part } as Values, state: 'writing' })
const changedFields = (values: Values, before: Values | null) => Object.keys(values).filter((name) => !same(values[name], before?.[name]))
/** "Salva"; the second of two quick ones finds nothing to do. */
export const confirmedAs =
  (titleOf: (copy: OfflineCopy) => string): CopyEdit =>
  (copy) => {
    const { values, confirmed, changed, state } = copy
    if (state !== 'writing') return {}
    const touched = changedFields(values, confirmed)
    if (confirmed && !touched.length) return { state: 'queued', at: Date.now() }
    return { confirmed: values, changed: [...new Set([...changed, ...touched])], state: 'confirmed', title: titleOf(copy) }
  }
/** "Annulla": as it was confirmed last. */
export const reverted: CopyEdit = ({ confirmed, values }) => ({ values: confirmed ?? values, state: 'queued', at: Date.now() })
/** What was `sent` is in the queue; what was typed or confirmed meanwhile is not. */
export const queuedAs =
  (sent: OfflineCopy): CopyEdit =>
  ({ state, confirmed }) => ({
    begun: true,
    ...(state === 'confirmed' && same(confirmed, sent.confirmed) && { state: 'queued', at: Date.now() }),
  })

/** Made anew from the server's copy, with what is going to be sent, and what is being typed, on top. */
export function rebasedOn(copy: OfflineCopy, theirs: StoredRow, sending: { [field: string]: Json } = {}): OfflineCopy {
  const names = Object.keys(copy.values)
  const changed = names.filter((name) => sending[name] !== undefined)
  const confirmed = { ...valuesOf(theirs, names), ...Object.fromEntries(changed.map((name) => [name, sending[name]])) } as Values
  const writing = copy.state === 'writing' ? changedFields(copy.values, copy.confirmed) : []
  const values = { ...confirmed, ...Object.fromEntries(writing.map((name) => [name, copy.values[name]])) } as Values
  return { ...copy, rev: theirs.rev, confirmed, values, changed, begun: true, state: writing.length ? 'writing' : 'queued', at: Date.now() }
}
/** Pictures of this device that these values name. */
export const filesNamed = ({ files }: OfflineCopy, { photos }: Values) => photos.flatMap((uuid) => files[uuid] ?? [])
/** Whether a copy says something that a list of that moment does not. */
export function isNewerThanList(
  { copy: { state }, work }: { copy: Pick<OfflineCopy, 'state'>; work: Work | undefined },
  listedAt: number,
): boolean {
  if (state !== 'queued' || (work && work.state !== 'sent')) return true
  // Without a step in its lane it was thrown away, or taken back before anything was confirmed.
  return work !== undefined && listedAt <= Math.max(...work.steps.map(({ receipt }) => receipt?.at ?? 0))
}
