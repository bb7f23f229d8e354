import { session } from '../lib/session.ts'
import { offlineKindOf, placeOfLane } from './kind.ts'
import { draftKeyOf } from './rows.ts'
import { outbox } from './runtime.ts'

/** Queues what was typed before the page was closed in a hurry. Called when a person signs in. */
export async function queueLeftovers(): Promise<void> {
  for (const { key, data } of await outbox().listDrafts()) {
    const kind = offlineKindOf(key)
    const local = kind?.read(data)
    if (kind && local && !kind.isClosed(local) && kind.unqueuedOf(local) !== undefined) await kind.queueRest(placeOfLane(key))
  }
}
/** Forgets closed copies whose items all have their receipt: the server has them whole. */
export async function forgetSent(): Promise<void> {
  if (!session.get().user) return
  const items = await outbox().list()
  for (const { key, data, revision } of await outbox().listDrafts()) {
    const kind = offlineKindOf(key)
    const waiting = items.some((item) => draftKeyOf(item) === key && item.state !== 'sent')
    if (kind?.isClosed(kind.read(data)) && !waiting) await outbox().discardDraft(key, revision)
  }
}
