import { checkSchema, ownUnsentItem, signedInUser, storePhotos } from './rows.ts'
import { type Draft, type Json, OutboxError, type World } from './types.ts'
import { keepUnqueued } from './unqueued.ts'

/** Builds the restored draft from the sent one and what was typed since. */
export type Merged = (made: Json, typed: Json | undefined) => { data: Json; photos: string[] }

/**
 * "Annulla invio": an item that was never tried leaves the queue and its draft is restored, in one transaction. Returns that draft.
 * @throws OutboxError if the item is gone, being sent, or was ever tried: the server may have it
 */
export function recall(world: World, id: string, key: string, merge: Merged): Promise<Draft> {
  const writer = world.uuid()
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    const { user } = signedInUser(world)
    const typed = await tx.get('drafts', [user, key])
    // The transaction is repeated if its commit succeeded but the answer was lost.
    if (typed?.writer === writer) return typed
    const item = await ownUnsentItem(tx, world, id)
    if (item.attempts > 0 || item.sealed !== undefined || !item.undo) throw new OutboxError('È già in partenza: non si può più annullare.')
    const { data, photos } = merge(item.undo.data, typed?.data)
    const draft: Draft = {
      ...{ user, key, data: JSON.parse(JSON.stringify(data)), photos: await storePhotos(tx, world, user, photos) },
      ...{ revision: (typed ?? item.undo).revision + 1, writer, schema: world.schema.version, savedAt: world.clock.wall() },
    }
    await tx.delete('items', id)
    await tx.put('drafts', draft)
    await keepUnqueued(tx, { user, key }, undefined)
    return draft
  })
}
