import { useEffect, useState } from 'react'
import type { ProductRow } from '../../../contract/shop/products.ts'
import { useMe } from '../../../lib/session.ts'
import type { Listed } from '../../../outbox/read.ts'
import { cartLines, cartTotals } from '../../../rules/shop/cart.ts'
import { cartStore, correctedCart } from '../cart-store.ts'
import { cartOfOrder } from '../order-queue.ts'

/** The person's cart for a station, or that of a refused order, beside the articles as they are now. */
export function useCart(station: number, products: readonly ProductRow[] | undefined, refused: Listed | undefined) {
  const me = useMe()
  const [store] = useState(() => (refused ? correctedCart(me.id, station, cartOfOrder(refused)) : cartStore(me.id, station)))
  const { cart, synced } = store.use()
  useEffect(() => void store.sync(), [store])
  // Until the articles are known, no row may be called withdrawn.
  const lines = products ? cartLines(cart, products) : []
  return { store, cart, synced, lines, totals: cartTotals(lines), change: store.change }
}
export type CartState = ReturnType<typeof useCart>
