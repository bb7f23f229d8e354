import { onSessionEnd } from '../lib/session.ts'
import { unsaved } from '../lib/unsaved.ts'
import { type CopyOptions, draftCopy, type Edit } from './draft-copy.ts'
import type { OfflineKind } from './kind.ts'
import { oneTab } from './one-tab.ts'
import { outbox, photoBytes } from './runtime.ts'
import type { NewPhoto } from './types.ts'

/** A change is queued for the server this long after the last one. */
const SYNC_MS = 8_000

export interface DraftOptions<L extends object, S extends object> extends CopyOptions<L, S>, Pick<OfflineKind<L>, 'isClosed'> {
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
  const { key, first, send, pagehide: late, unqueuedOf, isClosed } = opened
  /** The outbox of the person who opened the draft, even after somebody else has signed in. */
  const own = outbox()
  const copy = draftCopy(own, opened)
  const { state, fresh, flush } = copy
  const mustQueue = (local: L) => !isClosed(local) && unqueuedOf(local) !== undefined
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  function syncLater() {
    clearTimeout(syncTimer)
    syncTimer = setTimeout(() => void sync(), SYNC_MS)
  }
  function change(edit: Edit<L>) {
    copy.change(edit)
    syncLater()
  }
  /**
   * Queueing runs one at a time over all tabs. Otherwise a slow save could follow the completion it belongs before, and one tab's older
   * text could follow another tab's newer text.
   */
  let queueing: Promise<unknown> = Promise.resolve()
  function queue(run: () => Promise<void>): Promise<void> {
    const turn = queueing.then(() => oneTab(`queue ${key}`, () => copy.catchUp().then(run)))
    queueing = turn.catch(() => undefined)
    return turn
  }
  /** Queues what changed; the last queued item is replaced if it was never tried. */
  function sync(): Promise<void> {
    clearTimeout(syncTimer)
    return queue(async () => {
      if (mustQueue(state.get().local)) await send()
    })
  }
  // The copy was changed before the page was reloaded, and is not queued yet.
  if (mustQueue(first)) syncLater()
  const holds = () => state.get().saving !== 'saved'
  state.subscribe(() => (holds() ? unsaved.add(holds) : unsaved.delete(holds)))
  // Text typed just before sign-out is saved while its author is still known.
  onSessionEnd.add(flush)
  function leave() {
    const unstored = copy.unstored()
    if (unstored) late.keep(unstored.stored, unstored.local)
  }
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
    async queued(edit: Edit<L>) {
      change(edit)
      clearTimeout(syncTimer)
      await flush()
    },
    /**
     * Stores photos and the edit that names them as one change, so that no reload finds one without the other.
     * @throws Error with the Italian text where the device is full
     */
    keep(photos: readonly NewPhoto[], place: Edit<L>): Promise<void> {
      syncLater()
      return copy.keep(photos, place)
    },
    /** The bytes of a picture of this copy; undefined if the device no longer has them. */
    bytesOf: async (hash: string) => fresh.get(hash)?.bytes ?? (await photoBytes(hash).catch(() => undefined)),
    close() {
      onSessionEnd.delete(flush)
      removeEventListener('pagehide', leave)
      copy.stop()
      // If queueing fails now, the next sign-in does it (leftovers.ts).
      void sync().catch(() => undefined)
    },
  }
}
