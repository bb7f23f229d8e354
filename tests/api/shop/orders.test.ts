import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { ecommerce_order_rows, ecommerce_orders, ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import type { Order, OrderStatus } from '../../../src/contract/shop/orders.ts'
import { paperOf, placedOrder } from '../support/shop-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const take = (who: Caller, { id, rev }: Pick<Order, 'id' | 'rev'>, status: OrderStatus, more: object = {}) =>
  who.put(`/ecommerce/order/${id}/status`, { rev, status, ...more })
const stockOf = async ({ db }: World, id = 1) =>
  (await db.select({ stock: ecommerce_products.stock }).from(ecommerce_products).where(eq(ecommerce_products.id, id)))[0]!.stock
const setStock = ({ db }: World, stock: number | null, id = 1) =>
  db.update(ecommerce_products).set({ stock }).where(eq(ecommerce_products.id, id))
const hers = async (gina: Caller): Promise<number> => (await gina.get('/suggestions/stations')).body.data[0].id

test('who orders for a station does not administer, and others do not order', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const order = await placedOrder(as)
    const [gina, ivan] = [await as('gestore'), await as('ispettore')]
    const before = await db.$count(ecommerce_orders)
    for (const status of ['confirmed', 'rejected'] as const) expect((await take(gina, order, status, { reason: 'x' })).status).toBe(403)
    expect((await gina.del(`/ecommerce/order/${order.id}`)).status).toBe(403)
    expect((await gina.get('/ecommerce/order/products/statistics')).status).toBe(403)
    expect((await gina.get('/ecommerce/order/pdf/summary')).status).toBe(403)
    expect((await ivan.get('/ecommerce/order')).status).toBe(403)
    expect(
      (await ivan.post('/ecommerce/order', { uuid: randomUUID(), station_id: 1, rows: [{ product_id: 1, quantity: 1 }] })).status,
    ).toBe(403)
    expect(await db.$count(ecommerce_orders)).toBe(before)
  }))

test('an order has the prices of the articles and not those of the body, and its sums', () =>
  inWorld(async ({ as }) => {
    const [osvaldo, gina] = [await as('sup.ordini'), await as('gestore')]
    const make = async (code: string, more: Record<string, string>) =>
      (await osvaldo.upload('/ecommerce/product', [], paperOf(code, more))).body.data.id as number
    const a = await make('AA-1', { price: '10.33', vat: '22', unit: 'conf' })
    const b = await make('AA-2', { price: '4.45', vat: '10', unit: 'kg' })
    const station = await hers(gina)
    const rows = [
      { product_id: a, quantity: 3, price: 0.01, vat: '0' },
      { product_id: b, quantity: 7, price: 0.01 },
    ]
    const body = {
      uuid: randomUUID(),
      station_id: station,
      rows,
      note: 'Al mattino',
      wanted_at: '2099-01-02',
      total: 1,
      status: 'delivered',
    }
    const { status, body: answer } = await gina.post('/ecommerce/order', body)
    expect([status, answer.message]).toEqual([201, 'Ordine creato'])
    const order: Order = answer.data
    expect(order).toMatchObject({
      ...{ uuid: body.uuid, station_id: station, user_id: gina.user_id, status: 'new', note: 'Al mattino', wanted_at: '2099-01-02' },
      // 30.99 + 31.15; VAT 6.8178 and 3.115, each rounded.
      ...{ net: 62.14, vat_total: 9.94, total: 72.08, rows_count: 2, writable: true },
    })
    expect(order.number).toMatch(/^O\d{4}\/\d{5}$/)
    expect(order.rows.map(({ id: _, ...row }) => row)).toEqual([
      {
        product_id: a,
        code: 'AA-1',
        name: 'Articolo AA-1',
        unit: 'conf',
        price: 10.33,
        vat: '22',
        quantity: 3,
        shipped: null,
        delivered: null,
        photo: null,
        stock: null,
      },
      {
        product_id: b,
        code: 'AA-2',
        name: 'Articolo AA-2',
        unit: 'kg',
        price: 4.45,
        vat: '10',
        quantity: 7,
        shipped: null,
        delivered: null,
        photo: null,
        stock: null,
      },
    ])
    expect(order.steps.map(({ status, user }) => [status, user?.id])).toEqual([['new', gina.user_id]])
    // What the article costs later changes no order.
    await osvaldo.put(`/ecommerce/product/${a}/adjust`, { rev: 1, percent: 50 })
    expect((await gina.get(`/ecommerce/order/${order.id}`)).body.data.total).toBe(72.08)
  }))

