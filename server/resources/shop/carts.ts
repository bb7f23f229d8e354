import { and, eq, getTableColumns } from 'drizzle-orm'
import { type Cart, ecommerceCarts as contract } from '../../../src/contract/shop/carts.ts'
import { ecommerce_orders, ecommerce_carts as table } from '../../db/schema/shop/shop.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { needStation } from '../stations/scope.ts'

const { user_id: _, station_id: __, ...columns } = getTableColumns(table)
const own = (station: number, { user }: Context) => and(eq(table.user_id, user.id), eq(table.station_id, station))
async function cartOf(station: number, context: Context): Promise<Cart | null> {
  const [found] = await context.db.select(columns).from(table).where(own(station, context))
  return found ?? null
}

export default implement(contract, {
  async get({ stationId }, context) {
    await needStation(context.db, context.user, stationId)
    return cartOf(stationId, context)
  },
  async save({ stationId, ...cart }, context) {
    const { db, user, now } = context
    await needStation(db, user, stationId, 'eco.order')
    // What was ordered meanwhile, on this device or another, must not be ordered again.
    if (await db.$count(ecommerce_orders, eq(ecommerce_orders.uuid, cart.uuid))) {
      await db.delete(table).where(and(own(stationId, context), eq(table.uuid, cart.uuid)))
      return cartOf(stationId, context)
    }
    // A clock that is ahead must not win over every later change.
    const changed_at = cart.changed_at > now.toISOString() ? now.toISOString() : cart.changed_at
    const [before] = await db.select().from(table).where(own(stationId, context)).for('update')
    if (before && before.changed_at > changed_at) return cartOf(stationId, context)
    const values = { uuid: cart.uuid, rows: cart.rows, note: cart.note ?? null, wanted_at: cart.wanted_at ?? null, changed_at }
    await db
      .insert(table)
      .values({ user_id: user.id, station_id: stationId, ...values })
      .onConflictDoUpdate({ target: [table.user_id, table.station_id], set: values })
    return cartOf(stationId, context)
  },
})
