import { and, eq, sql } from 'drizzle-orm'
import { messages } from '../../../src/contract/kernel/valibot-it.ts'
import { competitorPrices as contract } from '../../../src/contract/prices/competitor-prices.ts'
import { competitor_prices, competitors as table } from '../../db/schema/prices/competitors.ts'
import { fuels } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { inStations } from '../stations/scope.ts'
import { compared, daysOf } from './competitor-comparison.ts'
import { comparedStation, neighbours, take } from './competitor-neighbours.ts'
import { storeDay } from './competitor-price-store.ts'

/** A competitor that the caller may see. @throws 404 for any other */
async function readable(id: number, context: Context) {
  const [row] = await context.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), inStations(context.user, table.station_id)))
  if (!row) throw problem.notFound()
  return row
}
/** A competitor that the caller may change. @throws 404 if out of reach, 403 if its station is only readable */
export async function writable(id: number, context: Context) {
  const row = await readable(id, context)
  await comparedStation(row.station_id, context)
  return row
}

export default implement(contract, {
  neighbours,
  take,
  async comparison({ id }, context) {
    return compared(await readable(id, context), context)
  },
  async days({ id, fuel_id, mode }, context) {
    return daysOf(await readable(id, context), { fuel_id, mode }, context)
  },
  async survey({ id, fuel_id, mode, price }, context) {
    const { db, now } = context
    const row = await writable(id, context)
    if (!(await db.$count(fuels, eq(fuels.id, fuel_id)))) throw problem.invalid({ fuel_id: messages.exists('Carburante') })
    const seen = { price, at: now.toISOString(), source: 'manuale' as const }
    await db
      .insert(competitor_prices)
      .values({ competitor_id: id, fuel_id, mode, ...seen })
      .onConflictDoUpdate({ target: [competitor_prices.competitor_id, competitor_prices.fuel_id, competitor_prices.mode], set: seen })
    await storeDay(db, sql`c.id = ${id}`, dayInRome(now))
    context.audit({ entity_id: id })
    return compared(row, context)
  },
})
