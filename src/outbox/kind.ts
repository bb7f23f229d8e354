import type { LinkProps } from '@tanstack/react-router'
import { createStore } from '../lib/store.ts'
import type { Offline } from './send.ts'
import type { Json } from './types.ts'

/**
 * What is written offline: one kind a feature (docs/decisions/036). `L` is the copy on the device, the `data` of the draft that is named as its lane,
 * `M` what its queued changes say together, `T` the server's copy in a 409.
 */
export interface OfflineKind<L extends object = object, M extends object = object, T extends Theirs = Theirs> {
  /** The first part of its lanes: `inspection` of `inspection:<uuid>`. */
  readonly name: string
  /** What may be queued. */
  readonly endpoints: readonly Offline[]
  /** Takes its photos. */
  readonly upload: Offline
  /** Where a refused one is corrected. `place`: what follows the name of the kind in its lane; `field` as the server named it. */
  repair(place: string, field?: string): Pick<LinkProps, 'to' | 'params' | 'search'>
  /** A draft, whichever version of the app wrote it. */
  read(data: Json): L
  /** Hashes of the pictures that the copy on the device keeps. */
  picturesOf(local: L): string[]
  /** What the list of the unsent calls it, where it holds changes that are in no item; else undefined. */
  unqueuedOf(local: L): string | undefined
  /** Confirmed by the person: it takes no more changes, and may be forgotten once the server has everything. */
  isClosed(local: L): boolean
  /** Queues what was typed and is in no item yet. */
  queueRest(place: string): Promise<void>
  readonly conflict: ConflictRules<L, M, T>
}
export interface Theirs {
  updated_at: string
  /** Who saved what is there, and with what browser. */
  last_save?: { name: string | null; agent: string | null } | undefined
}
export type Choice = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Choice>>
/** One field that the device and the server hold differently; both in words. */
export interface Difference {
  /** `answers.q_1`, `present`, `signatures.manager`. */
  field: string
  label: string
  mine: string
  theirs: string
}
export interface ConflictRules<L extends object, M extends object, T extends Theirs> {
  /** The one of the endpoints that says changes: all that wait are settled at once. */
  readonly changes: Offline
  /** That both have changed it, as a sentence. */
  readonly words: string
  /** Several queued changes as one. */
  combined(inputs: readonly Json[]): M
  /**
   * What both sides changed, and differently, since `base`, the server's `rev` that ours were made from. A base before everything: whatever of ours
   * the server lacks.
   */
  differences(local: L, mine: M, theirs: T, base: number): Difference[]
  /** Ours with the server's value wherever that was chosen, to be sent over its newest copy. */
  merged(mine: M, theirs: T, choices: Choices): M
  /** The copy on the device, made anew from the server's with what is going to be sent on top; without that it is the server's. */
  rebased(local: L, theirs: T, sending?: M): L
  /** Whether the server still takes changes. */
  isOpen(theirs: T): boolean
  /** Where it does not: whether somebody in the office can make it take them again. */
  reopens?(theirs: T): boolean
}

/** Set once by the app. */
export const offlineKinds = createStore<readonly OfflineKind[]>([])
const find = (kinds: readonly OfflineKind[], lane: string) => kinds.find(({ name }) => lane.startsWith(`${name}:`))
/** Undefined of what no kind of this version has written. */
export const offlineKindOf = (lane: string) => find(offlineKinds.get(), lane)
export const useOfflineKind = (lane: string) => find(offlineKinds.use(), lane)
/** What follows the name of the kind in a lane. */
export const placeOfLane = (lane: string) => lane.slice(lane.indexOf(':') + 1)
