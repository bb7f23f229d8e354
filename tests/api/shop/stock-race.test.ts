import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { ecommerce_order_steps, ecommerce_orders, ecommerce_products } from '../../../server/db/schema/shop/shop.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import type { Order } from '../../../src/contract/shop/orders.ts'
import { testDatabase } from '../support/database.ts'
import { placedOrder } from '../support/shop-fixtures.ts'
import { signIn } from '../support/world.ts'

/** Against a database with committed transactions, because races do not show within one transaction. */
const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
const { db } = engine
const gina = await signIn(app, 'gestore')
const bosses = [await signIn(app, 'sup.ordini'), await signIn(app, 'sup.ordini'), await signIn(app, 'admin')]
afterAll(async () => {
  await app.close()
  await engine.close()
})
const place = (more: object) => placedOrder(async () => gina, more)
const confirm = ({ id, rev }: Order, by: number) =>
  bosses[by % bosses.length]!.put(`/ecommerce/order/${id}/status`, { rev, status: 'confirmed' })
const setStock = (stock: number) => db.update(ecommerce_products).set({ stock }).where(eq(ecommerce_products.id, 1))
const stock = async () => (await db.select().from(ecommerce_products).where(eq(ecommerce_products.id, 1)))[0]!.stock
const oneOf = (uuid: string = randomUUID()) => ({ uuid, rows: [{ product_id: 1, quantity: 1 }] })

test('of 50 orders of one piece that are placed and confirmed at once, the last 10 pieces are sold ten times', {
  timeout: 120_000,
}, async () => {
  await setStock(10)
  const orders = await Promise.all(Array.from({ length: 50 }, () => place(oneOf())))
  expect(new Set(orders.map(({ number }) => number)).size).toBe(50)
  const answers = await Promise.all(orders.map(confirm))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(
    Array(40).fill([422, `Giacenza insufficiente per "${orders[0]!.rows[0]!.name}".`]),
  )
  expect(await stock()).toBe(0)
  const states = await db.select({ id: ecommerce_orders.id, status: ecommerce_orders.status }).from(ecommerce_orders)
  const now = new Map(states.map(({ id, status }) => [id, status]))
  expect(orders.map(({ id }) => now.get(id))).toEqual(answers.map(({ status }) => (status === 200 ? 'confirmed' : 'new')))
})

test('an order that is confirmed several times at once is confirmed once and takes its pieces once', async () => {
  await setStock(10)
  const order = await place(oneOf())
  const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((by) => confirm(order, by)))
  expect(answers.map(({ status }) => status)).toHaveMembers([200, 409, 409, 409, 409, 409])
  expect(await stock()).toBe(9)
  const confirmed = and(eq(ecommerce_order_steps.order_id, order.id), eq(ecommerce_order_steps.status, 'confirmed'))
  expect(await db.$count(ecommerce_order_steps, confirmed)).toBe(1)
})

test('an order that is sent several times at once is one order', async () => {
  const body = { station_id: (await gina.get('/suggestions/stations')).body.data[0].id, ...oneOf() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => gina.post('/ecommerce/order', body)))
  expect(answers.map(({ status }) => status)).toHaveMembers([200, 200, 200, 200, 200, 201])
  expect(new Set(answers.map((one) => one.body.data.id)).size).toBe(1)
  expect(await db.$count(ecommerce_orders, eq(ecommerce_orders.uuid, body.uuid))).toBe(1)
})
