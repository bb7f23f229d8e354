import { type Cart, ecommerceCarts } from '../../contract/shop/carts.ts'
import { call } from '../../lib/api.ts'
import { NO_KEY } from '../../lib/device-key.ts'
import { notify } from '../../lib/notify.ts'
import { isShutText, openText, sealText } from '../../lib/seal-rows.ts'
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
/** Ending of the name of the cart that is filled while the one of that name is encrypted and there is no key. */
const BESIDE = '-senza-chiave'
const isShut = (name: string) => isShutText(localStorage.getItem(name), session.get().deviceKey)
function stored(name: string): Kept | undefined {
  const text = localStorage.getItem(name)
  try {
    const kept = JSON.parse(openText(name, text, session.get().deviceKey) ?? 'null') as Kept | null
    if (kept?.cart?.uuid) return kept
  } catch (error) {
    globalThis.reportError?.(error)
  }
  if (text)
    notify.warning(
      isShut(name) ? NO_KEY : 'Il carrello salvato su questo dispositivo non può essere letto: controlla gli articoli prima di ordinare.',
    )
  return undefined
}
/** Two states of one cart: the later one. Two carts: the articles of both, unless the one became an order meanwhile. */
function joined(before: Kept, beside: Kept): Kept {
  const [one, other] = [before.cart, beside.cart]
  if (beside.ordered?.includes(one.uuid) || !one.rows.length) return beside
  if (one.uuid === other.uuid) return one.changed_at > other.changed_at ? before : beside
  const rows = [...other.rows, ...one.rows.filter((row) => other.rows.every(({ product_id }) => product_id !== row.product_id))]
  const cart = { ...other, rows, note: other.note ?? one.note, wanted_at: other.wanted_at ?? one.wanted_at }
  return {
    cart: { ...cart, changed_at: new Date().toISOString() },
    synced: false,
    ordered: [...(before.ordered ?? []), ...(beside.ordered ?? [])],
  }
}
function read(name: string, first?: Ordered): Kept {
  const [before, beside] = [stored(name), stored(name + BESIDE)]
  if (before && beside) return joined(before, beside)
  return before ?? beside ?? { cart: { ...fresh(), ...first }, synced: true }
}
function write(name: string, kept: Kept): void {
  const at = isShut(name) ? name + BESIDE : name
  localStorage.setItem(at, sealText(at, JSON.stringify(kept), session.get().deviceKey))
  if (at === name) localStorage.removeItem(name + BESIDE)
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
      write(name, next)
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
        if (!isShut(name)) localStorage.removeItem(name)
        localStorage.removeItem(name + BESIDE)
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
