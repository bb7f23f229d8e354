import { and, arrayContains, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import type { ecommerceOrders as contract, Order } from '../../../src/contract/shop/orders.ts'
import { wantedProblem } from '../../../src/rules/shop/cart.ts'
import { formatEuro, orderTotals, quantityProblem } from '../../../src/rules/shop/order-rows.ts'
import { mayChange } from '../../../src/rules/shop/order-states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import {
  ecommerce_carts,
  ecommerce_order_rows,
  ecommerce_order_steps,
  ecommerce_products,
  ecommerce_orders as table,
} from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { nextNumber } from '../../lib/tables/numbering.ts'
import { notify } from '../notifications/notify.ts'
import { needStation } from '../stations/scope.ts'
import { needOrder, personOf } from './need-order.ts'
import { approvalThreshold, isAbove, orderNumber, readersOfOrder, readOrder } from './read-order.ts'
import { orderableAt } from './scope.ts'

interface Asked {
  product_id: number
  quantity: number
  seen_price?: number | undefined
}
/**
 * The rows as they are stored: what is ordered is the article as it is now, whatever price the device knew.
 * @throws 422 at the row: what is not orderable at the station, wrong quantities, an article twice, or dearer than the person saw
 */
async function pricedRows(asked: readonly Asked[], station: number, { db }: Context) {
  const ids = asked.map(({ product_id }) => product_id)
  const found = await db
    .select({ product: ecommerce_products, orderable: sql<boolean>`${orderableAt(station)}` })
    .from(ecommerce_products)
    .where(inArray(ecommerce_products.id, ids))
    .orderBy(asc(ecommerce_products.id))
    .for('key share')
  const errors: Record<string, string | undefined> = {}
  const rows = asked.flatMap(({ product_id, quantity, seen_price }, at) => {
    const { product, orderable } = found.find((one) => one.product.id === product_id) ?? {}
    if (!product) errors[`rows.${at}.product_id`] = messages.exists('Articolo')
    else if (!orderable) errors[`rows.${at}.product_id`] = `"${product.name}" non è più ordinabile: toglierlo dall’ordine.`
    else if (ids.indexOf(product_id) !== at) errors[`rows.${at}.product_id`] = `"${product.name}" è presente due volte.`
    else if (seen_price !== undefined && product.price > seen_price)
      errors[`rows.${at}.product_id`] =
        `"${product.name}" costa ora ${formatEuro(product.price)} e non più ${formatEuro(seen_price)}: confermare il nuovo prezzo.`
    else errors[`rows.${at}.quantity`] = quantityProblem(product, quantity)
    if (!product) return []
    const { code, name, unit, price, vat } = product
    return [{ product_id, code, name, unit, price, vat, quantity }]
  })
  refuse(errors)
  return rows
}
/** @throws 422 for a day that is past */
const checkDay = (wanted_at: string | null | undefined, now: Date) => refuse({ wanted_at: wantedProblem(wanted_at, dayInRome(now)) })

