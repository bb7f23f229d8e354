import type { LinkProps } from '@tanstack/react-router'
import type { OfflineCopy, Values } from '../contract/kernel/offline-copy.ts'
import type { Json } from '../contract/kernel/placeholder.ts'
import { rebasedOn, type StoredRow } from './copy.ts'
import { readPlace } from './copy-send.ts'
import type { CopyContract, CopyKind } from './copy-types.ts'
import type { Difference } from './kind.ts'

interface CopyOptions {
  name: string
  contract: CopyContract
  /** Label of each field, for comparing two versions. */
  labels: Readonly<Record<string, string>>
  /** Sentence that says both sides have changed the record. */
  words: string
  titleOf: (copy: OfflineCopy) => string
  /** See `CopyCalls`. */
  laneBy?: (copy: OfflineCopy) => string
  /** Input of the call that deletes it; by default its `uuid`. */
  removal?: (row: StoredRow) => object
  /** Fields that a new record begins with. */
  given?: readonly string[]
  /** Contradictions between fields, by field. */
  faults?: (values: Values) => Record<string, string | undefined>
  /** The page of the station where these records are shown, and the one named is corrected. */
  page: (station: number, uuid?: string) => Pick<LinkProps, 'to' | 'params' | 'search'>
}
/** Long enough for the list to have been read again, wherever the person was. */
const KEPT_MS = 86_400_000
const EMPTY = '(vuoto)'

/** The beginning of a text on one line, to name a record in lists. */
export function excerpt(text: Json | undefined, most = 40): string {
  const line = String(text ?? '')
    .trim()
    .replace(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line
}
/** Builds the offline kind of what is declared with `offlinePart()`: fields and pictures of a record on a station. */
export function copyKind({
  name,
  contract,
  labels,
  words,
  titleOf,
  page,
  laneBy,
  removal = ({ uuid }) => ({ uuid }),
  given = [],
  faults = () => ({}),
}: CopyOptions): CopyKind {
  const shownValue = (value: Json | undefined) =>
    Array.isArray(value) ? (value.length ? `${value.length} foto` : EMPTY) : String(value ?? '') || EMPTY
  const all = { ...labels, photos: 'Foto' }
  const kind: CopyKind = {
    ...{ name, contract, titleOf, removal, faults, upload: contract.upload, endpoints: [contract.create, contract.update] },
    ...{
      calls: { name, create: contract.create.name, update: contract.update.name, ...(laneBy && { laneBy }) },
      fields: Object.keys(labels),
      written: Object.keys(labels).filter((name) => !given.includes(name)),
    },
    repair: (place) => page(...readPlace(place)),
    sentOf: async (place) => ({ page: page(readPlace(place)[0]) }),
    read: (data) => data as unknown as OfflineCopy,
    picturesOf: ({ files }) => Object.values(files).map(({ hash }) => hash),
    unqueuedOf: ({ state, title }) => (state === 'confirmed' ? title : undefined),
    isClosed: ({ state, at }) => state === 'queued' && at < Date.now() - KEPT_MS,
    async queueRest(place) {
      const { editCopy } = await import('./copy-editor.ts')
      const editor = await editCopy(kind, place)
      await editor?.sync()
      editor?.close()
    },
    conflict: {
      ...{ changes: contract.update, words },
      combined: (inputs) => Object.assign({}, ...(inputs as object[])),
      differences: (_copy, mine, theirs, base) =>
        Object.entries(all).flatMap(([field, label]): Difference[] => {
          const [ours, other] = [mine[field], (theirs as unknown as Values)[field]]
          if (ours === undefined || JSON.stringify(ours) === JSON.stringify(other ?? null) || (theirs.field_revs[field] ?? 0) <= base)
            return []
          const both = { mine: shownValue(ours), theirs: shownValue(other) }
          // Three pictures here and three others there read alike, so the sides are named.
          return [
            both.mine === both.theirs
              ? { field, label, mine: `${both.mine} (sul dispositivo)`, theirs: `${both.theirs} (sul server)` }
              : { field, label, ...both },
          ]
        }),
      merged: (mine, theirs, choices) => ({
        ...mine,
        ...Object.fromEntries(
          Object.keys(choices).flatMap((field) => (choices[field] === 'mine' ? [] : [[field, (theirs as unknown as Values)[field]!]])),
        ),
        rev: { $ref: String(mine.uuid), field: 'rev', or: theirs.rev },
      }),
      rebased: rebasedOn,
      isOpen: () => true,
    },
  }
  return kind
}
