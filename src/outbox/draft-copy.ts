import { NO_ROOM } from '../lib/storage-space.ts'
import { createStore } from '../lib/store.ts'
import type { OfflineKind } from './kind.ts'
import { isQuota } from './retry-lost-connection.ts'
import type { outbox } from './runtime.ts'
import type { Json, NewPhoto } from './types.ts'

/** Text is on the device this long after a change. */
const FLUSH_MS = 300

/** Save state of the last change. `failed` is always shown, since the text is then only in memory. `trial` is never stored, on purpose. */
export type Saving = 'saving' | 'saved' | 'failed' | 'trial'
/**
 * One edit, as a function of the values at that moment rather than of what a component saw when it was drawn. Edits that come at once add
 * up, and they can be repeated on top of what another tab has saved.
 */
export type Edit<L> = (local: L) => Partial<L>
export type DraftState<L, S> = { local: L; saving: Saving } & S
export interface CopyOptions<L extends object, S extends object> extends Pick<OfflineKind<L>, 'read' | 'picturesOf' | 'unqueuedOf'> {
  /** Key of the draft, and lane of what is queued from it. */
  key: string
  first: L
  /** Revision of `first` on the device; 0 if it is not there yet. */
  revision: number
  /** The part in which both this copy and the one that another tab has saved since `base` are kept; undefined: our edits are repeated on theirs. */
  join?: (base: L, theirs: L, ours: L) => Partial<L> | undefined
  /** The state that screens follow beside the copy itself. */
  derive: (local: L) => S
}

/** The copy of a draft in memory, and how it comes onto the device. `own` is the outbox of the person who opened the draft. */
export function draftCopy<L extends object, S extends object>(own: ReturnType<typeof outbox>, opened: CopyOptions<L, S>) {
  const { key, first, derive, read, picturesOf, unqueuedOf, join } = opened
  let { revision } = opened
  /** The copy as it is on the device. */
  let base = first
  /** Edits that are only in memory; repeated on another tab's copy if one comes in between. */
  let pending: readonly Edit<L>[] = []
  const state = createStore<DraftState<L, S>>({ local: first, saving: 'saved', ...derive(first) })
  /** Photos whose bytes are not on the device yet. */
  const fresh = new Map<string, NewPhoto>()
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  /** Why the last save failed. */
  let failure: unknown

  const apply = (local: L, edit: Edit<L>): L => ({ ...local, ...edit(local) })
  const show = (local: L) => state.set({ local, saving: pending.length > 0 ? 'saving' : 'saved', ...derive(local) })
  const tell = (saving: Saving) => state.set({ ...state.get(), saving })
  function change(edit: Edit<L>) {
    pending = [...pending, edit]
    show(apply(state.get().local, edit))
    // The timer is not restarted by the next keystroke, so continuous typing is saved too.
    flushTimer ??= setTimeout(() => void flush(), FLUSH_MS)
  }
  /** Resolves once everything so far is on the device. Never rejects: `saving` tells. */
  function flush(): Promise<void> {
    clearTimeout(flushTimer)
    flushTimer = undefined
    writing = writing.then(write)
    return writing
  }
  async function write() {
    const { local } = state.get()
    const done = pending
    if (done.length === 0) return
    const adding = [...fresh.values()]
    const photos = [...adding, ...picturesOf(local).filter((hash) => !fresh.has(hash))]
    try {
      const result = await own.saveDraft({ key, data: local as Json, photos, revision, unqueued: unqueuedOf(local) })
      if ('newer' in result) {
        adopt(read(result.newer.data), result.newer.revision)
        return await write()
      }
      revision = result.saved.revision
      base = local
      pending = pending.slice(done.length)
      for (const photo of adding) fresh.delete(photo.hash)
      if (pending.length === 0) tell('saved')
    } catch (error) {
      console.error(error)
      failure = error
      tell('failed')
    }
  }
  /** Takes the copy another tab has saved, and repeats our edits on it. */
  function adopt(newer: L, at: number) {
    const joined = pending.length > 0 && join?.(base, newer, state.get().local)
    if (joined) pending = [...pending, () => joined]
    revision = at
    base = newer
    show(pending.reduce(apply, newer))
  }

  return {
    state,
    fresh,
    change,
    flush,
    /** Saves, then takes what other tabs have saved, since a tab opened later may have queued it. */
    async catchUp() {
      await flush()
      const stored = await own.loadDraft(key)
      if (!stored || stored.revision === revision) return
      adopt(read(stored.data), stored.revision)
      await flush()
    },
    /**
     * Stores photos and the edit that names them as one change, so that no reload finds one without the other.
     * @throws Error with the Italian text where the device is full
     */
    async keep(photos: readonly NewPhoto[], place: Edit<L>) {
      for (const photo of photos) fresh.set(photo.hash, photo)
      change(place)
      await flush()
      // On a full device a picture must not keep the text beside it from being saved. The browser need not report the space beforehand.
      if (!photos.some(({ hash }) => fresh.has(hash)) || !isQuota(failure)) return
      for (const { hash } of photos) fresh.delete(hash)
      pending = pending.filter((one) => one !== place)
      show(pending.reduce(apply, base))
      void flush()
      throw new Error(NO_ROOM)
    },
    /** The copy on the device and the one in memory, while they differ. */
    unstored: () => (pending.length > 0 ? { stored: base, local: state.get().local } : undefined),
    /** No save begins by itself any more. */
    stop: () => clearTimeout(flushTimer),
  }
}
