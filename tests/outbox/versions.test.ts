import 'fake-indexeddb/auto'
import fs from 'node:fs'
import path from 'node:path'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SHARED_OUTBOX as SHARED } from '../../src/lib/databases.ts'
import { createOutbox } from '../../src/outbox/outbox.ts'
import { databaseOf, splitSharedDatabase } from '../../src/outbox/split-shared-store.ts'
import { type OutboxStore, openStore } from '../../src/outbox/store.ts'
import type { Item, PhotoBytes } from '../../src/outbox/types.ts'
import { accepted, fakeWorld, keyOfRequest } from './fake-world.ts'

/**
 * Opens with today's code what the two versions before it left on a device. The fixtures were written by `dump.ts` with the engine of their time: N-2, when
 * an item still had a position within its lane; N-1, when all persons shared one database.
 */
const FIXTURES = { 'N-1': 'before-own-databases.json', 'N-2': 'before-one-place.json' }
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

/** The database as that version left it, byte for byte. */
async function leftBehind(file: string): Promise<Dump> {
  const dump: Dump = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'fixtures', file), 'utf8'))
  const db = new Dexie(SHARED)
  db.version(dump.version).stores(dump.stores)
  for (const [table, rows] of Object.entries(dump.tables))
    await db.table(table).bulkPut(
      rows.map((row) => {
        if (table !== 'bytes') return row
        const bytes = Buffer.from((row as { bytes: string }).bytes, 'base64')
        return { ...row, bytes: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) }
      }),
    )
  db.close()
  return dump
}

/** The outbox of one person with the code of today, signed in anew, and a server that takes everything. */
function today(user: number, name: string) {
  const { fake } = fakeWorld()
  const store = openStore(databaseOf(user))
  stores.push(store)
  fake.world.store = store
  fake.world.uuid = () => crypto.randomUUID()
  fake.session = { user, name, stamp: 'a new sign-in' }
  return { fake, store, outbox: createOutbox(fake.world) }
}

describe.each(Object.entries(FIXTURES))('a device last used with version %s', (_, file) => {
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
