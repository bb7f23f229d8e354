import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { type DeviceKey, withEarlier } from '../../src/lib/device-key.ts'
import { openText, sealText } from '../../src/lib/seal-rows.ts'
import { openStore } from '../../src/outbox/store.ts'
import { type Draft, type Item, type Keys, NoKeyError, type Table, type Tables } from '../../src/outbox/types.ts'

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})

const KEY = new Uint8Array(32).fill(7)
const CANARY = 'canarino Però 42'
const bytes = new TextEncoder().encode(CANARY.repeat(3)).buffer as ArrayBuffer
const item: Item = {
  ...{ id: 'a', user: 7, userName: CANARY, entity: 'e', lane: 'l', seq: 1, endpoint: 'things.create', input: { note: CANARY } },
  ...{ photos: ['h'], dependsOn: [], label: CANARY, state: 'queued', attempts: 0, createdAt: 5, superseded: [CANARY], schema: 1 },
  ...{ sealed: `{"note":"${CANARY}"}`, undo: { data: CANARY, revision: 3 }, replaceable: true },
}
const draft: Draft = { user: 7, key: 'k', data: { a: [CANARY, null, 1.5] }, photos: ['h'], revision: 1, writer: 'w', schema: 1, savedAt: 9 }
const photo = { user: 7, hash: 'h', id: 'p', size: 3, type: 't', meta: { where: CANARY }, acked: false, attempts: 0 }
/** A row of each table, with its key. */
const rows: { [T in Exclude<Table, 'meta'>]: [Keys[T], Tables[T]] } = {
  items: ['a', item],
  photos: [[7, 'h'], photo],
  bytes: [[7, 'h'], { user: 7, hash: 'h', bytes }],
  refs: [[7, 'e'], { user: 7, entity: 'e', values: { id: 4, number: CANARY } }],
  drafts: [[7, 'k'], draft],
}
const names = Object.keys(rows) as (keyof typeof rows)[]

async function write(key: DeviceKey | undefined) {
  const store = openStore('o', () => key)
  await store.transaction('rw', async (tx) => {
    for (const table of names) await tx.put(table, rows[table][1])
    await tx.put('meta', { name: 'seq', value: 3 })
  })
  store.close()
}
const readWith = async <T extends keyof typeof rows>(key: DeviceKey | undefined, table: T) => {
  const store = openStore('o', () => key)
  try {
    return await store.transaction('r', async (tx) => [await tx.get(table, rows[table][0]), await tx.find(table, { user: 7 } as never)])
  } finally {
    store.close()
  }
}
/** Everything that lies in the database, as a thief would read it. */
async function dump() {
  const db = await new Dexie('o').open()
  const all = await Promise.all(
    db.tables.map(async ({ name, schema }) => [name, schema.primKey.src, await db.table(name).toArray()] as const),
  )
  db.close()
  const text = all
    .flatMap(([, , found]) => found)
    .map((row) => JSON.stringify(row, (_, value) => (value?.byteLength ? Buffer.from(value.buffer ?? value).toString('latin1') : value)))
    .join('\n')
  return { text, utf8: Buffer.from(text, 'latin1').toString('utf8') }
}

test('what a person wrote is read back whole, and in the database only the fields it is searched by are in clear', async () => {
  await write(KEY)
  for (const table of names) {
    const [one, found] = await readWith(KEY, table)
    expect(one, table).toEqual(rows[table][1])
    expect(found, table).toEqual([rows[table][1]])
  }
  const { text, utf8 } = await dump()
  expect(text + utf8).not.toContain('canarino')
  expect(text).toContain('"lane":"l"')
  expect(text).not.toContain('things.create')
})

