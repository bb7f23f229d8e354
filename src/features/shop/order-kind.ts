import { ecommerceOrders } from '../../contract/shop/orders.ts'
import { wholeKind } from '../../outbox/kind.ts'
import { ORDER_KIND } from './order-queue.ts'

/** An order of a station. Those of one station share a lane. */
export const orderKind = wholeKind({
  ...{ name: ORDER_KIND, endpoints: [ecommerceOrders.create] },
  repair(place) {
    const [pv, ordine] = place.split('/')
    return { to: '/intracommerce/ordine/{-$id}', params: { id: undefined }, search: { pv: Number(pv), ordine } } as never
  },
  async sentOf(place, namesOf) {
    const { id, number } = (await namesOf(place.split('/')[1]!)) ?? {}
    if (!id) return undefined
    return { page: { to: '/intracommerce/ordine/{-$id}', params: { id: Number(id) } } as never, ...(number && { number: String(number) }) }
  },
})
