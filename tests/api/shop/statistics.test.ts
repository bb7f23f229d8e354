import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ecommerce_orders, ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import type { Order } from '../../../src/contract/shop/orders.ts'
import { placedOrder } from '../support/shop-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('statistics count what was ordered, by article, station, category and month, and leave out what was not', () =>
  inWorld(async ({ as, db }) => {
    const osvaldo = await as('sup.ordini')
    await db.delete(ecommerce_orders)
    const order = await placedOrder(as)
    const not = await placedOrder(as)
    await osvaldo.put(`/ecommerce/order/${not.id}/status`, { rev: not.rev, status: 'cancelled' })
    // What was sent later was ordered once.
    const rest = await placedOrder(as)
    await db.update(ecommerce_orders).set({ parent_id: order.id }).where(eq(ecommerce_orders.id, rest.id))
    const { data } = (await osvaldo.get('/ecommerce/order/products/statistics')).body
    const [row] = order.rows
    const amount = row!.price * 2
    expect(data).toMatchObject({ orders: 1, quantity: 2, amount, before: { orders: 0, quantity: 0, amount: 0 } })
    expect(data.by_product).toMatchObject([{ id: 1, code: row!.code, quantity: 2, amount }])
    expect(data.by_station).toMatchObject([{ id: order.station_id, quantity: 2, amount }])
    expect(data.by_category).toMatchObject([{ quantity: 2, amount }])
    expect(data.by_month).toMatchObject([{ quantity: 2, amount }])
    // Of a category with those below it: the article stands in one below "Carta e stampa".
    const above = (await osvaldo.get('/ecommerce/order/products/statistics?category_id=1')).body.data
    expect(above).toMatchObject({ orders: 1, quantity: 2, by_product: [{ id: 1 }] })
    expect((await osvaldo.get('/ecommerce/order/products/statistics?category_id=9')).body.data).toMatchObject({ orders: 0, by_product: [] })
  }))

test('the months of statistics are those of Rome, over a year’s end and the changes of the clock, and the time before is counted too', () =>
  inWorld(async ({ as, db }) => {
    const osvaldo = await as('sup.ordini')
    await db.delete(ecommerce_orders)
    // The first and last instants of months in Rome: with and without summer time.
    const at = ['2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z', '2026-03-31T21:59:59Z', '2026-03-31T22:00:00Z', '2025-06-10T10:00:00Z']
    const [{ category_id } = { category_id: 0 }] = await db.select().from(ecommerce_products).where(eq(ecommerce_products.id, 1))
    const made: Order[] = []
    for (const created_at of at) {
      const order = await placedOrder(as)
      await db.update(ecommerce_orders).set({ created_at }).where(eq(ecommerce_orders.id, order.id))
      made.push(order)
    }
    const amount = made[0]!.rows[0]!.price * 2
    const { data } = (await osvaldo.get(`/ecommerce/order/products/statistics?from=2025-12-15&to=2026-04-30&category_id=${category_id}`))
      .body
    expect(data.by_month.map((one: { month: string; amount: number }) => [one.month, one.amount])).toEqual([
      ['2025-12', amount],
      ['2026-01', amount],
      ['2026-03', amount],
      ['2026-04', amount],
    ])
    expect(data).toMatchObject({ orders: 4, quantity: 8, amount: Math.round(400 * amount) / 100, before: { orders: 0 } })
    const later = (await osvaldo.get('/ecommerce/order/products/statistics?from=2026-01-01&to=2026-12-31')).body.data
    expect(later).toMatchObject({ orders: 3, before: { from: '2025-01-01', to: '2025-12-31', orders: 2, quantity: 4, amount: 2 * amount } })
  }))
