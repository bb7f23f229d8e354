// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { tryWriting, writable } from '../../src/lib/storage.ts'
import { askToStay, freeOf, roomOf, storageState } from '../../src/lib/storage-space.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'storage')
})

test('the room for photos and text, as far as the browser tells of it', async () => {
  const browser = (storage: object) => Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  expect(await storageState()).toEqual({ persistent: false, usage: undefined, quota: undefined })
  expect(await askToStay()).toBe(false)
  browser({ estimate: async () => ({ usage: 1, quota: 9 }), persisted: async () => true, persist: async () => true })
  expect(await storageState()).toEqual({ persistent: true, usage: 1, quota: 9 })
  expect(await askToStay()).toBe(true)
  browser({ estimate: () => Promise.reject(new Error()), persist: () => Promise.reject(new Error()) })
  expect(await storageState()).toEqual({ persistent: false, usage: undefined, quota: undefined })
  expect(await askToStay()).toBe(false)
  const room = (usage?: number, quota?: number) => roomOf({ persistent: true, usage, quota })
  expect([freeOf({ persistent: true, usage: 9, quota: 5 }), freeOf({ persistent: true, usage: 2, quota: 5 })]).toEqual([0, 3])
  expect([freeOf({ persistent: true, usage: 0, quota: 0 }), freeOf({ persistent: true, usage: undefined, quota: 5 })]).toEqual([
    undefined,
    undefined,
  ])
  expect([
    room(0, 1e9),
    room(850e6, 1e9),
    room(850e6 + 1, 1e9),
    room(800e6, 1e9),
    room(950e6, 1e9),
    room(950e6 + 1, 1e9),
    room(0, 0),
  ]).toEqual(['ok', 'low', 'low', 'ok', 'low', 'full', 'ok'])
  expect([room(8_500e6, 10e9), room(8_500e6 + 1, 10e9)]).toEqual(['ok', 'low'])
})
test('whether anything can be kept here shows by trying', async () => {
  await tryWriting()
  expect(writable.get()).toBe(true)
  vi.stubGlobal('indexedDB', {
    open() {
      throw new Error('no')
    },
  })
  await tryWriting()
  expect(writable.get()).toBe(false)
})
