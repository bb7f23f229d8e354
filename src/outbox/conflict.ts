import { notify } from '../lib/notify.ts'
import { endedBy } from './ended.ts'
import { type Choices, type OfflineKind, offlineKindOf, type Theirs } from './kind.ts'
import type { Listed } from './read.ts'
import { draftKeyOf } from './rows.ts'
import { outbox, wake } from './runtime.ts'
import type { Item, Json } from './types.ts'
import { splitLabel } from './work.ts'

export interface OpenConflict {
  kind: OfflineKind
  item: Listed
  /** Every unsent item of the same record, the disputed one first: the person decides on all of them at once. */
  waiting: Item[]
  mine: object
  /** Undefined if the server sent no copy: the record was deleted. */
  theirs: Theirs | undefined
  /**
   * The server's `rev` our changes were made from. Minus infinity if the server takes no more changes, so that everything it lacks counts.
   */
  base: number
  /** The server takes no more changes: the record was completed elsewhere, or deleted. */
  closed: boolean
  local: object | undefined
  /** Revision of the local copy. */
  revision: number
}

/** The conflict of the queued item `id`; undefined if there is none any more. */
export async function conflictOf(id: string): Promise<OpenConflict | undefined> {
  const items = await outbox().list()
  const item = items.find((one) => one.id === id)
  const kind = item && offlineKindOf(item.lane)
  if (item?.state !== 'conflict' || !kind) return undefined
  const waiting = items.filter(
    (one) => draftKeyOf(one) === draftKeyOf(item) && one.state !== 'sent' && one.endpoint === kind.conflict.changes.name,
  )
  const theirs = (item.lastError?.body as { data?: unknown } | undefined)?.data as Theirs | undefined
  const closed = item.lastError?.code === 'locked' || !theirs
  const draft = await outbox().loadDraft(draftKeyOf(item))
  const local = draft && (kind.read(draft.data) as { rev?: number | null })
  const from = (JSON.parse(item.sealed ?? '{}') as { rev?: number }).rev ?? local?.rev ?? 0
  const base = closed ? Number.NEGATIVE_INFINITY : Number(from)
  const mine = kind.conflict.combined(waiting.map(({ input }) => input))
  return { ...{ kind, item, waiting, mine, theirs, base, closed, local }, revision: draft?.revision ?? 0 }
}

let settling: Promise<void> | undefined
/**
 * Merges by itself where two devices changed different fields, and drops what the server already holds in full. The person is asked only
 * about fields that both changed, or that a completed record lacks.
 */
export function settleWithoutAsking(): Promise<void> {
  settling ??= (async () => {
    for (const { id, state } of await outbox().list()) {
      const dispute = state === 'conflict' ? await conflictOf(id) : undefined
      if (!dispute?.local || !dispute.theirs) continue
      const { local, mine, theirs, base, kind, closed } = dispute
      if (kind.conflict.differences(local, mine, theirs, base).length > 0) continue
      if (closed) await dropAlreadySaved(dispute)
      else if (kind.conflict.isOpen(theirs)) await keepMine(dispute, {})
    }
  })()
    // Another tab has settled it, or it needs the person's decision.
    .catch(() => undefined)
    .finally(() => {
      settling = undefined
    })
  return settling
}

/**
 * "Usa il mio valore" (no choices) or "Unisci": everything that waits becomes one save over the server's copy, and the local copy is rebuilt
 * from both. The merged save is durable before the items it contains leave the queue.
 */
export async function keepMine({ kind, item, waiting, mine, theirs, local }: OpenConflict, choices: Choices): Promise<void> {
  if (!theirs) return
  const input = kind.conflict.merged(mine, theirs, choices)
  const photos = [...new Set(waiting.flatMap((one) => one.photos))]
  await outbox().resolve(item.id, { input: input as Json, photos })
  for (const behind of waiting) if (behind.id !== item.id) await outbox().discard(behind.id)
  if (local) await updateLocal(kind, draftKeyOf(item), (now) => kind.conflict.rebased(now, theirs, input))
  void wake('user')
}

/** "Usa quello dell’ufficio": the items of this record leave the queue, and the device takes the server's copy. */
export async function keepTheirs({ kind, waiting, theirs, local, item }: OpenConflict): Promise<void> {
  if (local) {
    if (theirs && kind.conflict.isOpen(theirs)) await updateLocal(kind, draftKeyOf(item), (now) => kind.conflict.rebased(now, theirs))
    else {
      const held = await outbox().loadDraft(draftKeyOf(item))
      if (held) await outbox().discardDraft(draftKeyOf(item), held.revision)
    }
  }
  for (const id of new Set([item.id, ...waiting.map((one) => one.id)])) await outbox().discard(id)
  void wake('user')
}

/** Removes the items and the local copy, unless something was typed since. */
async function dropAlreadySaved({ kind, item, waiting, local, revision }: OpenConflict): Promise<void> {
  if (kind.unqueuedOf(local!) !== undefined || !(await outbox().discardDraft(draftKeyOf(item), revision))) return
  for (const { id } of waiting) await outbox().discard(id)
  const end = endedBy(item)
  notify.success(
    `${splitLabel(item.label).title}: il server aveva già tutto, quindi l’invio in attesa è stato tolto. Non manca niente.${end ? ` ${end.words}` : ''}`,
  )
}

/** Writes the local copy over whatever revision it has now; its pictures stay. */
async function updateLocal(kind: OfflineKind, key: string, change: (local: object) => object): Promise<void> {
  for (;;) {
    const held = await outbox().loadDraft(key)
    if (!held) return
    const data = change(kind.read(held.data))
    const draft = { key, data: data as Json, photos: kind.picturesOf(data), unqueued: kind.unqueuedOf(data) }
    const result = await outbox().saveDraft({ ...draft, revision: held.revision })
    if ('saved' in result) return
  }
}
