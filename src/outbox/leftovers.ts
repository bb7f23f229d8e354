import { session } from '../lib/session.ts'
import { kindOf, placeIn } from './kind.ts'
import { thingOf } from './rows.ts'
import { outbox } from './runtime.ts'

/** Queues what was typed before the page was closed in a hurry; called when a person comes to the device. */
export async function queueLeftovers(): Promise<void> {
  for (const { key, data } of await outbox().listDrafts()) {
    const kind = kindOf(key)
    const local = kind?.read(data)
    if (kind && local && !kind.isClosed(local) && kind.unqueuedOf(local) !== undefined) await kind.queueRest(placeIn(key))
  }
}
/** Forgets what is closed and has its receipt for every item; the server has it whole. */
export async function forgetSent(): Promise<void> {
  if (!session.get().user) return
  const items = await outbox().list()
  for (const { key, data, revision } of await outbox().listDrafts()) {
    const kind = kindOf(key)
    const waiting = items.some((item) => thingOf(item) === key && item.state !== 'sent')
    if (kind?.isClosed(kind.read(data)) && !waiting) await outbox().discardDraft(key, revision)
  }
}