test('an order sent again is the same order; with another content it says so', () =>
  inWorld(async ({ as, db }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const body = { uuid: randomUUID(), station_id: await hers(gina), rows: [{ product_id: 1, quantity: 2 }] }
    const before = await db.$count(ecommerce_orders)
    const first = await gina.post('/ecommerce/order', body)
    const again = await gina.post('/ecommerce/order', body)
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 200, first.body.data.id])
    for (const other of [{ rows: [{ product_id: 1, quantity: 9 }] }, { note: 'Al mattino' }, { wanted_at: '2099-01-02' }]) {
      const refused = await gina.post('/ecommerce/order', { ...body, ...other })
      expect([refused.status, refused.body.code, refused.body.error]).toEqual([
        ...[422, 'arrived'],
        `Era già arrivato come ordine ${first.body.data.number}, e dice altro: controllarlo e ordinare a parte quello che manca.`,
      ])
    }
    expect((await osvaldo.post('/ecommerce/order', body)).status).toBe(409)
    expect(await db.$count(ecommerce_orders)).toBe(before + 1)
  }))

test('an article that costs more than the person saw is refused at its row, one that costs less is ordered at its price', () =>
  inWorld(async ({ as, db }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const station_id = await hers(gina)
    const { id } = (await osvaldo.upload('/ecommerce/product', [], paperOf('AA-1', { price: '12.50' }))).body.data
    const before = await db.$count(ecommerce_orders)
    const order = (seen_price: number) =>
      gina.post('/ecommerce/order', { uuid: randomUUID(), station_id, rows: [{ product_id: id, quantity: 12, seen_price }] })
    const refused = await order(10)
    expect([refused.status, refused.body.error]).toEqual([
      422,
      { 'rows.0.product_id': '"Articolo AA-1" costa ora 12,50 € e non più 10,00 €: confermare il nuovo prezzo.' },
    ])
    expect(await db.$count(ecommerce_orders)).toBe(before)
    for (const seen of [12.5, 14]) expect((await order(seen)).body.data.rows[0].price).toBe(12.5)
  }))

test('what cannot be ordered is said at its row', () =>
  inWorld(async ({ as, db }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const station = await hers(gina)
    const { id } = (await osvaldo.upload('/ecommerce/product', [], paperOf('AA-1', { min_qty: '6', step_qty: '4', max_qty: '16' }))).body
      .data
    const before = await db.$count(ecommerce_orders)
    const refused = async (rows: object[], more: object = {}) => {
      const { status, body } = await gina.post('/ecommerce/order', { uuid: randomUUID(), station_id: station, rows, ...more })
      expect(status).toBe(422)
      return body.error
    }
    const name = '"Articolo AA-1"'
    expect(await refused([{ product_id: id, quantity: 4 }])).toEqual({ 'rows.0.quantity': `La quantità minima di ${name} è 8.` })
    expect(await refused([{ product_id: id, quantity: 10 }])).toEqual({
      'rows.0.quantity': `La quantità di ${name} deve essere un multiplo di 4.`,
    })
    expect(await refused([{ product_id: id, quantity: 20 }])).toEqual({ 'rows.0.quantity': `La quantità massima di ${name} è 16.` })
    for (const quantity of [0, -3, 1.5]) expect(Object.keys(await refused([{ product_id: id, quantity }]))).toEqual(['rows.0.quantity'])
    const twice = [
      { product_id: id, quantity: 8 },
      { product_id: id, quantity: 8 },
    ]
    expect(await refused(twice)).toEqual({ 'rows.1.product_id': `${name} è presente due volte.` })
    expect(await refused([{ product_id: 999_999, quantity: 1 }])).toEqual({
      'rows.0.product_id': 'Il valore selezionato per Articolo non esiste.',
    })
    expect(Object.keys(await refused([]))).toEqual(['rows'])
    expect(await refused([{ product_id: id, quantity: 8 }], { wanted_at: '2020-01-01' })).toEqual({
      wanted_at: 'La data di consegna desiderata è passata.',
    })
    await osvaldo.put(`/ecommerce/product/${id}/adjust`, { rev: 1, active: false })
    expect(
      await refused([
        { product_id: 1, quantity: 1 },
        { product_id: id, quantity: 8 },
      ]),
    ).toEqual({
      'rows.1.product_id': `${name} non è più ordinabile: toglierlo dall’ordine.`,
    })
    expect(await db.$count(ecommerce_orders)).toBe(before)
  }))

