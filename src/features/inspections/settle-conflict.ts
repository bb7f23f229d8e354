import { type InspectionReceipt, inspections } from '../../contract/inspections.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox, wake } from '../../outbox/runtime.ts'
import type { Item, Json } from '../../outbox/types.ts'
import { type Choice, differences, merged, type QueuedChanges, rebased, together } from './conflict.ts'
import { inspectionKey, type LocalInspection, loadLocal, unqueuedOf } from './local.ts'

export interface Disputed {
  item: Listed
  /** Everything of this verifica that waits, the disputed item first: the person decides on all of it at once. */
  waiting: Item[]
  mine: QueuedChanges
  /** Undefined where the server gave no copy: the verifica was deleted. */
  theirs: InspectionReceipt | undefined
  /** The server's `rev` that mine were made from. */
  base: number
  /** The server takes no more changes: completed elsewhere, or deleted. */
  closed: boolean
  local: LocalInspection | undefined
}

/** The conflict of the queued item `id`; undefined where there is none any more. */
export async function disputeOf(id: string): Promise<Disputed | undefined> {
  const items = await outbox().list()
  const item = items.find((one) => one.id === id)
  if (item?.state !== 'conflict') return undefined
  const waiting = items.filter((one) => one.lane === item.lane && one.state !== 'sent' && one.endpoint === inspections.update.name)
  const body = item.lastError?.body as { data?: InspectionReceipt } | undefined
  const closed = item.lastError?.code === 'locked' || !body?.data
  const local = (await loadLocal(item.entity))?.local
  const base = Number((JSON.parse(item.sealed ?? '{}') as { rev?: number }).rev ?? local?.rev ?? 0)
  return { item, waiting, mine: together(waiting.map(({ input }) => input)), theirs: body?.data, base, closed, local }
}

let settling: Promise<void> | undefined
/** Merges by itself what two devices changed in different places: the person is asked only about fields that both changed. */
export function settleQuietly(): Promise<void> {
  settling ??= (async () => {
    for (const { id, state, lane } of await outbox().list()) {
      if (state !== 'conflict' || !lane.startsWith('inspection:')) continue
      const dispute = await disputeOf(id)
      if (!dispute?.local || !dispute.theirs || dispute.closed || dispute.theirs.status !== 'draft') continue
      const { local, mine, theirs, base } = dispute
      if (differences(local, mine, theirs, base).length === 0) await keepMine(dispute, {})
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
 * "Tieni la mia" (no choices) or "Unisci": what waits becomes one save over the server's copy, and the copy on the device is made anew from both.
 * The merged save is durable before anything it contains is taken off the queue.
 */
export async function keepMine({ item, waiting, mine, theirs, local }: Disputed, choices: Readonly<Record<string, Choice>>): Promise<void> {
  if (!theirs) return
  const input = merged(mine, theirs, choices)
  const photos = [...new Set(waiting.flatMap((one) => one.photos))]
  await outbox().resolve(item.id, { input: input as unknown as Json, photos })
  for (const behind of waiting) if (behind.id !== item.id) await outbox().discard(behind.id)
  if (local) await keepLocal((now) => rebased(now, theirs, input), local.client_uuid)
  void wake('user')
}

/** "Tieni quella del server": what waits of this verifica leaves the queue, and the device takes the server's copy. */
export async function keepTheirs({ waiting, theirs, local, item }: Disputed): Promise<void> {
  if (local) {
    if (theirs?.status === 'draft') await keepLocal((now) => rebased(now, theirs), local.client_uuid)
    else {
      const held = await loadLocal(local.client_uuid)
      if (held) await outbox().discardDraft(inspectionKey(local.client_uuid), held.revision)
    }
  }
  for (const id of new Set([item.id, ...waiting.map((one) => one.id)])) await outbox().discard(id)
  void wake('user')
}

/** Writes the copy on the device over whatever revision it has now; its pictures stay. */
async function keepLocal(change: (local: LocalInspection) => LocalInspection, uuid: string): Promise<void> {
  for (;;) {
    const held = await loadLocal(uuid)
    if (!held) return
    const data = change(held.local)
    const photos = Object.values(data.files).map((file) => file.hash)
    const draft = { key: inspectionKey(uuid), data: data as unknown as Json, photos, unqueued: unqueuedOf(data) }
    const result = await outbox().saveDraft({ ...draft, revision: held.revision })
    if ('saved' in result) return
  }
}
