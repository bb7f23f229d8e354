import { type Cart, ecommerceCarts } from '../../contract/shop/carts.ts'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { openText, sealText } from '../../lib/seal-rows.ts'
import { session } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'
import type { Ordered } from './order-queue.ts'

/** A cart on this device. `synced`: the server has it too. */
export interface Kept {
  cart: Cart
  synced: boolean
  /** Uuids of the last carts that became orders here: the server may still hold them as carts until the orders arrive. */
  ordered?: string[]
}
/** Starts with the person's id, as the other names of what a device keeps. It is unsent work, so that nothing purges it. */
const nameOf = (user: number, station: number) => `piazzale-cart-${user}-${station}`
const WAIT_MS = 800

const fresh = (): Cart => ({ uuid: crypto.randomUUID(), rows: [], note: null, wanted_at: null, changed_at: new Date(0).toISOString() })
const REMEMBERED = 20
function read(name: string, first?: Ordered): Kept {
  const stored = localStorage.getItem(name)
  try {
    const kept = JSON.parse(openText(name, stored, session.get().deviceKey) ?? 'null') as Kept | null
    if (kept?.cart?.uuid) return kept
  } catch (error) {
    globalThis.reportError?.(error)
  }
  if (stored) notify.warning('Il carrello salvato su questo dispositivo non può essere letto: controlla gli articoli prima di ordinare.')
  return { cart: { ...fresh(), ...first }, synced: true }
}

export type CartStore = ReturnType<typeof makeCart>
const stores = new Map<string, CartStore>()
/** The cart of a person for a station, the same wherever it is asked for. */
export function cartStore(user: number, station: number): CartStore {
  const name = nameOf(user, station)
  const known = stores.get(name) ?? makeCart(name, station)
  stores.set(name, known)
  return known
}

/** The cart of a queued order that is being corrected: on this device alone. */
export function correctedCart(user: number, station: number, order: Ordered): CartStore {
  const name = `${nameOf(user, station)}-${order.uuid}`
  const known = stores.get(name) ?? makeCart(name, station, order)
  stores.set(name, known)
  return known
}

/**
 * A cart that is written to this device at once, and to the server as soon as that can be reached; the newer change wins.
 * @param order the queued order it corrects; the server is told nothing of that
 */
function makeCart(name: string, stationId: number, order?: Ordered) {
  const store = createStore(read(name, order))
  let timer: ReturnType<typeof setTimeout> | undefined
  function keep(given: Kept) {
    const next = { ordered: store.get().ordered ?? [], ...given }
    store.set(next)
    try {
      localStorage.setItem(name, sealText(name, JSON.stringify(next), session.get().deviceKey))
    } catch {
      // On a full device the cart lasts until the page is closed, and on the server.
    }
  }
  /** Takes what the server holds: another device's later change, or nothing where the order was sent from there. */
  function take(theirs: Cart | null, sent: Cart | undefined) {
    const { cart, ordered } = store.get()
    if (sent && sent.changed_at !== cart.changed_at) return
    if (theirs && ordered?.includes(theirs.uuid)) return
    if (!theirs) return sent?.rows.length ? keep({ cart: fresh(), synced: true }) : undefined
    keep({ cart: theirs, synced: true })
  }
  async function push() {
    clearTimeout(timer)
    const { cart, synced } = store.get()
    if (synced || order) return
    await call(ecommerceCarts.save, { stationId, ...cart }).then(
      (theirs) => take(theirs, cart),
      () => undefined,
    )
  }
  // The same cart in another tab.
  globalThis.addEventListener?.('storage', ({ key }) => key === name && store.set(read(name)))
  globalThis.addEventListener?.('online', () => void push())
  return {
    use: store.use,
    get: () => store.get().cart,
    change(change: Partial<Pick<Cart, 'rows' | 'note' | 'wanted_at'>>) {
      keep({ cart: { ...store.get().cart, ...change, changed_at: new Date().toISOString() }, synced: false })
      clearTimeout(timer)
      timer = setTimeout(() => void push(), WAIT_MS)
    },
    /** After its order is in the queue. */
    clear() {
      clearTimeout(timer)
      if (order) {
        localStorage.removeItem(name)
        return void stores.delete(name)
      }
      const { cart, ordered = [] } = store.get()
      keep({ cart: fresh(), synced: true, ordered: [...ordered, cart.uuid].slice(-REMEMBERED) })
    },
    /** Sends what is unsent, else reads what other devices have changed. */
    async sync() {
      if (order) return
      if (!store.get().synced) return push()
      const theirs = await call(ecommerceCarts.get, { stationId }).catch(() => undefined)
      if (theirs === undefined || !store.get().synced) return
      take(theirs, undefined)
    },
  }
}
