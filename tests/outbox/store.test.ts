import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/lib/sha256.ts'
import { preparePhoto } from '../../src/outbox/photos.ts'
import { isQuota, retryLostConnection } from '../../src/outbox/retry-lost-connection.ts'
import { openStore } from '../../src/outbox/store.ts'
import { type Item, OutdatedError, type Tx } from '../../src/outbox/types.ts'

beforeEach(() => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
})

const item = (id: string, change: Partial<Item> = {}): Item => ({
  id,
  user: 7,
  userName: 'M. Rossi',
  entity: id,
  lane: 'l',
  seq: 1,
  endpoint: 'things.create',
  input: {},
  photos: [],
  dependsOn: [],
  label: id,
  state: 'queued',
  attempts: 0,
  createdAt: 0,
  superseded: [],
  schema: 1,
  ...change,
})

const KEY = new Uint8Array(32).fill(5)
const ids = (items: Item[]) => items.map(({ id }) => id).sort()

describe.each([
  ['encrypted', () => KEY],
  ['in clear', () => undefined],
])('the Dexie store, %s', (_, keyOf) => {
  it('finds by every combination the engine asks for', async () => {
    const store = openStore('o', keyOf)
    await store.transaction('rw', async (tx) => {
      for (const row of [item('a'), item('b', { state: 'sent' }), item('c', { lane: 'm' }), item('d', { user: 8, state: 'sending' })])
        await tx.put('items', row)
      await tx.put('photos', { user: 7, hash: 'h', id: 'p', size: 1, type: 't', meta: null, acked: false, attempts: 0 })
      await tx.put('drafts', { user: 8, key: 'k', data: 1, photos: [], revision: 1, writer: 'w', schema: 1, savedAt: 0 })
    })
    await store.transaction('r', async (tx) => {
      expect(ids(await tx.find('items', {}))).toEqual(['a', 'b', 'c', 'd'])
      expect(ids(await tx.find('items', { user: 7 }))).toEqual(['a', 'b', 'c'])
      expect(ids(await tx.find('items', { user: 7, lane: 'l' }))).toEqual(['a', 'b'])
      expect(ids(await tx.find('items', { user: 7, state: 'queued' }))).toEqual(['a', 'c'])
      expect(ids(await tx.find('items', { state: 'sending' }))).toEqual(['d'])
      expect((await tx.find('photos', { user: 7 })).length).toBe(1)
      expect((await tx.find('drafts', { user: 7 })).length).toBe(0)
      expect(await tx.get('drafts', [8, 'k'])).toMatchObject({ data: 1 })
    })
  })

  it('keeps bytes as they are, apart from the list of photos', async () => {
    const store = openStore('o', keyOf)
    const bytes = new Uint8Array([0, 255, 7]).buffer
    await store.transaction('rw', async (tx) => tx.put('bytes', { user: 7, hash: 'h', bytes }))
    const found = await store.transaction('r', async (tx) => tx.get('bytes', [7, 'h']))
    expect(new Uint8Array(found!.bytes)).toEqual(new Uint8Array([0, 255, 7]))
    await store.transaction('rw', async (tx) => tx.delete('bytes', [7, 'h']))
    expect(await store.transaction('r', async (tx) => tx.get('bytes', [7, 'h']))).toBeUndefined()
  })

  it('undoes all of a transaction that fails late, deep within functions that await nothing of the database', async () => {
    const store = openStore('o', keyOf)
    await store.transaction('rw', async (tx) => tx.put('items', item('a')))
    const idle = async () => undefined
    const deep = async (tx: Tx) => {
      await idle()
      await tx.delete('items', 'a')
      await tx.put('items', item('b'))
      throw new Error('full')
    }
    const failing = store.transaction('rw', async (tx) => {
      await tx.get('items', 'a')
      await idle()
      await deep(tx)
    })
    await expect(failing).rejects.toThrow('full')
    expect(ids(await store.transaction('r', async (tx) => tx.find('items', {})))).toEqual(['a'])
  })

  it('lets two tabs write one after the other', async () => {
    const tabs = [openStore('o', keyOf), openStore('o', keyOf)]
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        tabs[i % 2]!.transaction('rw', async (tx) => {
          const seq = Number((await tx.get('meta', 'seq'))?.value ?? 0)
          await tx.put('meta', { name: 'seq', value: seq + 1 })
        }),
      ),
    )
    expect(await tabs[0]!.transaction('r', async (tx) => tx.get('meta', 'seq'))).toEqual({ name: 'seq', value: 40 })
  })

  it('opens a lost connection again and repeats, for all who were using it', async () => {
    const store = openStore('o', keyOf)
    let losses = 2
    const save = (id: string) =>
      store.transaction('rw', async (tx) => {
        await tx.put('items', item(id))
        if (losses-- > 0)
          throw Object.assign(new Error('Connection to Indexed Database server lost. Refresh the page to try again'), {
            name: 'UnknownError',
          })
      })
    await Promise.all([save('a'), save('b'), save('c'), save('d')])
    expect(ids(await store.transaction('r', async (tx) => tx.find('items', {})))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('asks for a reload where a newer version has changed the tables', async () => {
    const store = openStore('o', keyOf)
    await store.transaction('rw', async (tx) => tx.put('items', item('a')))
    const newer = new Dexie('o')
    newer.version(3).stores({ items: 'id, lane' })
    await newer.open()
    await expect(store.transaction('rw', async (tx) => tx.put('items', item('b')))).rejects.toThrow(OutdatedError)
    newer.close()
  })

  it('is closed when told', async () => {
    const store = openStore('o', keyOf)
    await store.transaction('rw', async (tx) => tx.put('items', item('a')))
    store.close()
    await expect(store.transaction('r', async (tx) => tx.get('items', 'a'))).rejects.toThrow()
  })
})

describe('insisting', () => {
  const lost = () => Object.assign(new Error('The database connection is closing'), { name: 'InvalidStateError' })

  it('gives up after three losses, with the error', async () => {
    let tries = 0
    const work = () => {
      tries++
      return Promise.reject(lost())
    }
    await expect(retryLostConnection(work, async () => undefined)).rejects.toThrow('closing')
    expect(tries).toBe(3)
  })

  it('does not repeat what failed for another reason', async () => {
    let tries = 0
    const work = () => {
      tries++
      return Promise.reject(new TypeError('bug'))
    }
    await expect(retryLostConnection(work, async () => undefined)).rejects.toThrow('bug')
    expect(tries).toBe(1)
  })

  it('tries again where the reopening itself was lost', async () => {
    let reopened = 0
    const work = () => (reopened > 1 ? Promise.resolve('done') : Promise.reject(lost()))
    const reopen = async () => {
      reopened++
      if (reopened === 1) throw lost()
    }
    expect(await retryLostConnection(work, reopen)).toBe('done')
  })

  it('knows a full disk, bare or wrapped by Dexie', () => {
    const full = Object.assign(new Error('x'), { name: 'QuotaExceededError' })
    expect(isQuota(full)).toBe(true)
    expect(isQuota(Object.assign(new Error('x'), { name: 'AbortError', inner: full }))).toBe(true)
    expect(isQuota(new Error('QuotaExceededError'))).toBe(false)
    expect(isQuota(undefined)).toBe(false)
  })
})

describe('photos', () => {
  it('are named by the SHA-256 of their bytes', async () => {
    const abc = new TextEncoder().encode('abc').buffer
    expect(await sha256(abc)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await preparePhoto(abc, 'image/png')).toMatchObject({ hash: await sha256(abc), type: 'image/png', meta: null })
  })
})
