import { onSessionEnd } from '../lib/session.ts'
import { NO_ROOM } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'
import { unsaved } from '../lib/unsaved.ts'
import type { OfflineKind } from './kind.ts'
import { oneTab } from './one-tab.ts'
import { isQuota } from './retry-lost-connection.ts'
import { outbox, photoBytes } from './runtime.ts'
import type { Json, NewPhoto } from './types.ts'

/** Text is on the device this long after a change, and queued for the server `SYNC_MS` after the last change. */
const FLUSH_MS = 300
const SYNC_MS = 8_000

/** Save state of the last change. `failed` is always shown, since the text is then only in memory. `trial` is never stored, on purpose. */
export type Saving = 'saving' | 'saved' | 'failed' | 'trial'
/**
 * One edit, as a function of the values at that moment rather than of what a component saw when it was drawn. Edits that come at once add
 * up, and they can be repeated on top of what another tab has saved.
 */
export type Edit<L> = (local: L) => Partial<L>
export type DraftState<L, S> = { local: L; saving: Saving } & S
export interface DraftOptions<L extends object, S extends object>
  extends Pick<OfflineKind<L>, 'read' | 'picturesOf' | 'unqueuedOf' | 'isClosed'> {
  /** Key of the draft, and lane of what is queued from it. */
  key: string
  first: L
  /** Revision of `first` on the device; 0 if it is not there yet. */
  revision: number
  /** The state that screens follow beside the copy itself. */
  derive: (local: L) => S
  /** Queues what changed. The copy is saved first, and nothing else is being queued meanwhile. */
  send: () => Promise<void>
  /**
   * A page that is being closed cannot finish writing to IndexedDB: unsaved changes are kept elsewhere, and taken up when the draft is
   * opened again.
   */
  pagehide: { keep(stored: L, local: L): void; take(local: L): Edit<L> | undefined }
}

/**
 * The editor of everything that is written offline. A change is in memory at once, on the device 300 ms later in one durable transaction
 * (text and photos together), and queued for the server when the person pauses. If another tab has saved a newer copy, that copy is taken
 * and our edits are repeated on it.
 */
export function openDraft<L extends object, S extends object>(opened: DraftOptions<L, S>) {
  const { key, first, derive: see, send, pagehide: late, read, picturesOf, unqueuedOf, isClosed } = opened
  /** The outbox of the person who opened the draft, even after somebody else has signed in. */
  const own = outbox()
  let { revision } = opened
  /** The copy as it is on the device. */
  let base = first
  /** Edits that are only in memory; repeated on another tab's copy if one comes in between. */
  let pending: readonly Edit<L>[] = []
  const state = createStore<DraftState<L, S>>({ local: first, saving: 'saved', ...see(first) })
  /** Photos whose bytes are not on the device yet. */
  const fresh = new Map<string, NewPhoto>()
  let flushTimer: ReturnType<typeof setTimeout> | undefined
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()
  /** Why the last save failed. */
  let failure: unknown

  const apply = (local: L, make: Edit<L>): L => ({ ...local, ...make(local) })
  function change(make: Edit<L>) {
    pending = [...pending, make]
    show(apply(state.get().local, make))
    clearTimeout(syncTimer)
    // The timer is not restarted by the next keystroke, so continuous typing is saved too.
    flushTimer ??= setTimeout(() => void flush(), FLUSH_MS)
    syncTimer = setTimeout(() => void sync(), SYNC_MS)
  }
  const show = (local: L) => state.set({ local, saving: pending.length > 0 ? 'saving' : 'saved', ...see(local) })
  const saved = (saving: Saving) => state.set({ ...state.get(), saving })
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
      if (pending.length === 0) saved('saved')
    } catch (error) {
      console.error(error)
      failure = error
      saved('failed')
    }
  }
  /** Takes the copy another tab has saved, and repeats our edits on it. */
  function adopt(newer: L, at: number) {
    revision = at
    base = newer
    show(pending.reduce(apply, newer))
  }
  /** Saves, then takes what other tabs have saved, since a tab opened later may have queued it. */
  async function catchUp(): Promise<void> {
    await flush()
    const stored = await own.loadDraft(key)
    if (stored && stored.revision !== revision) {
      adopt(read(stored.data), stored.revision)
      await flush()
    }
  }
  /**
   * Queueing runs one at a time over all tabs. Otherwise a slow save could follow the completion it belongs before, and one tab's older
   * text could follow another tab's newer text.
   */
  let queueing: Promise<unknown> = Promise.resolve()
  function queue(run: () => Promise<void>): Promise<void> {
    const turn = queueing.then(() => oneTab(`queue ${key}`, () => catchUp().then(run)))
    queueing = turn.catch(() => undefined)
    return turn
  }
  /** Queues what changed; the last queued item is replaced if it was never tried. */
  function sync(): Promise<void> {
    clearTimeout(syncTimer)
    return queue(async () => {
      const { local } = state.get()
      if (!isClosed(local) && unqueuedOf(local) !== undefined) await send()
    })
  }
  // The copy was changed before the page was reloaded, and is not queued yet.
  if (!isClosed(first) && unqueuedOf(first) !== undefined) syncTimer = setTimeout(() => void sync(), SYNC_MS)
  const holds = () => state.get().saving !== 'saved'
  state.subscribe(() => (holds() ? unsaved.add(holds) : unsaved.delete(holds)))
  // Text typed just before sign-out is saved while its author is still known.
  onSessionEnd.add(flush)
  const leave = () => pending.length > 0 && late.keep(base, state.get().local)
  addEventListener('pagehide', leave)
  const found = isClosed(first) ? undefined : late.take(first)
  if (found) change(found)

  return {
    own,
    state,
    fresh,
    change,
    flush,
    sync,
    queue,
    /** Stores that everything was queued; nothing more is queued for this edit. */
    async queued(make: Edit<L>) {
      change(make)
      clearTimeout(syncTimer)
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
    /** The bytes of a picture of this copy; undefined if the device no longer has them. */
    bytesOf: async (hash: string) => fresh.get(hash)?.bytes ?? (await photoBytes(hash).catch(() => undefined)),
    close() {
      onSessionEnd.delete(flush)
      removeEventListener('pagehide', leave)
      clearTimeout(flushTimer)
      // If queueing fails now, the next sign-in does it (leftovers.ts).
      void sync().catch(() => undefined)
    },
  }
}
