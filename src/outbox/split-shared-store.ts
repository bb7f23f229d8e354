import { Dexie } from 'dexie'
import { databaseNames, SHARED_OUTBOX } from '../lib/databases.ts'
import { keepWaiting } from '../lib/device.ts'
import { counts } from './read.ts'
import { type OutboxStore, openStore } from './store.ts'
import type { Keys, Store, Table, Tables, Tx } from './types.ts'

/** Name of one person's database of outbox, drafts and photos. Nobody else opens it. */
export const databaseOf = (user: number) => `${SHARED_OUTBOX}-${user}`

/** Offset that places items of the shared database before everything saved in one's own. */
const BEFORE = -1_000_000_000

/** A row, its place, and the row as it will stand in its author's database. */
interface Move<T extends Table = Table> {
  table: T
  key: Keys[T]
  from: Tables[T]
  to: Tables[T]
}

/**
 * Moves every row of the shared store to its author's store: copied, read back, compared, and only then deleted. Each step is a transaction
 * of its own that does nothing if it was done before, so the move may stop at any point and start again. Photos go one by one, so that a
 * full device needs room for only one. A row whose copy differs stays where it is. Returns the authors, and whether the shared store is
 * empty now.
 */
export async function splitSharedStore(shared: Store, storeOf: (user: number) => Store): Promise<{ users: number[]; empty: boolean }> {
  const { moves, pictures } = await shared.transaction('r', plan)
  const users = [...new Set([...moves.keys(), ...pictures.map(([user]) => user)])]
  for (const key of pictures) {
    const row = await shared.transaction('r', async (tx) => tx.get('bytes', key))
    if (row) await carry(shared, storeOf(key[0]), [{ table: 'bytes', key, from: row, to: row }])
  }
  for (const [user, rows] of moves) await carry(shared, storeOf(user), rows)
  return { users, empty: await shared.transaction('r', isEmpty) }
}

async function plan(tx: Tx): Promise<{ moves: Map<number, Move[]>; pictures: Keys['bytes'][] }> {
  const moves = new Map<number, Move[]>()
  const add = (user: number, move: Move) => moves.set(user, [...(moves.get(user) ?? []), move])
  for (const item of await tx.find('items', {}))
    add(item.user, { table: 'items', key: item.id, from: item, to: { ...item, seq: item.seq + BEFORE } })
  const photos = await tx.find('photos', {})
  for (const photo of photos) add(photo.user, { table: 'photos', key: [photo.user, photo.hash], from: photo, to: photo })
  for (const ref of await tx.find('refs', {})) add(ref.user, { table: 'refs', key: [ref.user, ref.entity], from: ref, to: ref })
  for (const draft of await tx.find('drafts', {}))
    add(draft.user, { table: 'drafts', key: [draft.user, draft.key], from: draft, to: draft })
  for (const meta of await tx.find('meta', {})) {
    for (const user of moves.keys())
      if (meta.name === 'schema' || meta.name === `pause:${user}`) add(user, { table: 'meta', key: meta.name, from: meta, to: meta })
  }
  return { moves, pictures: photos.map(({ user, hash }) => [user, hash]) }
}

async function carry(from: Store, to: Store, moves: Move[]): Promise<void> {
  await to.transaction('rw', async (tx) => {
    for (const move of moves) if (!(await tx.get(move.table, move.key))) await tx.put(move.table, move.to)
  })
  const arrived = await to.transaction('r', async (tx) => {
    const same: Move[] = []
    for (const move of moves) if (alike(await tx.get(move.table, move.key), move.to)) same.push(move)
    return same
  })
  await from.transaction('rw', async (tx) => {
    // Rows of `meta` are true of everybody, and go with the database.
    for (const move of arrived)
      if (move.table !== 'meta' && alike(await tx.get(move.table, move.key), move.from)) await tx.delete(move.table, move.key)
  })
}

/** The rest of `meta` (the sender's lease, the counter) belongs to nobody. */
async function isEmpty(tx: Tx): Promise<boolean> {
  for (const table of ['items', 'photos', 'bytes', 'refs', 'drafts'] as const) if ((await tx.find(table, {})).length) return false
  return true
}

function alike(a: Tables[Table] | undefined, b: Tables[Table]): boolean {
  if (a && 'bytes' in a && 'bytes' in b) return sameBytes(a.bytes, b.bytes)
  return JSON.stringify(a) === JSON.stringify(b)
}
function sameBytes(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(a), new Uint8Array(b)]
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

/**
 * Empties and deletes the shared database of this device, in one tab at a time. Rejects where the database fails; the next start continues.
 */
export async function splitSharedDatabase(): Promise<void> {
  const run = async () => {
    if (!(await databaseNames()).includes(SHARED_OUTBOX)) return
    const stores = new Map<number, OutboxStore>()
    const storeOf = (user: number) => {
      const store = stores.get(user) ?? openStore(databaseOf(user))
      stores.set(user, store)
      return store
    }
    const shared = openStore(SHARED_OUTBOX)
    try {
      const { users, empty } = await splitSharedStore(shared, storeOf)
      for (const user of users)
        await keepWaiting(
          user,
          (await counts(storeOf(user))).find((one) => one.user === user),
        )
      shared.close()
      if (empty) await Dexie.delete(SHARED_OUTBOX)
    } finally {
      for (const store of [shared, ...stores.values()]) store.close()
    }
  }
  await (navigator.locks ? navigator.locks.request('piazzale-split', run) : run())
}
