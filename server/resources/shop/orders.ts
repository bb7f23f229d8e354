import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { ecommerceOrders as contract } from '../../../src/contract/shop/orders.ts'
import { mayRemove } from '../../../src/rules/shop/order-states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { ecommerce_order_rows, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { attachmentsOf } from '../../lib/files/attachments.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { ranksOf } from '../../lib/tables/ranks.ts'
import { has, matches, onPage, ordering, wordsOf } from '../../lib/tables/table.ts'
import { needStation } from '../stations/scope.ts'
import { needOrder, personOf } from './need-order.ts'
import { orderPdf, summaryPdf } from './order-pdfs.ts'
import { changeOrder, placeOrder } from './place-order.ts'
import { numberColumn, ORDER_FILES, orderColumns, orderSorts, readOrder, seesOrder } from './read-order.ts'
import { orderedWithin, statisticsOf } from './statistics.ts'
import { approveOrder, stepOrder } from './step-order.ts'

function filtered(input: Parsed<typeof contract.list, never>, { user }: Context): SQL | undefined {
  const { status, station_id, product_id, from, to } = input
  return and(
    seesOrder(user),
    ...wordsOf(input.search ?? input.query).map((word) =>
      or(
        has(sql`lower(${numberColumn})`, word),
        sql`${table.user_id} in (select u.id from ${users} u where ${matches(word, sql`u.name`)})`,
        sql`${table.station_id} in (select s.id from ${stations} s where ${has(sql`s.search_text`, word)})`,
      ),
    ),
    orderedWithin(from, to),
    status?.length ? inArray(table.status, status) : undefined,
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
    product_id?.length
      ? sql`exists (select 1 from ${ecommerce_order_rows} r where r.order_id = ${table.id} and r.product_id = any(${sql.param(product_id)}::int[]))`
      : undefined,
  )
}
/** A file may be added by who may write for the station of the order: a photo of what has arrived. @throws 404, 403 */
async function needFiles({ id }: { id: number }, context: Context) {
  const order = await readOrder(id, context)
  if (!order.writable) throw problem.forbidden()
}

export default implement(contract, {
  list: exportableList((input, context) => {
    const asked = input.sort ?? contract.list.order
    const { joins, sorts } = ranksOf(asked, {
      station: { by: table.station_id, id: stations.id, text: stations.name },
      user: { by: table.user_id, id: users.id, text: users.name },
    })
    const from = sql`${table}${joins}`
    const order = ordering(asked, { ...orderSorts, ...sorts }, table.id)
    return {
      ...{ id: table.id, from, where: filtered(input, context), order, facets: { status: table.status } },
      rows: ({ where, in_all, limit, offset }) =>
        context.db
          .select({ ...orderColumns, in_all })
          .from(table)
          .innerJoin(stations, eq(stations.id, table.station_id))
          .innerJoin(users, eq(users.id, table.user_id))
          .where(onPage(table.id, where, order, limit, offset, from))
          .orderBy(...ordering(asked, orderSorts, table.id)),
    }
  }),
  get: ({ id }, context) => readOrder(id, context),
  create: placeOrder,
  update: changeOrder,
  async remove({ id }, context) {
    const { db, user, history } = context
    const [there] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
    if (!there) return undefined
    const { before, order } = await needOrder({ id }, context)
    if (!mayRemove(order, personOf(user)))
      throw problem.conflict('Un ordine già confermato non si elimina: annullarlo, se è ancora possibile.')
    await db.update(table).set({ parent_id: null }).where(eq(table.parent_id, id))
    await db.delete(files).where(and(eq(files.owner_type, ORDER_FILES), eq(files.owner_id, id)))
    await db.delete(table).where(eq(table.id, id))
    await history('ecommerce_order', id, 'deleted', { ...before, rows: order.rows }, null)
    return undefined
  },
  step: stepOrder,
  approve: approveOrder,
  ...attachmentsOf(ORDER_FILES, ({ id }, context) => readOrder(id, context), needFiles),
  async last({ stationId }, context) {
    const { db, user } = context
    await needStation(db, user, stationId)
    const [found] = await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.station_id, stationId), eq(table.user_id, user.id), seesOrder(user)))
      .orderBy(desc(table.id))
      .limit(1)
    return found ? readOrder(found.id, context) : null
  },
  pdf: ({ id }, context) => orderPdf(id, context),
  summary: summaryPdf,
  statistics: statisticsOf,
})
