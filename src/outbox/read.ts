import type { Waiting } from '../lib/device.ts'
import { mayName } from './plan.ts'
import { begin, byPlace, isUnsent, whoever } from './rows.ts'
import { refsIn } from './seal.ts'
import type { Draft, Item, Photo, Ref, Store, World } from './types.ts'

/** An item as the list shows it. */
export type Listed = Item & {
  /** Label of the item this one has to wait for: the first of its lane, or one of another lane it depends on. */
  behind?: string
  /** Photos the server has already, of `photos.length`. */
  photosSent: number
}

/** Everything of the person at the device, in the order it was saved. Inside Dexie's liveQuery it is live, across tabs. */
export async function list(world: World): Promise<Listed[]> {
  const { user } = whoever(world)
  const [items, photos] = await world.store.transaction('r', async (tx) => [
    await tx.find('items', { user }),
    await tx.find('photos', { user }),
  ])
  const acked = new Set(photos.filter((photo) => photo.acked).map((photo) => photo.hash))
  const unsent = items.filter(isUnsent).sort(byPlace)
  const heads = new Map<string, Item>()
  for (const item of unsent) if (!heads.has(item.lane)) heads.set(item.lane, item)
  const ahead = (item: Item): Item | undefined => {
    const head = heads.get(item.lane)
    if (head !== item) return head
    const needed = refsIn(item.input)
    return unsent.find((other) => item.dependsOn.includes(other.id) || needed.some((entity) => mayName(other, entity, item)))
  }
  return items.sort(byPlace).map((item) => {
    const photosSent = item.photos.filter((hash) => acked.has(hash)).length
    return { ...item, behind: isUnsent(item) ? ahead(item)?.label : undefined, photosSent }
  })
}

/** How much waits in a store, per author: all that others may know. */
export async function counts(store: Store): Promise<Waiting[]> {
  const items = await store.transaction('r', async (tx) => tx.find('items', {}))
  const found = new Map<number, Waiting>()
  for (const { user, userName, createdAt } of items.filter(isUnsent)) {
    const sum = found.get(user) ?? { user, userName, unsent: 0, since: createdAt }
    found.set(user, { ...sum, unsent: sum.unsent + 1, since: Math.min(sum.since, createdAt) })
  }
  return [...found.values()]
}

export interface Exported {
  schema: number
  exportedAt: string
  user: number
  userName: string
  items: Item[]
  drafts: Draft[]
  photos: Photo[]
  /** What the server calls the entities of the items, as far as this device knows. */
  refs: Ref[]
  /** One per photo whose bytes are still here. */
  files: { name: string; type: string; bytes: ArrayBuffer }[]
}

/** "Esporta": everything unsent of the person at the device (or the one item), for a ZIP the office can import. Changes nothing. */
export async function exportData(world: World, only?: string): Promise<Exported> {
  const { user, name } = whoever(world)
  return world.store.transaction('r', async (tx) => {
    const items = (await tx.find('items', { user })).filter((item) => isUnsent(item) && (!only || item.id === only)).sort(byPlace)
    const drafts = only ? [] : await tx.find('drafts', { user })
    const wanted = new Set([...items, ...drafts].flatMap((row) => row.photos))
    const photos = (await tx.find('photos', { user })).filter((photo) => wanted.has(photo.hash))
    const files: Exported['files'] = []
    for (const { hash, type } of photos) {
      const stored = await tx.get('bytes', [user, hash])
      if (stored) files.push({ name: hash, type, bytes: stored.bytes })
    }
    const entities = new Set(items.flatMap((item) => [item.entity, ...refsIn(item.input)]))
    const refs = (await tx.find('refs', { user })).filter((ref) => entities.has(ref.entity))
    const exportedAt = new Date(world.clock.wall()).toISOString()
    return { schema: world.schema.version, exportedAt, user, userName: name, items, drafts, photos, refs, files }
  })
}

const SENT_KEPT = 50

/**
 * Forgets what nobody needs: sent items but the last 50 of each user, bytes of photos the server has, photos nothing names any more.
 * Never an unsent item, a draft, or a photo of either.
 */
export async function purge(world: World): Promise<void> {
  await world.store.transaction('rw', async (tx) => {
    await begin(tx, world)
    const items = (await tx.find('items', {})).sort(byPlace)
    const unsent = items.filter(isUnsent)
    const needed = new Set(unsent.flatMap((item) => item.dependsOn))
    const kept = new Map<number, number>()
    for (const item of items.filter((item) => !isUnsent(item)).reverse()) {
      const n = (kept.get(item.user) ?? 0) + 1
      kept.set(item.user, n)
      if (n > SENT_KEPT && !needed.has(item.id)) await tx.delete('items', item.id)
    }
    const named = new Set([...unsent, ...(await tx.find('drafts', {}))].flatMap((row) => row.photos.map((hash) => `${row.user}/${hash}`)))
    for (const { user, hash, acked } of await tx.find('photos', {})) {
      if (named.has(`${user}/${hash}`)) continue
      await tx.delete('bytes', [user, hash])
      // The name of one the server has stays: a later edit may name it again.
      if (!acked) await tx.delete('photos', [user, hash])
    }
  })
}