/** Places an order. The `uuid` is its key: whoever sends it again gets the order that is there. */
export async function placeOrder(input: Parsed<typeof contract.create, never>, context: Context): Promise<Order> {
  const { db, user, now, history, audit } = context
  const { uuid, station_id, rows: asked, note, wanted_at } = input
  // Two requests of one order wait for each other, so that the second finds what the first has placed.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${uuid}, 0))`)
  const there = await sameOrder(input, context)
  if (there) return there
  await needStation(db, user, station_id, 'eco.order')
  checkDay(wanted_at, now)
  const rows = await pricedRows(asked, station_id, context)
  const { rates: _, ...totals } = orderTotals(rows)
  const stamp = { created_by: user.id, updated_by: user.id, created_at: now.toISOString(), updated_at: now.toISOString() }
  const [made] = await db
    .insert(table)
    .values({ ...{ uuid, station_id, user_id: user.id, note, wanted_at }, ...totals, ...stamp, ...(await nextNumber(db, 'order', now)) })
    .returning()
  const { id } = made!
  await db.insert(ecommerce_order_rows).values(rows.map((row) => ({ ...row, order_id: id })))
  await db.insert(ecommerce_order_steps).values({ order_id: id, status: 'new', user_id: user.id, at: now.toISOString() })
  await db.delete(ecommerce_carts).where(and(eq(ecommerce_carts.uuid, uuid), eq(ecommerce_carts.user_id, user.id)))
  audit({ entity_id: id })
  await history('ecommerce_order', id, 'created', null, { ...made, rows })
  const [station] = await db.select({ code: stations.code, name: stations.name }).from(stations).where(eq(stations.id, station_id))
  const above = isAbove(made!.total, await approvalThreshold(db))
  const approvers = above ? await superAdmins(db) : []
  await notify(
    {
      event: 'order_created',
      subject: { type: 'ecommerce_order', id: id, link: `/intracommerce/ordine/${id}` },
      title: `Nuovo ordine ${orderNumber(made!)} di ${station!.code} ${station!.name}`,
      text: `${user.name} ha ordinato:\n\n${rows.map((row) => `${row.quantity} × ${row.name}`).join('\n')}${note ? `\n\n${note}` : ''}${above ? `\n\nTotale ${formatEuro(made!.total)}: supera la soglia, e serve l’approvazione di un super amministratore.` : ''}`,
      people: approvers.map((user_id) => ({ user_id, reason: 'L’ordine aspetta la tua approvazione.' })),
      by: user.id,
      mayRead: readersOfOrder(id, db),
    },
    context,
  )
  return readOrder(id, context)
}
const superAdmins = async (db: Context['db']) =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.enabled, 1), isNull(users.deleted_at), arrayContains(users.roles, ['superAdmin'])))
  ).map(({ id }) => id)
const contentOf = ({
  rows,
  note,
  wanted_at,
}: Pick<Parsed<typeof contract.create, never>, 'note' | 'wanted_at'> & { rows: readonly Asked[] }) =>
  JSON.stringify([
    rows.map(({ product_id, quantity }) => [product_id, quantity]).sort(([a = 0], [b = 0]) => a - b),
    note ?? null,
    wanted_at ?? null,
  ])
/** The order of this key if it is there, which is then the answer. @throws 409 if it is another person's, 422 if it asks for something else */
async function sameOrder(input: Parsed<typeof contract.create, never>, context: Context): Promise<Order | undefined> {
  const [found] = await context.db.select({ id: table.id, user_id: table.user_id }).from(table).where(eq(table.uuid, input.uuid))
  if (!found) return undefined
  if (found.user_id !== context.user.id) throw problem.conflict('Questo identificativo appartiene a un altro ordine.')
  const order = await readOrder(found.id, context)
  if (contentOf(order) !== contentOf(input))
    throw problem.unprocessable(
      `Era già arrivato come ordine ${order.number}, e dice altro: controllarlo e ordinare a parte quello che manca.`,
      {
        code: 'arrived',
      },
    )
  context.status(200)
  context.audit({ entity_id: found.id })
  return order
}

/** Changes a new order: by its author. @throws 403, 409 if it is no longer new or was changed since */
export async function changeOrder(
  { id, rev, rows: asked, ...given }: Parsed<typeof contract.update, never>,
  context: Context,
): Promise<Order> {
  const { db, user, now, history } = context
  const { before, order } = await needOrder({ id, rev }, context)
  if (!mayChange(order, personOf(user))) {
    if (order.status !== 'new') throw problem.conflict('L’ordine non è più nuovo: non si può modificare.')
    throw problem.forbidden()
  }
  if (given.wanted_at !== before.wanted_at) checkDay(given.wanted_at, now)
  const rows = asked && (await pricedRows(asked, before.station_id, context))
  if (rows) {
    await db.delete(ecommerce_order_rows).where(eq(ecommerce_order_rows.order_id, id))
    await db.insert(ecommerce_order_rows).values(rows.map((row) => ({ ...row, order_id: id })))
  }
  const { rates: _, ...totals } = rows ? orderTotals(rows) : { rates: [] }
  const [after] = await db
    .update(table)
    .set({
      ...given,
      ...totals,
      ...(rows && { approved_at: null, approved_by: null }),
      rev: before.rev + 1,
      updated_at: now.toISOString(),
      updated_by: user.id,
    })
    .where(eq(table.id, id))
    .returning()
  await history('ecommerce_order', id, 'updated', { ...before, rows: order.rows }, { ...after, rows: rows ?? order.rows })
  return readOrder(id, context)
}