test('its author changes or cancels an order while it is new', () =>
  inWorld(async (world) => {
    const { as } = world
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const order = await placedOrder(as)
    const path = `/ecommerce/order/${order.id}`
    expect((await osvaldo.put(path, { rev: 1, note: 'x' })).status).toBe(403)
    const changed = await gina.put(path, { rev: 1, rows: [{ product_id: 1, quantity: 5 }], note: 'Meglio cinque' })
    expect([changed.status, changed.body.message, changed.body.data.rows[0].quantity, changed.body.data.note]).toEqual([
      200,
      'Ordine modificato',
      5,
      'Meglio cinque',
    ])
    expect(changed.body.data.net).toBe(changed.body.data.rows[0].price * 5)
    expect((await gina.put(path, { rev: 1, note: 'vecchia' })).status).toBe(409)
    await take(osvaldo, changed.body.data, 'confirmed')
    const late = await gina.put(path, { rev: 3, note: 'x' })
    expect([late.status, late.body.message]).toEqual([409, 'L’ordine non è più nuovo: non si può modificare.'])
    expect((await take(gina, { id: order.id, rev: 3 }, 'cancelled')).status).toBe(403)
    const other = await placedOrder(as)
    expect((await take(gina, other, 'cancelled')).body.data.status).toBe('cancelled')
  }))

test('stock falls when an order is confirmed, comes back when it is cancelled, and is never short', () =>
  inWorld(async (world) => {
    const { as } = world
    const osvaldo = await as('sup.ordini')
    await setStock(world, 10)
    const [first, second] = [
      await placedOrder(as, { rows: [{ product_id: 1, quantity: 7 }] }),
      await placedOrder(as, { rows: [{ product_id: 1, quantity: 4 }] }),
    ]
    const confirmed = (await take(osvaldo, first, 'confirmed')).body.data
    expect([confirmed.status, await stockOf(world)]).toEqual(['confirmed', 3])
    const short = await take(osvaldo, second, 'confirmed')
    expect([short.status, short.body.message]).toEqual([422, `Giacenza insufficiente per "${second.rows[0]!.name}".`])
    expect([await stockOf(world), (await osvaldo.get(`/ecommerce/order/${second.id}`)).body.data.status]).toEqual([3, 'new'])
    expect((await take(osvaldo, confirmed, 'cancelled')).body.data.status).toBe('cancelled')
    expect(await stockOf(world)).toBe(10)
    // The last piece is ordered too.
    await setStock(world, 3)
    const last = await placedOrder(as, { rows: [{ product_id: 1, quantity: 3 }] })
    expect((await take(osvaldo, last, 'confirmed')).body.data.status).toBe('confirmed')
    expect(await stockOf(world)).toBe(0)
    await setStock(world, null)
    expect((await take(osvaldo, second, 'confirmed')).body.data.status).toBe('confirmed')
    expect(await stockOf(world)).toBe(null)
  }))

test('stock that falls to its reorder point is told once, and not with each order after', () =>
  inWorld(async (world) => {
    const { as, db, mails } = world
    const to = 'scorte@example.it'
    await db.insert(notification_groups).values({ name: 'Scorte', emails: to, events: ['stock_low'], channels: ['mail'] })
    await db.update(ecommerce_products).set({ stock: 11, reorder_point: 10 }).where(eq(ecommerce_products.id, 1))
    for (let times = 0; times < 2; times++)
      expect((await take(await as('sup.ordini'), await placedOrder(as), 'confirmed')).status).toBe(200)
    expect((await mails()).filter((one) => one.to === to)).toMatchObject([{ subject: expect.stringContaining('Articolo sotto scorta') }])
  }))

