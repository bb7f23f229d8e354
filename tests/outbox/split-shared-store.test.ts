import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { SHARED_OUTBOX as SHARED } from '../../src/lib/databases.ts'
import { waitingOnDevice } from '../../src/lib/device.ts'
import { databaseOf, splitSharedDatabase, splitSharedStore } from '../../src/outbox/split-shared-store.ts'
import { type OutboxStore, openStore } from '../../src/outbox/store.ts'
import type { Item, Store, Tables, Tx } from '../../src/outbox/types.ts'

vi.stubGlobal('navigator', {})
beforeEach(() => {
  globalThis.indexedDB = Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})

const ROSSI = 7
const VERDI = 8
const UNKNOWN = 0
const item = (id: string, user: number, seq: number, change: Partial<Item> = {}): Item => ({
  id,
  user,
  userName: user === ROSSI ? 'M. Rossi' : 'L. Verdi',
  entity: id,
  lane: `lane:${user}`,
  seq,
  endpoint: 'things.create',
  input: { of: user },
  photos: [],
  dependsOn: [],
  label: id,
  state: 'queued',
  attempts: 0,
  createdAt: id.charCodeAt(0),
  superseded: [],
  schema: 1,
  ...change,
})
const picture = (user: number, hash: string): [Tables['photos'], Tables['bytes']] => [
  { user, hash, id: `${user}-${hash}`, size: 3, type: 'image/jpeg', meta: null, acked: false, attempts: 0 },
  { user, hash, bytes: new Uint8Array([user, 1, 2]).buffer },
]

/** The shared database as an earlier version left it: two people, one damaged item of nobody. */
async function leaveShared(): Promise<OutboxStore> {
  const store = openStore(SHARED)
  await store.transaction('rw', async (tx) => {
    const rows = [item('a', ROSSI, 1, { photos: ['h1'], attempts: 1, sealed: '{}' }), item('b', VERDI, 2), item('c', ROSSI, 3)]
    for (const row of [...rows, item('d', VERDI, 4, { state: 'sent' })]) await tx.put('items', row)
    await tx.put('items', { id: 'x', label: 'rotto' } as Item)
    for (const [photo, bytes] of [picture(ROSSI, 'h1'), picture(ROSSI, 'h2'), picture(VERDI, 'h1')]) {
      await tx.put('photos', photo)
      await tx.put('bytes', bytes)
    }
    await tx.put('refs', { user: VERDI, entity: 'b', values: { id: 5 } })
    await tx.put('drafts', { user: ROSSI, key: 'k', data: 'testo', photos: ['h2'], revision: 3, writer: 'w', schema: 1, savedAt: 9 })
    for (const [name, value] of [
      ['schema', 1],
      ['seq', 4],
      ['lease', '3/1'],
      [`pause:${VERDI}`, 's1'],
    ] as const)
      await tx.put('meta', { name, value })
  })
  return store
}
const all = (store: Store) =>
  store.transaction('r', async (tx) => {
    const found: Record<string, unknown[]> = {}
    for (const table of ['items', 'photos', 'bytes', 'refs', 'drafts', 'meta'] as const)
      found[table] = (await tx.find(table, {})).map((row) => ('bytes' in row ? { ...row, bytes: [...new Uint8Array(row.bytes)] } : row))
    return found
  })
/** The expected content of each database. */
const expected = () => ({
  [ROSSI]: {
    items: [item('a', ROSSI, 1 - 1e9, { photos: ['h1'], attempts: 1, sealed: '{}' }), item('c', ROSSI, 3 - 1e9)],
    photos: [picture(ROSSI, 'h1')[0], picture(ROSSI, 'h2')[0]],
    bytes: [
      { user: ROSSI, hash: 'h1', bytes: [ROSSI, 1, 2] },
      { user: ROSSI, hash: 'h2', bytes: [ROSSI, 1, 2] },
    ],
    refs: [],
    drafts: [{ user: ROSSI, key: 'k', data: 'testo', photos: ['h2'], revision: 3, writer: 'w', schema: 1, savedAt: 9 }],
    meta: [{ name: 'schema', value: 1 }],
  },
  [VERDI]: {
    items: [item('b', VERDI, 2 - 1e9), item('d', VERDI, 4 - 1e9, { state: 'sent' })],
    photos: [picture(VERDI, 'h1')[0]],
    bytes: [{ user: VERDI, hash: 'h1', bytes: [VERDI, 1, 2] }],
    refs: [{ user: VERDI, entity: 'b', values: { id: 5 } }],
    drafts: [],
    meta: [
      { name: `pause:${VERDI}`, value: 's1' },
      { name: 'schema', value: 1 },
    ],
  },
})