test('without the key nothing is read, changed or removed: an item holds its lane, and says what to do', async () => {
  await write(KEY)
  const shut = openStore('o', () => undefined)
  const found = await shut.transaction('r', async (tx) => [await tx.get('items', 'a'), ...(await tx.find('items', { user: 7, lane: 'l' }))])
  for (const one of found) expect(one).toMatchObject({ id: 'a', user: 7, lane: 'l', state: 'quarantined', lastError: { code: 'no_key' } })
  expect(found).toHaveLength(2)
  for (const table of names) {
    const [id, row] = rows[table]
    if (table !== 'items') {
      await expect(
        shut.transaction('r', async (tx) => tx.get(table, id as never)),
        table,
      ).rejects.toThrow(NoKeyError)
      expect(await shut.transaction('r', async (tx) => tx.find(table, { user: 7 } as never)), table).toEqual([])
    }
    await expect(
      shut.transaction('rw', async (tx) => tx.put(table, row)),
      table,
    ).rejects.toThrow(NoKeyError)
    await expect(
      shut.transaction('rw', async (tx) => tx.delete(table, id as never)),
      table,
    ).rejects.toThrow(NoKeyError)
  }
  expect(await shut.isShut()).toBe(true)
  // What is written meanwhile lies beside it, in clear.
  await shut.transaction('rw', async (tx) => tx.put('items', { ...item, id: 'b', seq: 2 }))
  shut.close()
  for (const table of names) expect((await readWith(KEY, table))[0], table).toEqual(rows[table][1])
  const open = openStore('o', () => KEY)
  await open.sealAll()
  expect(await open.isShut()).toBe(false)
  expect(await open.transaction('r', async (tx) => tx.find('items', { user: 7 }))).toHaveMembers([item, { ...item, id: 'b', seq: 2 }])
  open.close()
  const { text, utf8 } = await dump()
  expect(text + utf8).not.toContain('canarino')
})

test('an item that was sent counts as sent without the key, too: nothing waits behind it', async () => {
  const store = openStore('o', () => KEY)
  await store.transaction('rw', async (tx) => tx.put('items', { ...item, state: 'sent' }))
  store.close()
  expect((await readWith(undefined, 'items'))[0]).toMatchObject({ id: 'a', state: 'sent', lastError: undefined })
})

test('another key puts items in quarantine, and what else it cannot open holds up nothing', async () => {
  await write(KEY)
  const other = new Uint8Array(32).fill(8)
  expect((await readWith(other, 'items'))[0]).toMatchObject({ id: 'a', user: 7, state: 'quarantined', lastError: { code: 'damaged' } })
  for (const table of names.filter((name) => name !== 'items')) expect(await readWith(other, table), table).toEqual([undefined, []])
  expect((await readWith(KEY, 'items'))[0]).toEqual(item)
})

test('should the server give another key, the one before still opens what it closed, and the new one closes what is written', async () => {
  await write(KEY)
  const other = new Uint8Array(32).fill(8)
  const both = withEarlier(other, KEY)
  for (const table of names) expect((await readWith(both, table))[0], table).toEqual(rows[table][1])
  await write(both)
  for (const table of names) expect((await readWith(other, table))[0], table).toEqual(rows[table][1])
  const text = sealText('n', CANARY, KEY)
  expect([openText('n', text, both), openText('n', text, other), openText('another', text, KEY)]).toEqual([CANARY, undefined, undefined])
})

test('what an older version left in clear is read, and encrypted afterwards; a damaged row stays as it was', async () => {
  await write(undefined)
  const damaged = { id: 'b', note: CANARY }
  const before = await new Dexie('o').open()
  await before.table('items').put(damaged)
  before.close()
  expect((await dump()).text).toContain('canarino')
  for (const table of names) expect((await readWith(KEY, table))[0], table).toEqual(rows[table][1])
  const store = openStore('o', () => KEY)
  const hurt = () => store.transaction('r', async (tx) => tx.get('items', 'b'))
  const read = await hurt()
  expect(read).toMatchObject({ state: 'quarantined', input: damaged })
  await store.sealAll()
  await store.sealAll()
  expect(await hurt()).toEqual(read)
  store.close()
  const { text, utf8 } = await dump()
  expect(text + utf8).not.toContain('canarino')
  for (const table of names) expect((await readWith(KEY, table))[0], table).toEqual(rows[table][1])
})

test('a row that is copied over another does not open', async () => {
  await write(KEY)
  const db = await new Dexie('o').open()
  const stolen = await db.table('drafts').get([7, 'k'])
  await db.table('drafts').put({ ...stolen, key: 'another' })
  db.close()
  const store = openStore('o', () => KEY)
  expect(await store.transaction('r', async (tx) => tx.get('drafts', [7, 'another']))).toBeUndefined()
  expect(await store.transaction('r', async (tx) => tx.get('drafts', [7, 'k']))).toEqual(draft)
  store.close()
})
