import { eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { networkWide } from '../../../src/rules/stations/access.ts'
import { ecommerce_categories, ecommerce_product_stations, ecommerce_products } from '../../db/schema/shop/shop.ts'
import type { User } from '../../lib/core/context.ts'
import { assignedIds, isAssigned } from '../stations/scope.ts'

/** Whether a person orders for every station: those who manage orders, and those whose role reaches the whole network. */
const ordersEverywhere = (user: User) => allows('eco.order', networkWide(user))
/** Condition that a person may order for the station; undefined for those who order everywhere. Source: docs/spec/security.md#row-scopes */
export const orderScope = (user: User, station: AnyPgColumn | SQL): SQL | undefined =>
  ordersEverywhere(user) ? undefined : isAssigned(user, station)
/** Condition that a product may be ordered by one of these stations. */
const orderableBy = (stations: SQL) =>
  or(
    eq(ecommerce_products.all_stations, true),
    sql`exists (select 1 from ${ecommerce_product_stations} where ${ecommerce_product_stations.product_id} = ${ecommerce_products.id}
      and ${ecommerce_product_stations.station_id} in (${stations}))`,
  )!
/** Condition that a category is one of these or stands below one. */
export const inCategories = (category: AnyPgColumn | SQL, ids: readonly number[]) =>
  sql`${category} in (select c.id from ${ecommerce_categories} c where c.id = any(${sql.param(ids)}::int[]) or c.parent_id = any(${sql.param(ids)}::int[]))`
export const orderableAt = (station: number) => sql`(${ecommerce_products.active} and ${orderableBy(sql`${station}::int`)})`
/** Condition that a person sees a product: whoever manages orders all, others those they can order. */
export function productScope(user: User): SQL | undefined {
  if (allows('eco.admin', user)) return undefined
  if (ordersEverywhere(user)) return eq(ecommerce_products.active, true)
  return sql`(${ecommerce_products.active} and ${orderableBy(sql.join(assignedIds(user), sql` union `))})`
}
