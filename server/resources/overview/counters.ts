import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { counters } from '../../../src/contract/overview/counters.ts'
import type { OrderStatus } from '../../../src/contract/shop/orders.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspections } from '../../db/schema/inspections/inspections.ts'
import { ecommerce_orders, ecommerce_products } from '../../db/schema/shop/shop.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { implement } from '../../lib/core/implement.ts'
import { hasOpenNc } from '../inspections/read.ts'
import { seesOrder } from '../shop/read-order.ts'
import { stationScope } from '../stations/scope.ts'

export default implement(counters, {
  admin: async (_, { db }) => ({
    users: await db.$count(users, and(eq(users.enabled, 1), isNull(users.deleted_at))),
    stations: await db.$count(stations, isNull(stations.deleted_at)),
  }),
  accounting: async (_, { db }) => ({
    banks: await db.$count(banks),
    cards: await db.$count(cards, isNull(cards.deleted_at)),
    customers: await db.$count(customers, isNull(customers.deleted_at)),
  }),
  station: async (_, { db, user }) => ({ stations: await db.$count(stations, stationScope(user)) }),
  async orders(_, { db, user }) {
    const of = (...status: OrderStatus[]) => db.$count(ecommerce_orders, and(seesOrder(user), inArray(ecommerce_orders.status, status)))
    const low = and(eq(ecommerce_products.active, true), lte(ecommerce_products.stock, ecommerce_products.reorder_point))
    return {
      new: await of('new'),
      processing: await of('confirmed', 'processing'),
      shipped: await of('shipped'),
      low_stock: allows('eco.admin', user) ? await db.$count(ecommerce_products, low) : null,
    }
  },
  async inspection(_, { db, user }) {
    const own = and(isNull(inspections.deleted_at), allows('super', user) ? undefined : eq(inspections.inspector_id, user.id))
    return {
      drafts: await db.$count(inspections, and(own, eq(inspections.status, 'draft'))),
      planned: await db.$count(inspections, and(own, eq(inspections.status, 'planned'))),
      open_nc: await db.$count(inspections, and(own, hasOpenNc)),
    }
  },
})
