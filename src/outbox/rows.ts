import { refValues } from '../contract/kernel/placeholder.ts'
import {
  type Item,
  type ItemState,
  type Json,
  type NewPhoto,
  OutboxError,
  OutdatedError,
  type Session,
  type Tx,
  type World,
} from './types.ts'

/** Queries and rules that every part of the outbox shares. Everything runs inside a transaction of the caller. */

/** States that wait for a person: nothing behind such an item in its lane goes before somebody has decided. */
export const STUCK: ItemState[] = ['needs-fix', 'conflict', 'quarantined']
export const isUnsent = (item: Item) => item.state !== 'sent'

/** Key of the draft of the record an item is about. */
export const draftKeyOf = ({ of, lane }: Pick<Item, 'of' | 'lane'>) => of ?? lane
export const bySeq = (a: Item, b: Item) => a.seq - b.seq

/** Unsent items of one lane, the next to go first. */
export async function unsentOfLane(tx: Tx, user: number, lane: string): Promise<Item[]> {
  return (await tx.find('items', { user, lane })).filter(isUnsent).sort(bySeq)
}

/**
 * First step of every writing transaction but draft saves. Refuses where a newer version of the app has written, and upgrades the items of
 * older versions where this tab is the newer one. Throws OutdatedError.
 */
export async function checkSchema(tx: Tx, { schema }: World): Promise<void> {
  const stored = await tx.get('meta', 'schema')
  const written = Number(stored?.value ?? 0)
  if (written > schema.version) throw new OutdatedError()
  if (written === schema.version) return
  await tx.put('meta', { name: 'schema', value: schema.version })
  if (!stored) return
  for (const item of await tx.find('items', {}))
    if (isUnsent(item) && item.schema < schema.version) await tx.put('items', upgraded(item, schema))
}

/** The item in this version's format; in quarantine, untouched, if a step fails. Sealed text stays as it is, since it may have arrived. */
export function upgraded(item: Item, { version, steps }: World['schema']): Item {
  try {
    let next = item
    for (let from = item.schema; from < version; from++) {
      const step = steps[from]
      if (step) next = { ...next, input: step(next) }
    }
    return { ...next, schema: version }
  } catch (cause) {
    const message = 'Questo invio è stato preparato da una versione precedente e non può essere letto.'
    // A recorded answer of the server stays; another text needs another key.
    const recorded = item.lastError?.recorded ?? false
    const lastError = { status: 0, code: 'unreadable', message, recorded, body: String(cause), at: item.createdAt }
    return { ...item, state: 'quarantined', lastError }
  }
}

/** The person at the device. Throws OutboxError if nobody is signed in. */
export function signedInUser(world: World): Session {
  const session = world.session()
  if (!session) throw new OutboxError('Accedere prima di salvare.')
  return session
}

/** An unsent item of the person at the device. Throws OutboxError where it is gone, sent, somebody else's or being sent. */
export async function ownUnsentItem(tx: Tx, world: World, id: string): Promise<Item> {
  const item = await tx.get('items', id)
  if (!item || item.state === 'sent' || item.user !== signedInUser(world).user) throw new OutboxError('Questo invio non è più in coda.')
  if (item.state === 'sending') throw new OutboxError('Invio in corso: riprovare tra poco.')
  return item
}

/** Next place in the order of everything saved on this device. */
export async function nextSeq(tx: Tx): Promise<number> {
  const seq = Number((await tx.get('meta', 'seq'))?.value ?? 0) + 1
  await tx.put('meta', { name: 'seq', value: seq })
  return seq
}

/** Stores the new photos and gives all their hashes. Throws OutboxError where a hash names no stored photo. */
export async function storePhotos(tx: Tx, world: World, user: number, photos: (string | NewPhoto)[]): Promise<string[]> {
  const hashes: string[] = []
  for (const photo of photos) {
    const hash = typeof photo === 'string' ? photo : photo.hash
    hashes.push(hash)
    const known = await tx.get('photos', [user, hash])
    if (typeof photo === 'string') {
      if (!known) throw new OutboxError('Una delle foto non è più sul dispositivo.')
      continue
    }
    if (known?.acked) continue
    await tx.put('bytes', { user, hash, bytes: photo.bytes })
    const size = photo.bytes.byteLength
    if (!known)
      await tx.put('photos', { user, hash, id: world.uuid(), size, type: photo.type, meta: photo.meta, acked: false, attempts: 0 })
  }
  return [...new Set(hashes)]
}

/** Replaces `item` by `next` under a new key, and points the items that waited for the old key to the new one. */
export async function replaceKey(tx: Tx, item: Item, next: Item): Promise<void> {
  await tx.delete('items', item.id)
  await tx.put('items', next)
  for (const other of await tx.find('items', { user: item.user }))
    if (isUnsent(other) && other.dependsOn.includes(item.id))
      await tx.put('items', { ...other, dependsOn: other.dependsOn.map((id) => (id === item.id ? next.id : id)) })
}

/**
 * Remembers the server's names of an entity. Data with another `id` than the known one is about something else (a comment's receipt under
 * its ticket's name) and is not taken.
 */
export async function rememberRef(tx: Tx, { user, entity }: Item, data: Json | undefined): Promise<void> {
  const values = refValues(data)
  if (!values) return
  const known = (await tx.get('refs', [user, entity]))?.values
  if (known?.id !== undefined && values.id !== undefined && known.id !== values.id) return
  await tx.put('refs', { user, entity, values: { ...known, ...values } })
}

/** The same content under a new key, as if never attempted. */
export const unsealed = (item: Item, id: string): Item => ({
  ...item,
  id,
  attempts: 0,
  sealed: undefined,
  superseded: [],
  probing: undefined,
})
