import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import type { Json } from '../contract/kernel/placeholder.ts'
import type { Edit } from './draft-copy.ts'
import type { Work } from './work.ts'

/** Edits of a local copy as pure functions; nothing here touches the device. */
type CopyEdit = Edit<OfflineCopy>

/** A record as the server's lists give it. */
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
/** A copy of a record that is created here. */
export const newCopy = (place: Place, values: Values): OfflineCopy => ({
  ...{ ...place, uuid: crypto.randomUUID(), title: '', noted_at: new Date().toISOString(), values, confirmed: null },
  ...{ rev: null, changed: [], begun: false, state: 'writing', at: 0, files: {} },
})
/** A copy of a record the server has, to be changed here. */
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
/** Nothing was written in it: it is as it was confirmed or, before that, empty but for what its form gave. */
export const isUntouched = ({ values, confirmed }: OfflineCopy, written: readonly string[]) =>
  confirmed ? !changedFields(values, confirmed).length : !values.photos.length && written.every((name) => !values[name])
/** "Salva". A second quick tap finds nothing left to do. */
export const confirmedAs =
  (titleOf: (copy: OfflineCopy) => string): CopyEdit =>
  (copy) => {
    const { values, confirmed, changed, state } = copy
    if (state !== 'writing') return {}
    const touched = changedFields(values, confirmed)
    if (confirmed && !touched.length) return { state: 'queued', at: Date.now() }
    return { confirmed: values, changed: [...new Set([...changed, ...touched])], state: 'confirmed', title: titleOf(copy) }
  }
/** "Annulla": back to the last confirmed values. */
export const reverted: CopyEdit = ({ confirmed, values }) => ({ values: confirmed ?? values, state: 'queued', at: Date.now() })
/** Marks `sent` as queued; what was typed or confirmed meanwhile stays unqueued. */
export const queuedAs =
  (sent: OfflineCopy): CopyEdit =>
  ({ state, confirmed }) => ({
    begun: true,
    ...(state === 'confirmed' && same(confirmed, sent.confirmed) && { state: 'queued', at: Date.now() }),
  })

/** Rebuilds the copy from the server's record, with what is about to be sent and what is being typed on top. */
export function rebasedOn(copy: OfflineCopy, theirs: StoredRow, sending: { [field: string]: Json } = {}): OfflineCopy {
  const names = Object.keys(copy.values)
  const changed = names.filter((name) => sending[name] !== undefined)
  const confirmed = { ...valuesOf(theirs, names), ...Object.fromEntries(changed.map((name) => [name, sending[name]])) } as Values
  const writing = copy.state === 'writing' ? changedFields(copy.values, copy.confirmed) : []
  const values = { ...confirmed, ...Object.fromEntries(writing.map((name) => [name, copy.values[name]])) } as Values
  return { ...copy, rev: theirs.rev, confirmed, values, changed, begun: true, state: writing.length ? 'writing' : 'queued', at: Date.now() }
}
/** The files on this device that these values name. */
export const filesNamed = ({ files }: OfflineCopy, { photos }: Values) => photos.flatMap((uuid) => files[uuid] ?? [])
/** Whether the copy holds something that a list read at `listedAt` does not show yet. */
export function isNewerThanList(
  { copy: { state }, work }: { copy: Pick<OfflineCopy, 'state'>; work: Work | undefined },
  listedAt: number,
): boolean {
  if (state !== 'queued' || (work && work.state !== 'sent')) return true
  // A queued copy without a step in its lane was discarded, or taken back before anything was confirmed.
  return work !== undefined && listedAt <= Math.max(...work.steps.map(({ receipt }) => receipt?.at ?? 0))
}