class Killed extends Error {}
/** A device whose power goes at the n-th step of all stores together: before a request, before a commit, or right after one. */
function fragile(killAt: number) {
  let steps = 0
  const step = () => {
    if (++steps >= killAt) throw new Killed()
  }
  const fuse = (store: Store): Store => ({
    async transaction(mode, run) {
      step()
      const result = await store.transaction(mode, async (tx) => {
        const before = <A extends unknown[], R>(work: (...args: A) => R) =>
          ((...args: A) => {
            step()
            return work(...args)
          }) as never
        const result = await run({
          get: before(tx.get),
          put: before(tx.put),
          delete: before(tx.delete),
          find: before(tx.find),
          keys: before(tx.keys),
        } as Tx)
        step()
        return result
      })
      step()
      return result
    },
  })
  return { fuse, steps: () => steps }
}

/** Splits on a device that dies at step `killAt`; gives the steps taken and whether it died. */
async function attempt(killAt: number) {
  const { fuse, steps } = fragile(killAt)
  const open: OutboxStore[] = []
  const opened = (name: string) => {
    const store = openStore(name)
    open.push(store)
    return fuse(store)
  }
  try {
    await splitSharedStore(opened(SHARED), (user) => opened(databaseOf(user)))
    return { steps: steps(), died: false }
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return { steps: steps(), died: true }
  } finally {
    for (const store of open) store.close()
  }
}
/** Every row that exists anywhere, by its table and key: in nobody's hands is a loss. */
async function held(): Promise<string[]> {
  const rows: string[] = []
  for (const name of await Dexie.getDatabaseNames()) {
    const store = openStore(name)
    for (const [table, list] of Object.entries(await all(store)))
      for (const row of list as { id?: string; user?: number; hash?: string; key?: string; entity?: string }[])
        if (table !== 'meta') rows.push([table, row.user, row.id ?? row.hash ?? row.key ?? row.entity].join('/'))
    store.close()
  }
  return [...new Set(rows)].sort()
}

test('every row moves to its author, in its order; what has no readable author stays together; the shared database goes', async () => {
  const shared = await leaveShared()
  shared.close()
  await splitSharedDatabase()
  for (const [user, rows] of Object.entries(expected())) {
    const store = openStore(databaseOf(Number(user)))
    expect(await all(store)).toEqual(rows)
    store.close()
  }
  const nobody = openStore(databaseOf(UNKNOWN))
  expect((await all(nobody)).items).toMatchObject([{ id: 'x', state: 'quarantined', input: { id: 'x', label: 'rotto' } }])
  nobody.close()
  expect(await Dexie.exists(SHARED)).toBe(false)
  expect(await waitingOnDevice()).toEqual([
    { user: UNKNOWN, userName: 'Autore sconosciuto', unsent: 1, stuck: 1, since: 0 },
    { user: ROSSI, userName: 'M. Rossi', unsent: 1, stuck: 0, since: 97 },
    { user: VERDI, userName: 'L. Verdi', unsent: 1, stuck: 0, since: 98 },
  ])
  await splitSharedDatabase()
})

test('killed at every single step and started again: nothing is ever lost, nothing is there twice', async () => {
  let kills = 0
  let before: string[] | undefined
  for (let killAt = 1; ; killAt++) {
    globalThis.indexedDB = Dexie.dependencies.indexedDB = new IDBFactory()
    const shared = await leaveShared()
    shared.close()
    before ??= await held()
    if (!(await attempt(killAt)).died) break
    kills++
    expect(await held(), `killed at step ${killAt}`).toEqual(before)
    await attempt(Number.POSITIVE_INFINITY)
    for (const [user, rows] of Object.entries(expected())) {
      const store = openStore(databaseOf(Number(user)))
      expect(await all(store), `killed at step ${killAt}`).toEqual(rows)
      store.close()
    }
    const left = openStore(SHARED)
    expect((await all(left)).items).toEqual([])
    left.close()
  }
  expect(kills).toBeGreaterThan(100)
})

test('a copy that is not the same as its row costs nothing: both stay', async () => {
  const shared = await leaveShared()
  const own = openStore(databaseOf(ROSSI))
  const newer = item('a', ROSSI, 12, { state: 'sent' })
  await own.transaction('rw', async (tx) => tx.put('items', newer))
  expect(await splitSharedStore(shared, (user) => (user === ROSSI ? own : openStore(databaseOf(user))))).toMatchObject({ empty: false })
  expect(((await all(shared)).items as Item[]).map(({ id }) => id)).toEqual(['a'])
  expect((await all(own)).items).toEqual([newer, item('c', ROSSI, 3 - 1e9)])
  shared.close()
  own.close()
})

test('a tab of the earlier version that is still open is told to reload', async () => {
  const tab = new Dexie(SHARED)
  tab.version(1).stores({ items: 'id, [user+lane], [user+state], state', meta: 'name' })
  await tab.open()
  let asked: number | null = 0
  tab.on('versionchange', ({ newVersion }) => {
    asked = newVersion
    tab.close()
    return false
  })
  await splitSharedDatabase()
  expect(asked).toBe(30)
})
