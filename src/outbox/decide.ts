import { begin, keepPhotos, learn, mine, replaceKey, unsealed, upgraded } from './rows.ts'
import { type Item, type Json, type NewPhoto, OutboxError, type Tx, type World } from './types.ts'
import { field } from './verdict.ts'

/**
 * What a person may do about an item that is stuck. Each gives the item as it stands afterwards, and throws OutboxError (Italian) where
 * it is gone, sent, somebody else's or just being sent.
 *
 * One rule decides on the key: it changes if and only if the server has recorded an answer under it. A recorded key can never act again,
 * so a new one cannot act twice; an unrecorded one may belong to an attempt that arrived or is still on its way, and keeping it makes the
 * server tell the two apart.
 */

/** "Riprova": the same thing again. */
export function retry(world: World, id: string): Promise<Item> {
  const freshId = world.uuid()
  return change(world, id, freshId, async (tx, item) => {
    if (item.state === 'conflict') throw new OutboxError('Scegliere prima quale copia tenere.')
    if (item.lastError?.code === 'damaged') throw new OutboxError(item.lastError.message)
    const readable = item.state === 'quarantined' ? upgraded({ ...item, state: 'queued', lastError: undefined }, world.schema) : item
    if (readable.state === 'quarantined') throw new OutboxError(readable.lastError?.message ?? '')
    const next: Item = { ...readable, state: 'queued', attempts: item.attempts, lastError: undefined }
    return item.lastError?.recorded ? renewed(tx, item, next, freshId) : kept(tx, next)
  })
}

/** "Correggi": another input (and other photos) in the same place. */
export function fix(world: World, id: string, change_: { input: Json; photos?: (string | NewPhoto)[] }): Promise<Item> {
  const freshId = world.uuid()
  const input: Json = JSON.parse(JSON.stringify(change_.input))
  return change(world, id, freshId, async (tx, item) => {
    const photos = change_.photos ? await keepPhotos(tx, world, item.user, change_.photos) : item.photos
    const next: Item = { ...item, input, photos, schema: world.schema.version, state: 'queued', lastError: undefined }
    if (item.lastError?.recorded) return renewed(tx, item, next, freshId)
    const superseded = item.sealed === undefined ? item.superseded : [...item.superseded, item.sealed]
    return kept(tx, { ...next, sealed: undefined, superseded, probing: undefined })
  })
}

/**
 * After a conflict. `mine`: the same input over the server's copy, whose `rev` it takes. `{ input }`: a merged one. Placeholders with
 * `or` take the server's new `rev`; a merged input may also name it plainly. ("Tieni quella del server" is `discard`.)
 */
export function resolve(world: World, id: string, choice: 'mine' | { input: Json; photos?: (string | NewPhoto)[] }): Promise<Item> {
  const freshId = world.uuid()
  return change(world, id, freshId, async (tx, item) => {
    if (item.state !== 'conflict') throw new OutboxError('Questo invio non è in conflitto.')
    await learn(tx, item, field(item.lastError?.body, 'data'))
    const input: Json = choice === 'mine' ? item.input : JSON.parse(JSON.stringify(choice.input))
    const photos = choice !== 'mine' && choice.photos ? await keepPhotos(tx, world, item.user, choice.photos) : item.photos
    return renewed(tx, item, { ...item, input, photos, state: 'queued', lastError: undefined }, freshId)
  })
}

/**
 * "Elimina", or "Tieni quella del server": the only way but a receipt by which an item leaves the queue, so the screen asks first.
 * What depended on it goes to `needs-fix` at the next drain. Gives what was removed.
 */
export function discard(world: World, id: string): Promise<Item | undefined> {
  let removed: Item | undefined
  return world.store.transaction('rw', async (tx) => {
    await begin(tx, world)
    if (removed && !(await tx.get('items', id))) return removed
    removed = await mine(tx, world, id)
    await tx.delete('items', id)
    return removed
  })
}

function change(world: World, id: string, freshId: string, decide: (tx: Tx, item: Item) => Promise<Item>): Promise<Item> {
  return world.store.transaction('rw', async (tx) => {
    await begin(tx, world)
    // A repeat of this transaction, after a commit whose answer was lost.
    const done = await tx.get('items', freshId)
    return done ?? decide(tx, await mine(tx, world, id))
  })
}

async function kept(tx: Tx, next: Item): Promise<Item> {
  await tx.put('items', next)
  return next
}

async function renewed(tx: Tx, item: Item, next: Item, id: string): Promise<Item> {
  const fresh = unsealed(next, id)
  await replaceKey(tx, item, fresh)
  return fresh
}
