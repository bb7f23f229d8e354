import { discard, discardRecord, fix, resolve, retry } from './decide.ts'
import { type DraftSave, discardDraft, listDrafts, loadDraft, saveDraft } from './drafts.ts'
import { createDrain, type DrainResult, type WakeReason } from './drain.ts'
import { type PutRequest, put } from './put.ts'
import { bytesOf, counts, exportData, list, purge, refOf, unqueued } from './read.ts'
import { type Merged, recall } from './recall.ts'
import type { World } from './types.ts'

export interface Status {
  draining: boolean
  /** The last finished drain. */
  last: DrainResult | undefined
}

/**
 * The outbox. What the app confirmed as "salvato" is never lost, sent twice, sent out of order or sent as somebody else, and never fails
 * silently. It does nothing by itself: the owner of the page calls `wake` (after a save, on `online`, focus, visible, sign-in and a good
 * probe, every 10 s while visible, and after `nextInMs`).
 */
export function createOutbox(world: World) {
  const listeners = new Set<() => void>()
  let status: Status = { draining: false, last: undefined }
  const changed = () => {
    if (status.draining !== drain.isRunning()) status = { ...status, draining: drain.isRunning() }
    for (const listener of listeners) listener()
  }
  const drain = createDrain(world, changed)

  const announced = async <R>(work: Promise<R>): Promise<R> => {
    const result = await work
    changed()
    return result
  }

  /** Keys of drafts with unqueued changes. The waiting work is counted again when a key comes or goes, not at every save. */
  const unqueuedKeys = new Set<string>()
  async function saveAndTell(draft: DraftSave) {
    const result = await saveDraft(world, draft)
    const holds = draft.unqueued !== undefined
    if (holds === unqueuedKeys.has(draft.key)) return result
    if (holds) unqueuedKeys.add(draft.key)
    else unqueuedKeys.delete(draft.key)
    changed()
    return result
  }

  return {
    put: (request: PutRequest) => announced(put(world, request)),
    /** Sends what may be sent. Never rejects. */
    async wake(reason: WakeReason): Promise<DrainResult> {
      const last = await drain.wake(reason)
      status = { ...status, last }
      changed()
      return last
    },

    retry(id: string) {
      drain.forgetWait(id)
      return announced(retry(world, id))
    },
    fix: (id: string, change: Parameters<typeof fix>[2]) => announced(fix(world, id, change)),
    resolve: (id: string, choice: Parameters<typeof resolve>[2]) => announced(resolve(world, id, choice)),
    discard: (id: string) => announced(discard(world, id)),
    async discardRecord(key: string) {
      unqueuedKeys.delete(key)
      await announced(discardRecord(world, key))
    },
    recall: (id: string, key: string, merge: Merged) => announced(recall(world, id, key, merge)),

    saveDraft: saveAndTell,
    loadDraft: (key: string) => loadDraft(world, key),
    listDrafts: () => listDrafts(world),
    discardDraft: (key: string, revision: number) => announced(discardDraft(world, key, revision)),

    list: () => list(world),
    refOf: (entity: string) => refOf(world, entity),
    unqueued: () => unqueued(world),
    counts: () => counts(world.store),
    exportData: (lane?: string) => exportData(world, lane),
    bytesOf: (hash: string) => bytesOf(world, hash),
    purge: () => purge(world),

    /**
     * Calls `listener` after every change made by this tab (the tables themselves are live through Dexie). Returns the function to
     * unsubscribe.
     */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: (): Status => status,
  }
}

export type Outbox = ReturnType<typeof createOutbox>
