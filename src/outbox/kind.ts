import type { LinkProps } from '@tanstack/react-router'
import type { RefValues } from '../contract/kernel/placeholder.ts'
import { createStore } from '../lib/store.ts'
import type { Offline } from './send.ts'
import type { ItemError, Json } from './types.ts'

/**
 * A kind of record that is written offline; each feature declares one (decision 036). `L` is the copy on the device (the `data` of its
 * draft), `M` its queued changes combined, `T` the server's copy in a 409.
 */
export interface OfflineKind<L extends object = object, M extends object = object, T extends Theirs = Theirs> {
  /** First part of its lanes: `inspection` of `inspection:<uuid>`. */
  readonly name: string
  /** Endpoints that may be queued. */
  readonly endpoints: readonly Offline[]
  /** Endpoint that takes its photos; absent if it has none. */
  readonly upload?: Offline
  /**
   * The page where a refused item is corrected.
   * @param place the part of the lane after the name of the kind
   * @param field the field as the server named it
   */
  repair(place: string, field?: string): Pick<LinkProps, 'to' | 'params' | 'search'>
  /** A record once all of it is sent, by the names the server gave it (`namesOf`, by entity); undefined where they are not known here. */
  sentOf?(place: string, namesOf: (entity: string) => Promise<RefValues | undefined>): Promise<SentRecord | undefined>
  /** What a refused file is called in a sentence (`una foto`), and the field it belongs to. */
  photoOf?(meta: Json): { name: string; field: string | undefined }
  /** Reads a draft, whichever version of the app wrote it. */
  read(data: Json): L
  /** Hashes of the pictures that the local copy keeps. */
  picturesOf(local: L): string[]
  /** Title for the list of unsent work, if the copy holds changes that are in no item; else undefined. */
  unqueuedOf(local: L): string | undefined
  /** How much of a record is in its unsent steps and its copy, for the question before they are deleted: `60 risposte`. */
  contentOf?(inputs: readonly Json[], local: L | undefined): string | undefined
  /** Confirmed by the person: it takes no more changes, and is forgotten once the server has everything. */
  isClosed(local: L): boolean
  /** Queues what was typed and is in no item yet. */
  queueRest(place: string): Promise<void>
  /** Title for the list of drafts, if the copy is one that was begun and not confirmed; else undefined. */
  draftOf?(local: L): string | undefined
  readonly conflict: ConflictRules<L, M, T>
  /** How the office ended the record, if that is why it refused a change. */
  ended?(error: ItemError): Ended | undefined
}
export interface SentRecord {
  page: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** As the server shows it: `2026/45`. */
  number?: string
}
/** A record that was ended elsewhere, in Italian. */
export interface Ended {
  /** For a chip: `Annullata dall’ufficio`. */
  label: string
  /** A sentence with the person, the moment and the reason, as far as they are known. */
  words: string
}
export interface Theirs {
  updated_at: string
  /** Name of the last author, and their browser. */
  last_save?: { name: string | null; agent: string | null } | undefined
}
export type Choice = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Choice>>
/** One field that the device and the server hold differently, both in words. */
export interface Difference {
  /** `answers.q_1`, `present`, `signatures.manager`. */
  field: string
  label: string
  mine: string
  theirs: string
}
export interface ConflictRules<L extends object, M extends object, T extends Theirs> {
  /** The endpoint that carries changes: all its waiting items are settled at once. */
  readonly changes: Offline
  /** Sentence that says both sides have changed the record. */
  readonly words: string
  /** Several queued changes as one. */
  combined(inputs: readonly Json[]): M
  /**
   * Fields that both sides changed differently since `base`, the server's `rev` ours were made from. With base minus infinity: every change
   * of ours that the server lacks.
   */
  differences(local: L, mine: M, theirs: T, base: number): Difference[]
  /** Our changes with the server's value wherever that was chosen, to be sent over its newest copy. */
  merged(mine: M, theirs: T, choices: Choices): M
  /** The local copy rebuilt from the server's, with `sending` on top; without it, the server's copy. */
  rebased(local: L, theirs: T, sending?: M): L
  /** Whether the server still takes changes. */
  isOpen(theirs: T): boolean
  /** Whether the office can reopen a record that takes no more changes. */
  reopens?(theirs: T): boolean
}

type WholeKind<L extends object> = Pick<OfflineKind<L>, 'name' | 'endpoints' | 'repair'> & Partial<OfflineKind<L>>
/** A kind whose records nobody changes once they are queued, so that there are never two versions to choose from. */
export const wholeKind = <L extends object>(kind: WholeKind<L>): OfflineKind<L> => ({
  ...{ read: (data) => data as unknown as L, picturesOf: () => [], unqueuedOf: () => undefined, isClosed: () => false },
  queueRest: async () => undefined,
  conflict: {
    ...{ changes: kind.endpoints[0]!, words: 'Il record è cambiato.', combined: (inputs) => Object.assign({}, ...(inputs as object[])) },
    ...{ differences: () => [], merged: (mine) => mine, rebased: (local) => local, isOpen: () => true },
  },
  ...kind,
})

/** Set once by the app. */
export const offlineKinds = createStore<readonly OfflineKind[]>([])
const find = (kinds: readonly OfflineKind[], lane: string) => kinds.find(({ name }) => lane.startsWith(`${name}:`))
/** Undefined for a lane that no kind of this version has written. */
export const offlineKindOf = (lane: string) => find(offlineKinds.get(), lane)
export const useOfflineKind = (lane: string) => find(offlineKinds.use(), lane)
/** The part of a lane after the name of its kind. */
export const placeOfLane = (lane: string) => lane.slice(lane.indexOf(':') + 1)
