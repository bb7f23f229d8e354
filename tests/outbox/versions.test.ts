import 'fake-indexeddb/auto'
import fs from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHARED_OUTBOX as SHARED } from '../../src/lib/databases.ts'
import type { DeviceKey } from '../../src/lib/device-key.ts'
import { openRow } from '../../src/lib/seal-rows.ts'
import { createOutbox } from '../../src/outbox/outbox.ts'
import { databaseOf, splitSharedDatabase } from '../../src/outbox/split-shared-store.ts'
import { type OutboxStore, openStore } from '../../src/outbox/store.ts'
import type { Item, PhotoBytes } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest } from './fake-world.ts'

/**
 * Opens with today's code what versions before it left on a device: the two that were released last, and two formats that are older than both (an item had a
 * position within its lane; all persons shared one database). The fixtures were written by `dump.ts` with the engine of their time.
 */
const FIXTURES = ['0.3.0.json', '0.2.0.json', 'before-own-databases.json', 'before-one-place.json']
/** What 0.3.0 and later encrypt under. */
const DEVICE_KEY = new Uint8Array(32).fill(7)
const [ROSSI, VERDI] = [7, 8]

interface Dump {
  version: number
  stores: Record<string, string>
  tables: Record<string, object[]> & { items: Item[] }
}
const stores: OutboxStore[] = []

beforeEach(() => {
  vi.stubGlobal('navigator', {})
  globalThis.indexedDB = Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  vi.unstubAllGlobals()
})

type Bytes = { $bytes: string }
const revive = (_: string, value: unknown) =>
  (value as Bytes | null)?.$bytes === undefined ? value : new Uint8Array(Buffer.from((value as Bytes).$bytes, 'base64'))
/** The databases as that version left them, byte for byte; gives what stands in them, in clear. */
async function leftBehind(file: string): Promise<Dump> {
  const dump: Dump = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'fixtures', file), 'utf8'), revive)
  // Version 1 was one database for everybody at the device.
  for (const user of dump.version === 1 ? [undefined] : [ROSSI, VERDI]) {
    const db = new Dexie(user === undefined ? SHARED : databaseOf(user))
    db.version(dump.version).stores(dump.stores)
    for (const [table, rows] of Object.entries(dump.tables))
      await db.table(table).bulkPut(
        (rows as { user?: number; bytes?: string }[])
          .filter((row) => user === undefined || table === 'meta' || row.user === user)
          .map((row) => {
            if (typeof row.bytes !== 'string') return row
            const bytes = Buffer.from(row.bytes, 'base64')
            return { ...row, bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) }
          }),
      )
    db.close()
  }
  return { ...dump, tables: { ...dump.tables, items: dump.tables.items.map((row) => openRow('items', row, DEVICE_KEY)) } }
}

/** The outbox of one person with the code of today, signed in anew, and a server that takes everything. */
function today(user: number, name: string, key: DeviceKey | null = DEVICE_KEY) {
  const { fake } = fakeWorld()
  const store = openStore(databaseOf(user), () => key ?? undefined)
  stores.push(store)
  fake.world.store = store
  fake.world.uuid = () => crypto.randomUUID()
  fake.session = { user, name, stamp: 'a new sign-in' }
  return { fake, store, outbox: createOutbox(fake.world) }
}

