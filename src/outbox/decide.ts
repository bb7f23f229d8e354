import { withBehind } from './plan.ts'
import { checkSchema, ownUnsentItem, rememberRef, replaceKey, signedInUser, storePhotos, unsealed, upgraded } from './rows.ts'
import { type Item, type Json, type NewPhoto, NO_KEY_CODE, OutboxError, type Tx, type World } from './types.ts'
import { keepUnqueued } from './unqueued.ts'
import { field } from './verdict.ts'

/**
 * The person's decisions about a stuck item. Each function gives the item as it stands afterwards, and throws OutboxError (Italian) where it
 * is gone, sent, somebody else's or being sent.
 * One rule decides on the key: it changes if and only if the server has recorded an answer under it. A recorded key can never act again, so
 * a new key cannot act twice. An unrecorded key may belong to an attempt that arrived or is still on its way, so it is kept and the server
 * tells the two apart.
 */

/**
 * "Riprova": sends the same content again. A conflict needs a choice first, unless the record was locked: that one may have been reopened.
 */
export function retry(world: World, id: string): Promise<Item> {
  const freshId = world.uuid()
  return decideOn(world, id, freshId, async (tx, item) => {
    if (item.state === 'conflict' && item.lastError?.code !== 'locked') throw new OutboxError('Scegliere prima quale copia tenere.')
    if (['damaged', NO_KEY_CODE].includes(item.lastError?.code ?? '')) throw new OutboxError(item.lastError!.message)
    const readable = item.state === 'quarantined' ? upgraded({ ...item, state: 'queued', lastError: undefined }, world.schema) : item
    if (readable.state === 'quarantined') throw new OutboxError(readable.lastError?.message ?? '')
    const next: Item = { ...readable, state: 'queued', attempts: item.attempts, lastError: undefined }
    return item.lastError?.recorded ? underNewKey(tx, item, next, freshId) : putItem(tx, next)
  })
}

interface Correction {
  input: Json
  photos?: (string | NewPhoto)[]
}
/** "Correggi": replaces input and photos in place. */
export function fix(world: World, id: string, change_: Correction): Promise<Item> {
  const freshId = world.uuid()
  return decideOn(world, id, freshId, (tx, item) => corrected(tx, world, item, change_, freshId))
}

/**
 * Settles a conflict. `mine` sends the same input over the server's copy, taking its `rev`; `{ input }` sends a merged one. Placeholders
 * with `or` take the server's new `rev`; a merged input may also name it directly. ("Usa quello dell’ufficio" is `discard`.)
 */
export function resolve(world: World, id: string, choice: 'mine' | Correction): Promise<Item> {
  const freshId = world.uuid()
  return decideOn(world, id, freshId, async (tx, item) => {
    if (item.state !== 'conflict') throw new OutboxError('Questo invio non è in conflitto.')
    await rememberRef(tx, item, field(item.lastError?.body, 'data'))
    return corrected(tx, world, item, choice === 'mine' ? { input: item.input } : choice, freshId)
  })
}

/**
 * "Usa quello dell’ufficio". The screen asks first (except where the server already has every word of it). Items that depend on it become
 * `needs-fix` at the next drain. Returns the removed item.
 */
export function discard(world: World, id: string): Promise<Item | undefined> {
  let removed: Item | undefined
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    if (removed && !(await tx.get('items', id))) return removed
    removed = await ownUnsentItem(tx, world, id)
    await tx.delete('items', id)
    return removed
  })
}

/**
 * "Elimina": removes whatever is unsent of one record, with its copy on the device and with what waits behind it and could not go alone. A
 * part of it would leave a copy that looks sent, or steps that can never be. The screen asks first.
 * @param key the draft key of the record
 */
export function discardRecord(world: World, key: string): Promise<void> {
  const { user } = signedInUser(world)
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    const gone = withBehind(await tx.find('items', { user }), key)
    if (gone.some(({ state }) => state === 'sending')) throw new OutboxError('Invio in corso: riprovare tra poco.')
    for (const { id } of gone) await tx.delete('items', id)
    await tx.delete('drafts', [user, key])
    await keepUnqueued(tx, { user, key }, undefined)
  })
}

function decideOn(world: World, id: string, freshId: string, decide: (tx: Tx, item: Item) => Promise<Item>): Promise<Item> {
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    // The transaction is repeated if its commit succeeded but the answer was lost.
    const done = await tx.get('items', freshId)
    return done ?? decide(tx, await ownUnsentItem(tx, world, id))
  })
}

async function corrected(tx: Tx, world: World, item: Item, { input, photos }: Correction, freshId: string): Promise<Item> {
  const next: Item = {
    ...{
      ...item,
      input: JSON.parse(JSON.stringify(input)),
      photos: photos ? await storePhotos(tx, world, item.user, photos) : item.photos,
    },
    ...{ schema: world.schema.version, state: 'queued', lastError: undefined },
  }
  if (item.lastError?.recorded) return underNewKey(tx, item, next, freshId)
  const superseded = item.sealed === undefined ? item.superseded : [...item.superseded, item.sealed]
  return putItem(tx, { ...next, sealed: undefined, superseded, probing: undefined })
}

async function putItem(tx: Tx, next: Item): Promise<Item> {
  await tx.put('items', next)
  return next
}

async function underNewKey(tx: Tx, item: Item, next: Item, id: string): Promise<Item> {
  const fresh = unsealed(next, id)
  await replaceKey(tx, item, fresh)
  return fresh
}
