// @vitest-environment jsdom
import '../setup-dom.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CartStore } from '../../src/features/shop/cart-store.ts'
import { NO_KEY } from '../../src/lib/device-key.ts'
import { notices } from '../../src/lib/notify.ts'
import { session } from '../../src/lib/session.ts'

vi.stubGlobal('fetch', async () => {
  throw new TypeError('Failed to fetch')
})
const user = { id: 7, name: 'A', email: '', scope: [], permissions: [], all_stations: false, demo: true }
const KEY = new Uint8Array(32).fill(7)
const row = (product_id: number) => ({ product_id, quantity: 2, price: 1 })

beforeEach(() => localStorage.clear())
afterEach(() => session.set({ user: null }))

/** The cart of a page that is opened now, with a key or without. */
async function opened(deviceKey: Uint8Array<ArrayBuffer> | undefined): Promise<CartStore> {
  vi.resetModules()
  const { session: own } = await import('../../src/lib/session.ts')
  own.set({ user, stamp: 's', deviceKey })
  return (await import('../../src/features/shop/cart-store.ts')).cartStore(7, 1)
}
const products = (cart: CartStore) => cart.get().rows.map(({ product_id }) => product_id)

test('without the key a cart that is encrypted stays; what is put in meanwhile is kept beside it, and with the key there are both', async () => {
  ;(await opened(KEY)).change({ rows: [row(1), row(2)], note: 'cifrata' })
  const [name] = Object.keys(localStorage)
  const sealed = localStorage.getItem(name!)
  const without = await opened(undefined)
  expect(products(without)).toEqual([])
  expect((await import('../../src/lib/notify.ts')).notices.get()).toMatchObject([{ content: NO_KEY }])
  without.change({ rows: [row(2), row(3)] })
  expect(localStorage.getItem(name!)).toBe(sealed)
  expect(products(await opened(undefined))).toEqual([2, 3])

  const both = await opened(KEY)
  expect(products(both)).toEqual([2, 3, 1])
  expect(both.get().note).toBe('cifrata')
  both.change({ rows: [row(3)] })
  expect(Object.keys(localStorage)).toEqual([name])
  expect(products(await opened(KEY))).toEqual([3])
  expect(notices.get()).toEqual([])
})

test('a cart that was ordered without the key does not come back with it', async () => {
  ;(await opened(KEY)).change({ rows: [row(1)] })
  const { uuid } = (await opened(KEY)).get()
  const without = await opened(undefined)
  without.change({ rows: [row(1)] })
  // The server held that very cart, and gave it.
  const [, beside] = Object.keys(localStorage).sort()
  const kept = JSON.parse(localStorage.getItem(beside!)!)
  localStorage.setItem(beside!, JSON.stringify({ ...kept, cart: { ...kept.cart, uuid } }))
  ;(await opened(undefined)).clear()
  expect(products(await opened(KEY))).toEqual([])
})
