import { expect, test } from 'vitest'
import type { Order, OrderStatus } from '../../../src/contract/shop/orders.ts'
import { placedOrder } from '../support/shop-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const take = (who: Caller, { id, rev }: Pick<Order, 'id' | 'rev'>, status: OrderStatus, more: object = {}) =>
  who.put(`/ecommerce/order/${id}/status`, { rev, status, ...more })

test('an order above the threshold waits for a super administrator; a change of its rows takes the approval back', () =>
  inWorld(async (world) => {
    const { as, mails } = world
    const [admin, osvaldo, gina] = [await as('admin'), await as('sup.ordini'), await as('gestore')]
    const small = await placedOrder(as)
    const threshold = async (order_approval_over: number | null) =>
      expect((await admin.edit('/settings', { name: 'Rete S.p.A.', order_approval_over })).status).toBe(200)
    // Exactly the threshold is not above it.
    await threshold(small.total)
    expect((await take(osvaldo, small, 'confirmed')).status).toBe(200)
    await threshold(Number((small.total - 0.01).toFixed(2)))
    const order = await placedOrder(as)
    expect([order.needs_approval, order.approved]).toEqual([true, null])
    expect((await mails()).some(({ to, text }) => to === 'admin@demo.example.it' && text.includes('serve l’approvazione'))).toBe(true)
    const refused = await take(osvaldo, order, 'confirmed')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'L’ordine supera la soglia di approvazione: deve prima approvarlo un super amministratore.',
    ])
    expect((await take(admin, order, 'confirmed')).status).toBe(409)
    const approve = (who: Caller, { id, rev }: Pick<Order, 'id' | 'rev'>) => who.put(`/ecommerce/order/${id}/approve`, { rev })
    expect([(await approve(osvaldo, order)).status, (await approve(gina, order)).status]).toEqual([403, 403])
    const approved = await approve(admin, order)
    expect([approved.status, approved.body.message, approved.body.data.needs_approval]).toEqual([200, 'Ordine approvato', false])
    expect((await approve(admin, approved.body.data)).status).toBe(409)
    const changed = await gina.put(`/ecommerce/order/${order.id}`, { rev: approved.body.data.rev, rows: [{ product_id: 1, quantity: 4 }] })
    expect([changed.status, changed.body.data.needs_approval, changed.body.data.approved]).toEqual([200, true, null])
    const again = await approve(admin, changed.body.data)
    expect((await take(osvaldo, again.body.data, 'confirmed')).status).toBe(200)
    // Without a threshold none waits.
    await threshold(null)
    expect((await placedOrder(as)).needs_approval).toBe(false)
  }))