test('an order goes its way, is shipped in parts and arrives with differences; each step is mailed', () =>
  inWorld(async (world) => {
    const { as, db, mails } = world
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    await setStock(world, 100)
    let order = await placedOrder(as, { rows: [{ product_id: 1, quantity: 10 }] })
    const step = async (who: Caller, status: OrderStatus, more: object = {}) => {
      const { status: code, body } = await take(who, order, status, more)
      expect([status, code, body.message]).toEqual([status, 200, 'Stato dell’ordine aggiornato'])
      order = body.data
    }
    const skipped = await take(osvaldo, order, 'shipped')
    expect([skipped.status, skipped.body.message]).toEqual([
      409,
      'L’ordine è nello stato "Nuovo": il passaggio a "Spedito" non è possibile.',
    ])
    await step(osvaldo, 'confirmed')
    await step(osvaldo, 'processing')
    const [row] = order.rows
    const whole = order.total
    const more = await take(osvaldo, order, 'shipped', { rows: [{ id: row!.id, quantity: 11 }] })
    expect(more.body.error).toEqual({ 'rows.0.quantity': `La quantità ordinata di "${row!.name}" è 10.` })
    await step(osvaldo, 'shipped', { rows: [{ id: row!.id, quantity: 6 }], backorder: true, carrier: 'GLS', tracking: 'GL123' })
    expect(order).toMatchObject({ carrier: 'GLS', tracking: 'GL123', rows: [{ quantity: 10, shipped: 6, delivered: null }] })
    expect(await stockOf(world)).toBe(90)
    const [child] = order.children
    const rest: Order = (await gina.get(`/ecommerce/order/${child!.id}`)).body.data
    expect(rest).toMatchObject({
      status: 'confirmed',
      user_id: gina.user_id,
      parent: { id: order.id, number: order.number },
      rows: [{ product_id: 1, quantity: 4 }],
    })
    expect(order.net, 'of what was shipped').toBe(Math.round(row!.price * 6 * 100) / 100)
    expect(Math.abs(order.total + rest.total - whole), 'nothing is counted twice').toBeLessThan(0.02)
    // The station says what has arrived.
    const unsaid = await take(gina, order, 'delivered', { rows: [{ id: row!.id, quantity: 5 }] })
    expect(unsaid.body.error).toEqual({ receipt_note: 'Indicare che cosa manca o è arrivato danneggiato.' })
    await step(gina, 'delivered', { rows: [{ id: row!.id, quantity: 5 }], receipt_note: 'Un pezzo rotto' })
    expect(order).toMatchObject({ differs: true, receipt_note: 'Un pezzo rotto', rows: [{ quantity: 10, shipped: 6, delivered: 5 }] })
    expect([order.status, rest.differs]).toEqual(['delivered', false])
    expect((await take(osvaldo, order, 'cancelled')).status).toBe(409)
    const sent = (await mails()).filter(({ to }) => to === 'gestore@demo.example.it').map(({ subject }) => subject)
    // That it has arrived the author has said herself.
    const words = ['Confermato', 'In preparazione', 'Spedito']
    expect(sent).toEqual(words.map((word) => `Ordine ${order.number}: ${word}`))
    const [told] = (await mails()).filter(({ to, subject }) => to === 'sup.ordini@demo.example.it' && subject.includes('differenze'))
    expect(told!.text).toContain(`${row!.name}: arrivati 5 di 6.\nUn pezzo rotto`)
    expect((await osvaldo.del(`/ecommerce/order/${order.id}`)).status).toBe(409)
    expect(await db.$count(ecommerce_order_rows, eq(ecommerce_order_rows.order_id, order.id))).toBe(1)
  }))

test('what is not shipped and does not follow comes back into stock', () =>
  inWorld(async (world) => {
    const osvaldo = await world.as('sup.ordini')
    await setStock(world, 100)
    let order = await placedOrder(world.as, { rows: [{ product_id: 1, quantity: 10 }] })
    for (const status of ['confirmed', 'processing'] as const) order = (await take(osvaldo, order, status)).body.data
    const nothing = await take(osvaldo, order, 'shipped', { rows: [{ id: order.rows[0]!.id, quantity: 0 }] })
    expect(nothing.body.message).toBe('Almeno un articolo deve essere spedito.')
    order = (await take(osvaldo, order, 'shipped', { rows: [{ id: order.rows[0]!.id, quantity: 8 }] })).body.data
    expect([order.children, await stockOf(world)]).toEqual([[], 92])
    // The article's own history says each movement: why, by whom, and the stock after.
    const changes = await world.db.select().from(model_history).where(eq(model_history.model, 'ecommerce_product'))
    expect(changes.map(({ model_id, user_id, old, new: now }) => [model_id, user_id, old, now])).toEqual([
      [1, osvaldo.user_id, { stock: 100 }, { stock: 90, movement: `Ordine ${order.number}: Confermato` }],
      [1, osvaldo.user_id, { stock: 90 }, { stock: 92, movement: `Ordine ${order.number}: Spedito` }],
    ])
  }))

