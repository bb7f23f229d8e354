import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { type Order, orderStatuses } from '../../../src/contract/shop/orders.ts'
import { inWords } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { files } from '../../db/schema/core/system.ts'
import { ecommerce_order_rows, ecommerce_order_steps, ecommerce_products, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { readCompany } from '../../lib/core/company.ts'
import type { Context, User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'

import { grantColumns, mayWriteStation } from '../stations/scope.ts'
import { orderScope } from './scope.ts'

/** The `owner_type` of its files. */
export const ORDER_FILES = 'ecommerce_order'
/** `O2026/00031` */
export const orderNumber = ({ id_year, id_number }: { id_year: number; id_number: number }) =>
  `O${id_year}/${String(id_number).padStart(5, '0')}`
export const numberColumn = sql<string>`('O' || ${table.id_year} || '/' || lpad(${table.id_number}::text, 5, '0'))`
export const orderColumns = {
  ...getTableColumns(table),
  number: numberColumn,
  station: { id: stations.id, code: stations.code, name: stations.name },
  user: users.name,
  rows_count: sql<number>`(select count(*)::int from ${ecommerce_order_rows} r where r.order_id = ${table.id})`,
  // Whoever received less than was shipped had to say so.
  differs: sql<boolean>`(${table.receipt_note} is not null)`,
}
export const orderSorts = {
  id: table.id,
  number: table.id,
  created_at: table.created_at,
  station: stations.code,
  user: users.name,
  total: table.total,
  status: inWords(table.status, orderStatuses),
}
const { id: lineId, ...line } = getTableColumns(ecommerce_order_rows)
const doer = alias(users, 'doer')

/** Orders that a person may see. */
export const seesOrder = (user: User) => orderScope(user, table.station_id)
/** Whether a person may read this order. */
export const readersOfOrder =
  (id: number, db: Db) =>
  async (person: User): Promise<boolean> =>
    allows('eco.order', person) && !!(await db.$count(table, and(eq(table.id, id), seesOrder(person))))
/** Euro above which an order needs to be approved; null where none does. */
export const approvalThreshold = async (db: Db): Promise<number | null> => (await readCompany(db)).company.order_approval_over
export const isAbove = (total: number, threshold: number | null) => threshold !== null && total > threshold
/** An order with its rows, steps and files. @throws 404 if it does not exist or is not visible */
export async function readOrder(id: number, { db, user }: Context): Promise<Order> {
  const [found] = await db
    .select({ ...orderColumns, ...grantColumns(user) })
    .from(table)
    .innerJoin(stations, eq(stations.id, table.station_id))
    .innerJoin(users, eq(users.id, table.user_id))
    .where(and(eq(table.id, id), seesOrder(user)))
  if (!found) throw problem.notFound()
  const { assigned, given, ...order } = found
  const rows = await db
    .select({ id: lineId, ...line, photo: ecommerce_products.image_320, stock: ecommerce_products.stock })
    .from(ecommerce_order_rows)
    .innerJoin(ecommerce_products, eq(ecommerce_products.id, ecommerce_order_rows.product_id))
    .where(eq(ecommerce_order_rows.order_id, id))
    .orderBy(asc(ecommerce_order_rows.id))
  const { id: stepId, status, note, at } = ecommerce_order_steps
  const steps = await db
    .select({ id: stepId, status, note, at, user: { id: doer.id, name: doer.name } })
    .from(ecommerce_order_steps)
    .leftJoin(doer, eq(doer.id, ecommerce_order_steps.user_id))
    .where(eq(ecommerce_order_steps.order_id, id))
    .orderBy(asc(stepId))
  const named = { id: table.id, id_year: table.id_year, id_number: table.id_number }
  const children = await db.select(named).from(table).where(eq(table.parent_id, id)).orderBy(asc(table.id))
  const [parent] = order.parent_id ? await db.select(named).from(table).where(eq(table.id, order.parent_id)) : []
  const own = await db
    .select()
    .from(files)
    .where(and(eq(files.owner_type, ORDER_FILES), eq(files.owner_id, id)))
    .orderBy(asc(files.id))
  const short = (one: { id: number; id_year: number; id_number: number }) => ({ id: one.id, number: orderNumber(one) })
  const writable = mayWriteStation(user, { assigned, given }, 'eco.order')
  const [approver] = order.approved_by ? await db.select({ name: users.name }).from(users).where(eq(users.id, order.approved_by)) : []
  const approval = {
    approved: order.approved_at ? { at: order.approved_at, by: approver?.name ?? null } : null,
    needs_approval: order.status === 'new' && !order.approved_at && isAbove(order.total, await approvalThreshold(db)),
  }
  return { ...order, rows, steps, parent: parent ? short(parent) : null, children: children.map(short), files: own, writable, ...approval }
}
