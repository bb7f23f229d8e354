// @vitest-environment jsdom
import '../setup-dom.ts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { databaseNames, deleteDatabase, emptyDatabase } from '../../src/lib/databases.ts'
import { createStore } from '../../src/lib/store.ts'
import { unsaved, wouldLoseText } from '../../src/lib/unsaved.ts'

afterEach(() => vi.restoreAllMocks())

const asked = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
/** A database with these tables, a row in each; closed again. */
async function made(name: string, ...tables: string[]) {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table)
  }
  const db = await asked(request)
  if (tables.length) {
    const change = db.transaction(tables, 'readwrite')
    await Promise.all(tables.map((table) => asked(change.objectStore(table).put('row', 1))))
  }
  db.close()
}
async function counted(name: string) {
  const db = await asked(indexedDB.open(name))
  const tables = [...db.objectStoreNames]
  const counts = await Promise.all(tables.map((table) => asked(db.transaction(table).objectStore(table).count())))
  db.close()
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]]))
}

test('the databases of this device have their names; of a browser that does not tell there are none', async () => {
  await made('one', 'a')
  await made('two')
  expect(await databaseNames()).toEqual(expect.arrayContaining(['one', 'two']))
  vi.spyOn(indexedDB, 'databases').mockResolvedValue([{ name: 'x' }, { version: 3 }])
  expect(await databaseNames()).toEqual(['x'])
  vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('not here'))
  expect(await databaseNames()).toEqual([])
})
test('emptied, a database has its tables and nothing in them, and nobody holds it open; deleted, it is gone', async () => {
  await made('full', 'a', 'b')
  await made('bare')
  await emptyDatabase('full')
  expect(await counted('full')).toEqual({ a: 0, b: 0 })
  await emptyDatabase('bare')
  for (const name of ['full', 'bare']) {
    const blocked = vi.fn()
    const request = indexedDB.deleteDatabase(name)
    request.onblocked = blocked
    await asked(request)
    expect(blocked, name).not.toHaveBeenCalled()
  }
  await made('gone', 'a')
  await deleteDatabase('gone')
  expect(await databaseNames()).not.toContain('gone')
})
test('what cannot be opened, emptied or deleted says why', async () => {
  const failing = (error: Error) => {
    const request = { error } as any
    queueMicrotask(() => request.onerror?.())
    return request
  }
  vi.spyOn(indexedDB, 'open').mockImplementation(() => failing(new Error('no disk')))
  await expect(emptyDatabase('x')).rejects.toThrow('no disk')
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => failing(new Error('held')))
  await expect(deleteDatabase('x')).rejects.toThrow('held')
  vi.restoreAllMocks()
  await made('stopped', 'a')
  const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(function (this: IDBObjectStore) {
    this.transaction.abort()
    return {} as IDBRequest<undefined>
  })
  await expect(
    emptyDatabase('stopped').then(
      () => 'emptied',
      () => 'failed',
    ),
  ).resolves.toBe('failed')
  clear.mockRestore()
  expect(await counted('stopped'), 'nothing is half gone').toEqual({ a: 1 })
})

test('a store tells those who follow it of what changed, of nothing else, and nobody who has left', () => {
  const store = createStore({ n: 1 })
  const heard = vi.fn()
  const leave = store.subscribe(heard)
  const { result } = renderHook(() => store.use())
  const same = store.get()
  act(() => store.set(same))
  expect(heard).not.toHaveBeenCalled()
  act(() => store.set({ n: 2 }))
  expect([heard.mock.calls.length, result.current, store.get()]).toEqual([1, { n: 2 }, { n: 2 }])
  leave()
  act(() => store.set({ n: 3 }))
  expect([heard.mock.calls.length, result.current]).toEqual([1, { n: 3 }])
})
test('text would be lost where anybody holds some', () => {
  const [no, yes] = [() => false, () => true]
  expect(wouldLoseText()).toBe(false)
  unsaved.add(no)
  expect(wouldLoseText()).toBe(false)
  unsaved.add(yes)
  expect(wouldLoseText()).toBe(true)
  unsaved.delete(yes)
  unsaved.delete(no)
  expect(wouldLoseText()).toBe(false)
})
