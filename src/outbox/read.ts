import type { Waiting } from '../lib/device.ts'
import { mayTellName } from './plan.ts'
import { bySeq, checkSchema, draftKeyOf, isUnsent, STUCK, signedInUser } from './rows.ts'
import { refsIn } from './seal.ts'
import type { Draft, Item, Photo, Ref, Store, World } from './types.ts'
import { type Unqueued, unqueuedIn } from './unqueued.ts'

/** An item as the list shows it. */
export type Listed = Item & {
  /** Label of the item this one waits for: the first of its lane, or one of another lane it depends on. */
  behind?: string
  /** How many of `photos` the server has already. */
  photosSent: number
}

/** All items of the person at the device, in the order they were saved. Live across tabs inside Dexie's liveQuery. */
export async function list(world: World): Promise<Listed[]> {
  const { user } = signedInUser(world)
  const [items, photos] = await world.store.transaction('r', async (tx) => [
    await tx.find('items', { user }),
    await tx.find('photos', { user }),
  ])
  const acked = new Set(photos.filter((photo) => photo.acked).map((photo) => photo.hash))
  const unsent = items.filter(isUnsent).sort(bySeq)
  const heads = new Map<string, Item>()
  for (const item of unsent) if (!heads.has(item.lane)) heads.set(item.lane, item)
  const ahead = (item: Item): Item | undefined => {
    const head = heads.get(item.lane)
    if (head !== item) return head
    const needed = refsIn(item.input)
    return unsent.find((other) => item.dependsOn.includes(other.id) || needed.some((entity) => mayTellName(other, entity, item)))
  }
  return items.sort(bySeq).map((item) => {
    const photosSent = item.photos.filter((hash) => acked.has(hash)).length
    return { ...item, behind: isUnsent(item) ? ahead(item)?.label : undefined, photosSent }
  })
}

/** What the server calls something that was created on this device; undefined until its receipt is here. */
export async function refOf(world: World, entity: string): Promise<Ref['values'] | undefined> {
  const { user } = signedInUser(world)
  return (await world.store.transaction('r', async (tx) => tx.get('refs', [user, entity])))?.values
}

/** Drafts of the person at the device with changes that are not in the queue yet. */
export async function unqueued(world: World): Promise<Unqueued[]> {
  const { user } = signedInUser(world)
  return (await world.store.transaction('r', unqueuedIn)).filter((one) => one.user === user)
}

/** How many records wait in a store, per author: all that others may know. One lane counts once. */
export async function counts(store: Store): Promise<Waiting[]> {
  const [items, drafts] = await store.transaction('r', async (tx) => [await tx.find('items', {}), await unqueuedIn(tx)])
  const found = new Map<number, Waiting & { lanes: Set<string>; bad: Set<string> }>()
  const add = (user: number, userName: string, lane: string, at: number, isBad = false) => {
    const { lanes, bad, since } = found.get(user) ?? { lanes: new Set<string>(), bad: new Set<string>(), since: at }
    lanes.add(lane)
    if (isBad) bad.add(lane)
    // An encrypted item without a key does not tell its author's name.
    const name = userName || found.get(user)?.userName || ''
    found.set(user, { user, userName: name, unsent: lanes.size, stuck: bad.size, since: Math.min(since, at), lanes, bad })
  }
  for (const item of items.filter(isUnsent)) add(item.user, item.userName, draftKeyOf(item), item.createdAt, STUCK.includes(item.state))
  for (const { user, userName, key, since } of drafts) add(user, userName, key, since)
  return [...found.values()].map(({ lanes: _, bad: __, ...waiting }) => waiting)
}

export interface Exported {
  schema: number
  exportedAt: string
  user: number
  userName: string
  items: Item[]
  drafts: Draft[]
  /** Without their bytes, which are read one by one (`bytesOf`): all at once are more than a phone can hold. */
  photos: Photo[]
  /** The server's names of the entities in items and drafts, as far as this device knows. */
  refs: Ref[]
}

/**
 * "Esporta": everything unsent of the person at the device. With `lane`: that lane, its draft and the items it waits for, so that the
 * office can import it on its own. Changes nothing.
 */
export async function exportData(world: World, lane?: string): Promise<Exported> {
  const { user, name } = signedInUser(world)
  return world.store.transaction('r', async (tx) => {
    const unsent = (await tx.find('items', { user })).filter(isUnsent).sort(bySeq)
    const items = lane === undefined ? unsent : withAhead(unsent, lane)
    const drafts = (await tx.find('drafts', { user })).filter((draft) => lane === undefined || draft.key === lane)
    const wanted = new Set([...items, ...drafts].flatMap((row) => row.photos))
    const photos = (await tx.find('photos', { user })).filter((photo) => wanted.has(photo.hash))
    const entities = new Set(items.flatMap((item) => [item.entity, ...refsIn(item.input)]))
    const named = (entity: string) => entities.has(entity) || drafts.some((draft) => draft.key.includes(entity))
    const refs = (await tx.find('refs', { user })).filter((ref) => named(ref.entity))
    const exportedAt = new Date(world.clock.wall()).toISOString()
    return { schema: world.schema.version, exportedAt, user, userName: name, items, drafts, photos, refs }
  })
}
/** The items of a lane, and those of other lanes that must arrive before them. */
function withAhead(unsent: Item[], lane: string): Item[] {
  const taken = new Set<Item>()
  const take = (item: Item) => {
    if (taken.has(item)) return
    taken.add(item)
    const needed = refsIn(item.input)
    for (const other of unsent)
      if (
        item.dependsOn.includes(other.id) ||
        needed.some((entity) => mayTellName(other, entity, item)) ||
        (other.lane === item.lane && other.seq < item.seq)
      )
        take(other)
  }
  for (const item of unsent) if (draftKeyOf(item) === lane) take(item)
  return unsent.filter((item) => taken.has(item))
}

/** The bytes of a photo of the person at the device; undefined once the server has it and nothing here names it. */
export async function bytesOf(world: World, hash: string): Promise<ArrayBuffer | undefined> {
  const { user } = signedInUser(world)
  return (await world.store.transaction('r', async (tx) => tx.get('bytes', [user, hash])))?.bytes
}

const SENT_KEPT = 50

/**
 * Deletes what nobody needs: sent items but the last 50 of each user, bytes of photos the server has, photos nothing names any more. Never
 * an unsent item, a draft, or a photo of either.
 */
export async function purge(world: World): Promise<void> {
  await world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    const items = (await tx.find('items', {})).sort(bySeq)
    const unsent = items.filter(isUnsent)
    const needed = new Set(unsent.flatMap((item) => item.dependsOn))
    const kept = new Map<number, number>()
    for (const item of items.filter((item) => !isUnsent(item)).reverse()) {
      const n = (kept.get(item.user) ?? 0) + 1
      kept.set(item.user, n)
      if (n > SENT_KEPT && !needed.has(item.id)) await tx.delete('items', item.id)
    }
    const named = new Set([...unsent, ...(await tx.find('drafts', {}))].flatMap((row) => row.photos.map((hash) => `${row.user}/${hash}`)))
    for (const key of await tx.keys('photos')) {
      if (named.has(key.join('/'))) continue
      await tx.delete('bytes', key)
      // The row of a photo the server has stays: a later edit may name it again.
      if (!(await tx.get('photos', key))?.acked) await tx.delete('photos', key)
    }
  })
}
