import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { requiredIf } from '../../../src/contract/kernel/fields.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { type ecommerceOrders as contract, type Order, orderStatuses } from '../../../src/contract/shop/orders.ts'
import { orderTotals, tooManyOf } from '../../../src/rules/shop/order-rows.ts'
import { stepTo } from '../../../src/rules/shop/order-states.ts'
import { ecommerce_order_rows, ecommerce_order_steps, ecommerce_products, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { notify } from '../notifications/notify.ts'
import { needOrder, personOf } from './need-order.ts'
import { orderNumber, readersOfOrder, readOrder } from './read-order.ts'
import { productScope } from './scope.ts'

type Input = Parsed<typeof contract.step, never>
type Line = Order['rows'][number]
type Stored = typeof table.$inferSelect

/** Takes an order to another state, with all that follows from it: stock, counted rows, an order for what is missing, mails. */
export async function stepOrder(input: Input, context: Context): Promise<Order> {
  const { id, status, reason, receipt_note } = input
  const { db, user, now, history } = context
  const { before, order } = await needOrder(input, context)
  const step = stepTo(order, status, personOf(user))
  if (step === undefined)
    throw problem.conflict(
      `L’ordine è nello stato "${orderStatuses[order.status]}": il passaggio a "${orderStatuses[status]}" non è possibile.`,
    )
  if (step === null) throw problem.forbidden()
  if (status === 'confirmed' && order.needs_approval)
    throw problem.conflict('L’ordine supera la soglia di approvazione: deve prima approvarlo un super amministratore.')
  refuse({ reason: requiredIf(!!step.reason, 'Motivo', reason) })
  const effect = await effects(before, order, input, context)
  const at = now.toISOString()
  const [after] = await db
    .update(table)
    .set({ ...effect, status, ...(reason && { reason }), rev: before.rev + 1, updated_at: at, updated_by: user.id })
    .where(eq(table.id, id))
    .returning()
  await db.insert(ecommerce_order_steps).values({ order_id: id, status, user_id: user.id, note: reason ?? receipt_note ?? null, at })
  await history('ecommerce_order', id, 'status', { ...before, rows: order.rows }, { ...after, rows: (await readOrder(id, context)).rows })
  await tellAuthor(order, input, context)
  return readOrder(id, context)
}

/** What a passage changes beside the state. */
async function effects(before: Stored, { rows }: Order, input: Input, context: Context): Promise<Partial<Stored>> {
  const at = context.now.toISOString()
  const { status, carrier, tracking, receipt_note, backorder } = input
  const why = `Ordine ${orderNumber(before)}: ${orderStatuses[status]}`
  if (status === 'confirmed') for (const row of inOrder(rows)) await takeFromStock(row, why, context)
  if (status === 'cancelled' && before.status === 'confirmed') for (const row of inOrder(rows)) await putBack(row, why, context)
  if (status === 'shipped') {
    const sent = await count(rows, input, 'shipped', ({ quantity }) => quantity, context)
    if (![...sent.values()].some(Boolean)) throw problem.unprocessable('Almeno un articolo deve essere spedito.')
    const missing = inOrder(rows)
      .map((row) => ({ ...row, quantity: row.quantity - sent.get(row.id)! }))
      .filter(({ quantity }) => quantity > 0)
    if (backorder && missing.length) await orderMissing(before, missing, context)
    else for (const row of missing) await putBack(row, why, context)
    const { rates: _, ...totals } = orderTotals(rows.map((row) => ({ ...row, shipped: sent.get(row.id)! })))
    return { shipped_at: at, carrier: carrier ?? null, tracking: tracking ?? null, ...totals }
  }
  if (status === 'delivered') {
    const came = await count(rows, input, 'delivered', sentOf, context)
    const short = inOrder(rows).filter((row) => came.get(row.id)! < sentOf(row))
    refuse({ receipt_note: short.length && !receipt_note ? 'Indicare che cosa manca o è arrivato danneggiato.' : undefined })
    if (short.length) await tellShipper(before, short, came, receipt_note!, context)
    return { delivered_at: at, receipt_note: receipt_note ?? null }
  }
  return {}
}
const sentOf = ({ shipped, quantity }: Line) => shipped ?? quantity
/** Always in the same order, so that two orders of the same articles do not wait for each other. */
const inOrder = (rows: readonly Line[]) => rows.toSorted((a, b) => a.product_id - b.product_id)
/** Sets what was counted of each row, by default all. Gives the quantities by row. @throws 422 at the row that counts too much */
async function count(
  rows: readonly Line[],
  { rows: given }: Input,
  column: 'shipped' | 'delivered',
  most: (row: Line) => number,
  { db }: Context,
) {
  const counted = new Map(rows.map((row) => [row.id, given.find(({ id }) => id === row.id)?.quantity ?? most(row)]))
  refuse(
    Object.fromEntries(
      given.map(({ id, quantity }, at) => {
        const row = rows.find((one) => one.id === id)
        const error = !row
          ? 'La riga non è di questo ordine.'
          : quantity > most(row)
            ? tooManyOf(row.name, most(row), column === 'delivered')
            : undefined
        return [`rows.${at}.quantity`, error]
      }),
    ),
  )
  for (const [id, quantity] of counted)
    await db
      .update(ecommerce_order_rows)
      .set({ [column]: quantity })
      .where(eq(ecommerce_order_rows.id, id))
  return counted
}

const moved = (by: number, now: Date) => ({
  stock: sql`${ecommerce_products.stock} + ${by}`,
  rev: sql`${ecommerce_products.rev} + 1`,
  updated_at: now.toISOString(),
})
/** The history of the article says what an order took or brought back, beside the corrections by hand. */
async function tellMovement(product_id: number, stock: number | null | undefined, by: number, why: string, { history }: Context) {
  if (stock != null) await history('ecommerce_product', product_id, 'updated', { stock: stock - by }, { stock, movement: why })
}
/** Takes what is ordered out of stock, as far as it is counted. The row of the article is what other orders wait for. @throws 422 */
async function takeFromStock({ product_id, name, quantity }: Line, why: string, context: Context) {
  const { db, now } = context
  const [taken] = await db
    .update(ecommerce_products)
    .set(moved(-quantity, now))
    .where(and(eq(ecommerce_products.id, product_id), or(isNull(ecommerce_products.stock), gte(ecommerce_products.stock, quantity))))
    .returning({ stock: ecommerce_products.stock, reorder_point: ecommerce_products.reorder_point, code: ecommerce_products.code })
  if (!taken) throw problem.unprocessable(`Giacenza insufficiente per "${name}".`)
  const { stock, reorder_point, code } = taken
  await tellMovement(product_id, stock, -quantity, why, context)
  // Told when it falls to the reorder point, and not again with each order after.
  if (stock === null || reorder_point === null || stock > reorder_point || stock + quantity <= reorder_point) return
  await notify(
    {
      event: 'stock_low',
      subject: { type: 'ecommerce_product', id: product_id, link: `/intracommerce/articoli/${product_id}` },
      title: `Articolo sotto scorta: ${code} ${name}`,
      text: `La giacenza di "${name}" è scesa a ${stock}; la scorta minima è ${reorder_point}.`,
      by: context.user.id,
      mayRead: async (person) =>
        allows('eco.order', person) &&
        !!(await db.$count(ecommerce_products, and(eq(ecommerce_products.id, product_id), productScope(person)))),
    },
    context,
  )
}
async function putBack({ product_id, quantity }: Pick<Line, 'product_id' | 'quantity'>, why: string, context: Context) {
  const [put] = await context.db
    .update(ecommerce_products)
    .set(moved(quantity, context.now))
    .where(and(eq(ecommerce_products.id, product_id), isNotNull(ecommerce_products.stock)))
    .returning({ stock: ecommerce_products.stock })
  await tellMovement(product_id, put?.stock, quantity, why, context)
}
/** An order of its own for what was not shipped: confirmed, because its units are out of stock already. */
async function orderMissing(before: Stored, missing: readonly Line[], context: Context) {
  const { db, user, now, history } = context
  const at = now.toISOString()
  const rows = missing.map(({ product_id, code, name, unit, price, vat, quantity }) => ({
    product_id,
    code,
    name,
    unit,
    price,
    vat,
    quantity,
  }))
  const { rates: _, ...totals } = orderTotals(rows)
  const { station_id, user_id, wanted_at } = before
  const stamp = { created_at: at, updated_at: at, created_by: user.id, updated_by: user.id }
  const [made] = await db
    .insert(table)
    .values({
      ...{ uuid: randomUUID(), station_id, user_id, wanted_at, status: 'confirmed' as const, parent_id: before.id },
      ...{ note: `Articoli non spediti dell’ordine ${orderNumber(before)}.`, ...totals, ...stamp, ...(await nextNumber(db, 'order', now)) },
    })
    .returning()
  await db.insert(ecommerce_order_rows).values(rows.map((row) => ({ ...row, order_id: made!.id })))
  await db.insert(ecommerce_order_steps).values({ order_id: made!.id, status: 'confirmed', user_id: user.id, at })
  await history('ecommerce_order', made!.id, 'created', null, { ...made, rows })
}
/** Who shipped is told what did not arrive. */
async function tellShipper(order: Stored, short: readonly Line[], came: ReadonlyMap<number, number>, note: string, context: Context) {
  const { db, user } = context
  const { order_id, status, user_id, id } = ecommerce_order_steps
  const [shipped] = await db
    .select({ user_id })
    .from(ecommerce_order_steps)
    .where(and(eq(order_id, order.id), eq(status, 'shipped')))
    .orderBy(desc(id))
    .limit(1)
  if (!shipped?.user_id) return
  await notify(
    {
      event: 'order_status',
      subject: { type: 'ecommerce_order', id: order.id, link: `/intracommerce/ordine/${order.id}` },
      title: `Ordine ${orderNumber(order)}: differenze alla consegna`,
      text: [...short.map((row) => `${row.name}: arrivati ${came.get(row.id)} di ${sentOf(row)}.`), note].join('\n'),
      people: [{ user_id: shipped.user_id, reason: 'Hai spedito tu questo ordine.' }],
      by: user.id,
      mayRead: readersOfOrder(order.id, db),
    },
    context,
  )
}
/** The mail to the author that each step sends. */
function tellAuthor({ id, number, user_id, station }: Order, { status, reason, carrier, tracking }: Input, context: Context) {
  const state = orderStatuses[status]
  const facts = [reason && `Motivo: ${reason}`, carrier && `Corriere: ${carrier}`, tracking && `Codice spedizione: ${tracking}`].filter(
    Boolean,
  )
  return notify(
    {
      event: 'order_status',
      subject: { type: 'ecommerce_order', id, link: `/intracommerce/ordine/${id}` },
      title: `Ordine ${number}: ${state}`,
      text: [`L’ordine ${number} per ${station.code} ${station.name} è nello stato "${state}".`, ...facts].join('\n'),
      people: [{ user_id, reason: 'Hai fatto tu questo ordine.' }],
      by: context.user.id,
      mayRead: readersOfOrder(id, context.db),
    },
    context,
  )
}

/** Lets an order above the threshold be confirmed. @throws 409 if it needs no approval */
export async function approveOrder({ id, rev }: { id: number; rev: number }, context: Context): Promise<Order> {
  const { db, user, now, history } = context
  const { before, order } = await needOrder({ id, rev }, context)
  if (!order.needs_approval) throw problem.conflict('L’ordine non aspetta un’approvazione.')
  const at = now.toISOString()
  const [after] = await db
    .update(table)
    .set({ approved_at: at, approved_by: user.id, rev: before.rev + 1, updated_at: at, updated_by: user.id })
    .where(eq(table.id, id))
    .returning()
  await history('ecommerce_order', id, 'updated', before, after)
  await notify(
    {
      event: 'order_status',
      subject: { type: 'ecommerce_order', id, link: `/intracommerce/ordine/${id}` },
      title: `Ordine ${order.number}: approvato`,
      text: `L’ordine ${order.number} per ${order.station.code} ${order.station.name} è stato approvato da ${user.name} e può essere confermato.`,
      people: [{ user_id: order.user_id, reason: 'Hai fatto tu questo ordine.' }],
      by: user.id,
      mayRead: readersOfOrder(id, db),
    },
    context,
  )
  return readOrder(id, context)
}
