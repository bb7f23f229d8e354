import { randomUUID } from 'node:crypto'
import type { Order } from '../../../src/contract/shop/orders.ts'
import type { World } from './world.ts'

/** The form of a new article, as its fields are sent beside the photo. */
export const paperOf = (code: string, more: Record<string, string> = {}) => ({
  ...{ code, name: `Articolo ${code}`, category_id: '1', unit: 'pz', price: '12.5', vat: '22', min_qty: '1', step_qty: '1' },
  ...{ active: 'true', all_stations: 'true', tags: '[]', stations: '[]' },
  ...more,
})

/** A new order of two packs of the first article, by the manager of the demonstration for the one station she has. */
export async function placedOrder(as: World['as'], more: object = {}): Promise<Order> {
  const gina = await as('gestore')
  const [{ id }] = (await gina.get('/suggestions/stations')).body.data
  const body = { uuid: randomUUID(), station_id: id, rows: [{ product_id: 1, quantity: 2 }], ...more }
  const answer = await gina.post('/ecommerce/order', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
