import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { atTime } from '../support/world.ts'

const at = (minute: number) => `2026-05-01T07:${String(minute).padStart(2, '0')}:00.000Z`

test('a cart follows its person to other devices: the newer change wins, and what was ordered is gone', () =>
  atTime(async ({ as }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const [{ id: station }] = (await gina.get('/suggestions/stations')).body.data
    const path = `/ecommerce/cart/${station}`
    expect((await gina.get(path)).body.data).toBe(null)
    const cart = {
      uuid: randomUUID(),
      rows: [{ product_id: 1, quantity: 2, price: 8.9 }],
      note: 'Al mattino',
      wanted_at: '2026-06-01',
      changed_at: at(10),
    }
    expect((await gina.put(path, cart)).body.data).toEqual(cart)
    // An older change from another device does not take back what is there.
    expect((await gina.put(path, { ...cart, rows: [], changed_at: at(5) })).body.data).toEqual(cart)
    // Nor does a clock that is ahead win for ever.
    const ahead = await gina.put(path, { ...cart, note: null, changed_at: '2030-01-01T00:00:00.000Z' })
    expect(ahead.body.data).toEqual({ ...cart, note: null, changed_at: '2026-05-01T08:00:00.000Z' })
    expect((await osvaldo.get(path)).body.data).toBe(null)
    const order = await gina.post('/ecommerce/order', { uuid: cart.uuid, station_id: station, rows: [{ product_id: 1, quantity: 2 }] })
    expect(order.status).toBe(201)
    expect((await gina.get(path)).body.data).toBe(null)
    // The other device, which still has it, is told that it was ordered.
    expect((await gina.put(path, { ...cart, changed_at: at(59) })).body.data).toBe(null)
  }))
