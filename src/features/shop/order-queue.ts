import type { Cart } from '../../contract/shop/carts.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Item, Json } from '../../outbox/types.ts'

// Pure steps of an order between cart and queue; nothing here touches the device.

/** The name of the offline kind, and the first part of its lanes. */
export const ORDER_KIND = 'order'
export const laneOfOrders = (station: number) => `${ORDER_KIND}:${station}`
/** What is ordered: a cart, with the price that the person saw at each row. */
export type Ordered = Pick<Cart, 'uuid' | 'rows' | 'note' | 'wanted_at'>
/** The request body that orders it. */
export const orderBody = (station_id: number, { uuid, rows, note, wanted_at }: Ordered): { [field: string]: Json } => ({
  ...{ uuid, station_id, note: note ?? null, wanted_at: wanted_at ?? null },
  rows: rows.map(({ product_id, quantity, price }) => ({ product_id, quantity, seen_price: price })),
})
/** The cart of a queued order, to be corrected. */
export function cartOfOrder({ input }: Pick<Item, 'input'>): Ordered {
  const { rows, ...order } = input as unknown as Omit<Ordered, 'rows'> & {
    rows: { product_id: number; quantity: number; seen_price: number }[]
  }
  const { uuid, note, wanted_at } = order
  return { uuid, note, wanted_at, rows: rows.map(({ product_id, quantity, seen_price }) => ({ product_id, quantity, price: seen_price })) }
}

type Own = Pick<Outbox, 'list' | 'put' | 'fix'>
/**
 * "Conferma": puts the order in the lane of its station, once however often it is pressed. A refused one is corrected in its place.
 * @param place the name of the station
 */
export async function queueOrder(own: Own, station: number, place: string, order: Ordered): Promise<void> {
  const queued = (await own.list()).find(({ entity }) => entity === order.uuid)
  const input = orderBody(station, order)
  const lane = laneOfOrders(station)
  const count = order.rows.length === 1 ? '1 articolo' : `${order.rows.length} articoli`
  if (!queued)
    await own.put({
      ...{ entity: order.uuid, lane, of: `${lane}/${order.uuid}`, endpoint: 'ecommerce-orders.create', input },
      label: `Invio: Ordine di ${count} – ${place}`,
    })
  else if (queued.state === 'needs-fix') await own.fix(queued.id, { input })
}