test('a rejection has a reason, and its author reads it', () =>
  inWorld(async ({ as, mails }) => {
    const osvaldo = await as('sup.ordini')
    const order = await placedOrder(as)
    expect((await take(osvaldo, order, 'rejected')).body.error).toEqual({ reason: 'Il campo Motivo è obbligatorio.' })
    const { body } = await take(osvaldo, order, 'rejected', { reason: 'Già consegnato' })
    expect(body.data).toMatchObject({ status: 'rejected', reason: 'Già consegnato' })
    const mail = (await mails()).find(({ to }) => to === 'gestore@demo.example.it')!
    expect(mail.text).toContain('Motivo: Già consegnato')
    expect((await osvaldo.del(`/ecommerce/order/${order.id}`)).status).toBe(204)
    expect((await osvaldo.get(`/ecommerce/order/${order.id}`)).status).toBe(404)
  }))

test('the list is of one’s stations, and is found by number, state, station, article and day', () =>
  inWorld(async ({ as, db }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    await db.delete(ecommerce_orders)
    const mine = await placedOrder(as)
    const other = (await osvaldo.get('/suggestions/stations')).body.data.find(({ id }: { id: number }) => id !== mine.station_id).id
    const theirs: Order = (
      await osvaldo.post('/ecommerce/order', { uuid: randomUUID(), station_id: other, rows: [{ product_id: 2, quantity: 10 }] })
    ).body.data
    await take(osvaldo, theirs, 'confirmed')
    const found = async (who: Caller, query = '') =>
      (await who.get(`/ecommerce/order${query}`)).body.data.data.map(({ id }: { id: number }) => id)
    expect(await found(gina)).toEqual([mine.id])
    expect(await found(osvaldo)).toEqual([theirs.id, mine.id])
    expect(await found(osvaldo, `?search=${mine.number}`)).toEqual([mine.id])
    expect(await found(osvaldo, '?status=confirmed')).toEqual([theirs.id])
    expect(await found(osvaldo, `?station_id=${other}`)).toEqual([theirs.id])
    expect(await found(osvaldo, '?product_id=1')).toEqual([mine.id])
    expect(await found(osvaldo, '?to=2020-01-01')).toEqual([])
    expect(await found(osvaldo, '?from=2020-01-01&sort=total')).toHaveLength(2)
    expect((await gina.get(`/ecommerce/order/${theirs.id}`)).status).toBe(404)
    const counts = (await osvaldo.get('/ecommerce/order?facet=status')).body.data.counts
    expect(counts).toEqual({ new: 1, confirmed: 1 })
  }))

test('an order and the pick list of a period are printed', () =>
  inWorld(async ({ as }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    const order = await placedOrder(as)
    await take(osvaldo, order, 'confirmed')
    for (const [who, url, name] of [
      [gina, `/ecommerce/order/pdf/${order.id}`, `ordine_${order.id}.pdf`],
      [osvaldo, '/ecommerce/order/pdf/summary?status=confirmed', 'riepilogo_ordini.pdf'],
    ] as const) {
      const { status, headers, bytes } = await who.get(url)
      expect([status, headers['content-type'], bytes.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
      expect(headers['content-disposition']).toContain(name)
    }
  }))

test('the last order for a station can be ordered again', () =>
  inWorld(async ({ as, db }) => {
    const gina = await as('gestore')
    await db.delete(ecommerce_orders)
    const station = await hers(gina)
    expect((await gina.get(`/ecommerce/order/last/${station}`)).body.data).toBe(null)
    await placedOrder(as)
    const order = await placedOrder(as, { rows: [{ product_id: 1, quantity: 7 }] })
    expect((await gina.get(`/ecommerce/order/last/${station}`)).body.data).toMatchObject({ id: order.id, rows: [{ quantity: 7 }] })
  }))

test('a photo of what arrived is kept with its order, and the dashboard counts orders by state', () =>
  inWorld(async ({ as, db }) => {
    const [gina, osvaldo] = [await as('gestore'), await as('sup.ordini')]
    await db.delete(ecommerce_orders)
    const { id } = await placedOrder(as)
    const [file] = (await gina.upload(`/ecommerce/order/${id}/upload`, [{ name: 'bolla.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') }])).body
      .data
    const path = `/ecommerce/order/${id}/files/${file.id}`
    expect((await osvaldo.get(path)).bytes.toString()).toContain('%PDF')
    expect((await gina.del(path)).status).toBe(204)
    expect((await osvaldo.get(path)).status).toBe(404)
    expect((await gina.get('/counters/orders')).body.data).toEqual({ new: 1, processing: 0, shipped: 0, low_stock: null })
    expect((await osvaldo.get('/counters/orders')).body.data).toMatchObject({ new: 1, low_stock: expect.any(Number) })
  }))