describe.each(FIXTURES)('a device last used with the version of %s', (file) => {
  it('has every item where it was, sends what waits under its key, and lets people decide on the rest', async () => {
    const dump = await leftBehind(file)
    await splitSharedDatabase()
    const { fake, outbox } = today(ROSSI, 'M. Rossi')
    const theirs = dump.tables.items.filter(({ user }) => user === ROSSI)
    const idOf = (label: string) => theirs.find((item) => item.label === label)!.id
    const listed = await outbox.list()
    expect(listed.map(({ id, state, lane, input }) => ({ id, state, lane, input }))).toHaveMembers(
      theirs.map(({ id, state, lane, input }) => ({ id, state, lane, input })),
    )
    expect(listed.map(({ state }) => state)).not.toContain('quarantined')

    fake.answer = accepted
    expect(await outbox.wake('boot')).toMatchObject({ outcome: 'idle', sent: 5 })
    const sent = fake.calls().map((request) => [keyOfRequest(request), request.input])
    expect(Object.fromEntries(sent)).toEqual({
      [idOf('with photos')]: { name: 'with photos', id: 41, rev: 1 },
      [idOf('busy')]: { name: 'busy' },
      [idOf('behind')]: { name: 'r2', id: 5, rev: 1 },
      [idOf('killed')]: { name: 'killed' },
      [idOf('depends')]: { name: 'depends' },
    })
    const order = sent.map(([key]) => key)
    expect(order.indexOf(idOf('busy'))).toBeLessThan(order.indexOf(idOf('behind')))
    expect(order.indexOf(idOf('killed'))).toBeLessThan(order.indexOf(idOf('depends')))
    // The server already held one of the two photos.
    expect(fake.uploads().map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['unsent'])

    expect((await outbox.list()).filter(({ state }) => state !== 'sent').map(({ label }) => label)).toEqual(['refused', 'beaten'])
    await outbox.retry(idOf('refused'))
    await outbox.resolve(idOf('beaten'), 'mine')
    expect(await outbox.wake('user')).toMatchObject({ outcome: 'idle', sent: 2 })
    // Both had their answers under the old keys.
    expect(
      fake
        .calls()
        .slice(-2)
        .map(keyOfRequest)
        .filter((key) => theirs.some(({ id }) => id === key)),
    ).toEqual([])
    expect((await outbox.list()).every(({ state }) => state === 'sent')).toBe(true)
  })

  it('has both drafts, each with its person only, and the photo of one', async () => {
    await leftBehind(file)
    await splitSharedDatabase()
    const [rossi, verdi] = [today(ROSSI, 'M. Rossi'), today(VERDI, 'L. Verdi')]
    const draft = (await rossi.outbox.loadDraft('verifica'))!
    expect(draft).toMatchObject({ user: ROSSI, data: { note: 'di Rossi' }, revision: 1 })
    const held = await rossi.store.transaction('r', async (tx) => tx.get('bytes', [ROSSI, draft.photos[0]!]))
    expect(Buffer.from((held as PhotoBytes).bytes).toString()).toBe('drafted')
    expect(await verdi.outbox.listDrafts()).toMatchObject([{ user: VERDI, data: { note: 'di Verdi' } }])
    expect(await rossi.outbox.saveDraft({ key: 'verifica', data: { note: 'oltre' }, photos: draft.photos, revision: 1 })).toMatchObject({
      saved: { revision: 2 },
    })
  })

  it('sends what waited for a sign-in once its person signs in, and not before', async () => {
    const dump = await leftBehind(file)
    await splitSharedDatabase()
    const { fake, outbox } = today(VERDI, 'L. Verdi')
    fake.session = { ...fake.session!, stamp: 's1' }
    expect(await outbox.wake('boot')).toMatchObject({ sent: 0 })
    expect(fake.sent).toEqual([])
    fake.session = { ...fake.session, stamp: 'a new sign-in' }
    expect(await outbox.wake('sign-in')).toMatchObject({ outcome: 'idle', sent: 1 })
    expect(fake.calls().map(keyOfRequest)).toEqual(dump.tables.items.filter(({ user }) => user === VERDI).map(({ id }) => id))
  })
})

it('a device of 0.3.0 whose server gives no key any more sends what is new, holds what is encrypted where it is, and sends all of it once there is a key', async () => {
  const dump = await leftBehind('0.3.0.json')
  const before = today(ROSSI, 'M. Rossi', null)
  before.fake.answer = accepted
  const unsent = dump.tables.items.filter(({ user, state }) => user === ROSSI && state !== 'sent')
  const shut = (await before.outbox.list()).filter(({ state }) => state !== 'sent')
  expect(shut.map(({ id, lane, lastError }) => ({ id, lane, code: lastError?.code }))).toHaveMembers(
    unsent.map(({ id, lane }) => ({ id, lane, code: 'no_key' })),
  )
  const save = (lane: string, name: string) =>
    before.outbox.put({ entity: lane, lane, endpoint: 'inspections.create', input: { name }, label: name })
  const other = await save('inspection:r9', 'altra')
  await save('inspection:r2', 'dietro')
  expect(await before.outbox.wake('put')).toMatchObject({ outcome: 'idle', sent: 1 })
  expect(before.fake.calls().map(keyOfRequest), 'nothing overtakes its lane').toEqual([other.id])
  await before.outbox.purge().catch(() => undefined)
  for (const { id } of unsent) {
    await expect(before.outbox.discard(id)).rejects.toThrow('cifrato')
    await expect(before.outbox.retry(id)).rejects.toThrow('cifrato')
  }
  await expect(before.outbox.loadDraft('verifica')).rejects.toThrow('cifrato')
  await expect(before.outbox.saveDraft({ key: 'verifica', data: { note: 'sopra' }, revision: 0 })).rejects.toThrow('cifrato')

  const { fake, outbox } = today(ROSSI, 'M. Rossi')
  fake.answer = accepted
  expect((await outbox.list()).filter(({ state }) => state === 'quarantined')).toEqual([])
  expect(await outbox.wake('sign-in')).toMatchObject({ outcome: 'idle', sent: 6 })
  expect(fake.calls().map(({ input }) => (input as { name: string }).name)).toEqual(
    expect.arrayContaining(['with photos', 'busy', 'r2', 'killed', 'depends', 'dietro']),
  )
  expect(fake.uploads().map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['unsent'])
  expect(await outbox.loadDraft('verifica')).toMatchObject({ data: { note: 'di Rossi' }, revision: 1 })
})
