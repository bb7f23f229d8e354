import { onSessionEnd } from '../lib/session.ts'
import { NO_ROOM } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'
import { unsaved } from '../lib/unsaved.ts'
import type { OfflineKind } from './kind.ts'
import { oneTab } from './one-tab.ts'
import { isQuota } from './retry-lost-connection.ts'
import { outbox, photoBytes } from './runtime.ts'
import type { Json, NewPhoto } from './types.ts'

/** Text is on the device this long after a change (outbox.md R7), and on its way to the server this long after that. */
const FLUSH_MS = 300
const SYNC_MS = 8_000

/** Save state of the last change. `failed` is always shown: the text is then only in memory. `trial` is never stored, on purpose. */
export type Saving = 'saving' | 'saved' | 'failed' | 'trial'
/**
 * What becomes of it by one gesture: a function of how it stands at that moment, never of what a component saw when it was drawn. So gestures that
 * come at once add up, and what another tab has saved meanwhile can be taken with ours done again on top.
 */
export type Edit<L> = (local: L) => Partial<L>
export type DraftState<L, S> = { local: L; saving: Saving } & S
export interface DraftOptions<L extends object, S extends object>
  extends Pick<OfflineKind<L>, 'read' | 'picturesOf' | 'unqueuedOf' | 'isClosed'> {
  /** Of the draft, and the lane of what is queued of it. */
  key: string
  first: L
  /** Of `first` on the device; 0 where it is not there yet. */
  revision: number
  /** What the screens follow beside the copy itself. */
  derive: (local: L) => S
  /** Queues what changed; saved before, and nothing else is being queued meanwhile. */
  send: () => Promise<void>
  /** A page that is being closed cannot finish writing: what is kept elsewhere of changes that are not on the device, and taken up when it is opened again. */
  pagehide: { keep(stored: L, local: L): void; take(local: L): Edit<L> | undefined }
}

/**
 * The one editor of what is written offline. Every change is in memory at once, on the device 300 ms later in one durable transaction (text and photos
 * together), and queued for the server when the person pauses. Other tabs are respected: a save over a newer copy takes that copy and puts our changes
 * on it.
 */
export function openDraft<L extends object, S extends object>(opened: DraftOptions<L, S>) {
  const { key, first, derive: see, send, pagehide: late, read, picturesOf, unqueuedOf, isClosed } = opened
  /** Of whoever opened it, also after somebody else has signed in. */
  const own = outbox()
  let { revision } = opened
  /** As it is on the device. */
  let base = first
  /** Gestures that are in memory only; done again on the copy of another tab, if one comes between. */
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
    // Not put off by the next keystroke: who writes without a pause is saved too.
    flushTimer ??= setTimeout(() => void flush(), FLUSH_MS)
    syncTimer = setTimeout(() => void sync(), SYNC_MS)
  }
  const show = (local: L) => state.set({ local, saving: pending.length > 0 ? 'saving' : 'saved', ...see(local) })
  const saved = (saving: Saving) => state.set({ ...state.get(), saving })
  /** Everything so far is on the device when this resolves; it never rejects: `saving` tells. */
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
  /** Another tab saved meanwhile: its copy, with what was done here since done again on top. */
  function adopt(newer: L, at: number) {
    revision = at
    base = newer
    show(pending.reduce(apply, newer))
  }
  /** Saves, and takes what other tabs have saved: what is typed here may have been queued by a tab opened since. */
  async function catchUp(): Promise<void> {
    await flush()
    const stored = await own.loadDraft(key)
    if (stored && stored.revision !== revision) {
      adopt(read(stored.data), stored.revision)
      await flush()
    }
  }
  /**
   * Queueing is done one at a time, over all tabs: a save that started late must not follow what closes it, and of two tabs the older text must not
   * follow the newer.
   */
  let queueing: Promise<unknown> = Promise.resolve()
  function queue(run: () => Promise<void>): Promise<void> {
    const turn = queueing.then(() => oneTab(`queue ${key}`, () => catchUp().then(run)))
    queueing = turn.catch(() => undefined)
    return turn
  }
  /** Queues what changed; the last queued item, while untried, is replaced. */
  function sync(): Promise<void> {
    clearTimeout(syncTimer)
    return queue(async () => {
      const { local } = state.get()
      if (!isClosed(local) && unqueuedOf(local) !== undefined) await send()
    })
  }
  // Typed before the page was reloaded, and not queued yet.
  if (!isClosed(first) && unqueuedOf(first) !== undefined) syncTimer = setTimeout(() => void sync(), SYNC_MS)
  const holds = () => state.get().saving !== 'saved'
  state.subscribe(() => (holds() ? unsaved.add(holds) : unsaved.delete(holds)))
  // What was typed just before the sign-out is saved while its author is still known.
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
    /** What was queued is written down; nothing more is queued for it. */
    async queued(make: Edit<L>) {
      change(make)
      clearTimeout(syncTimer)
      await flush()
    },
    /** Photos and their place in the text are one change: no reload can find the one without the other. */
    async keep(photos: readonly NewPhoto[], place: Edit<L>) {
      for (const photo of photos) fresh.set(photo.hash, photo)
      change(place)
      await flush()
      // On a full device a picture must not keep the text beside it from being saved (a browser need not say beforehand how much room there is).
      if (!photos.some(({ hash }) => fresh.has(hash)) || !isQuota(failure)) return
      for (const { hash } of photos) fresh.delete(hash)
      pending = pending.filter((one) => one !== place)
      show(pending.reduce(apply, base))
      void flush()
      throw new Error(NO_ROOM)
    },
    /** The bytes of a picture of the copy here; undefined where the device has them no more. */
    bytesOf: async (hash: string) => fresh.get(hash)?.bytes ?? (await photoBytes(hash).catch(() => undefined)),
    close() {
      onSessionEnd.delete(flush)
      removeEventListener('pagehide', leave)
      clearTimeout(flushTimer)
      // What cannot be queued now is queued with the next sign-in (leftovers.ts).
      void sync().catch(() => undefined)
    },
  }
}
