import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { createRng } from '../../outbox/rng.ts'
import { seededFolder } from '../../server-process.ts'
import { inFolder, serve } from '../support/killed.ts'

/** An issue of vouchers, an order of articles and the confirmation of another, killed so often (`KILLS`) at moments that a printed seed draws. */
const KILLS = Number(process.env.KILLS ?? 1)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const [VOUCHERS, STOCK, PIECES] = [5_000, 100_000, 3]
beforeAll(build, 600_000)

const NOTHING = { vouchers: 0, issued: 0, placed: 0, rows: 0, confirmed: 0, steps: 0, stock: 0 }
/** What the three have left behind: the vouchers and the state of the one, the order and its rows, the state, the step and the pieces of the other. */
const left = (coupons: number, uuid: string, confirmed: number) => `select
  (select count(*)::int from coupons where order_id = ${coupons}) as vouchers,
  (select count(*)::int from coupon_orders where id = ${coupons} and status <> 'paid') as issued,
  (select count(*)::int from ecommerce_orders where uuid = '${uuid}') as placed,
  (select count(*)::int from ecommerce_order_rows r join ecommerce_orders o on o.id = r.order_id where o.uuid = '${uuid}') as rows,
  (select count(*)::int from ecommerce_orders where id = ${confirmed} and status = 'confirmed') as confirmed,
  (select count(*)::int from ecommerce_order_steps where order_id = ${confirmed} and status = 'confirmed') as steps,
  (select ${STOCK} - stock from ecommerce_products where id = 1) as stock`

test.skipIf(!!process.env.TEST_DATABASE_URL)(
  `an issue of vouchers, an order and its confirmation killed ${KILLS} times leave all or nothing, and are done once when they are asked for again`,
  { timeout: 900_000 },
  async () => {
    console.log(`KILL_SEED=${SEED}`)
    const rng = createRng(SEED)
    const folder = await seededFolder(inject('snapshot'))
    const amid = { vouchers: 0, placed: 0, confirmed: 0 }
    for (let kills = 0; kills < KILLS; kills++) {
      await inFolder(folder, (client) => client.exec(`update ecommerce_products set stock = ${STOCK}, reorder_point = null where id = 1`))
      let server = await serve(folder, { DATABASE_URL: '' })
      const rows = [{ product_id: 1, quantity: PIECES }]
      const body = { uuid: randomUUID(), station_id: 1, rows }
      const buyer = { businessName: 'Ditta Interrotta', piva: '00743110157', emails: 'ditta@example.it', payment: 'omaggio' }
      const vouchers = (await server.ask('POST', '/coupons', { ...buyer, rows: [{ denomination: 10, quantity: VOUCHERS }] })).body.data
      const order = (await server.ask('POST', '/ecommerce/order', { ...body, uuid: randomUUID() })).body.data
      const three = [
        () => server.ask('POST', `/coupons/${vouchers.id}/issue`),
        () => server.ask('POST', '/ecommerce/order', body),
        () => server.ask('PUT', `/ecommerce/order/${order.id}/status`, { rev: order.rev, status: 'confirmed' }),
      ] as const
      const told = async () => (await inFolder(folder, (client) => client.query(left(vouchers.id, body.uuid, order.id)))).rows[0]!
      const first = rng.int(0, 2)
      const ended = Promise.allSettled([0, 1, 2].map((at) => three[(first + at) % 3]!()))
      await new Promise((resolve) => setTimeout(resolve, rng.int(0, 1_500)))
      await server.kill()
      await ended
      const state = await told()
      const [issued, placed, confirmed] = [state.issued!, state.placed!, state.confirmed!]
      const whole = { vouchers: issued * VOUCHERS, issued, placed, rows: placed, confirmed, steps: confirmed, stock: confirmed * PIECES }
      expect(state, `after kill ${kills}`).toEqual({ ...NOTHING, ...whole })
      amid.vouchers += 1 - issued
      amid.placed += 1 - placed
      amid.confirmed += 1 - confirmed
      server = await serve(folder, { DATABASE_URL: '' })
      const answers = [await three[0](), await three[1](), await three[2]()].map(({ status }) => status)
      expect(answers).toEqual([200, placed ? 200 : 201, confirmed ? 409 : 200])
      await server.kill()
      expect(await told()).toEqual({ vouchers: VOUCHERS, issued: 1, placed: 1, rows: 1, confirmed: 1, steps: 1, stock: PIECES })
    }
    console.log(`killed ${KILLS} times; not done yet then: ${JSON.stringify(amid)}`)
  },
)
