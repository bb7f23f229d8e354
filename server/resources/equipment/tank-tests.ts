import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Periodicity } from '../../../src/contract/expirations/words.ts'
import { nextTest, testInterval } from '../../../src/rules/equipment/tank-tests.ts'
import { tanks } from '../../db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../db/schema/equipment/tank-maintenances.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { syncExpiration } from '../expirations/sync-expiration.ts'

type Tank = typeof tanks.$inferSelect
type Maintenance = typeof tank_maintenances.$inferSelect
const periodicities: Readonly<Record<number, Periodicity>> = {
  12: 'annual',
  24: 'biennial',
  36: 'triennial',
  60: 'quinquennial',
  120: 'decennial',
}

/** Creates, moves or cancels the expiration of a tank's next tightness test. A tank out of use has none. */
export async function syncTestExpiration(tank: Tank, context: Context): Promise<void> {
  const { months = 0 } = testInterval(tank, tank.last_test ?? dayInRome(context.now)) ?? {}
  await syncExpiration(
    {
      ...{ subject_type: 'tank', subject_id: tank.id, field: 'next_test', type: 'serbatoi', station_id: tank.station_id },
      date: tank.status === 'dismesso' ? null : tank.next_test,
      message: `Prova di tenuta della cisterna ${tank.number ?? tank.id}`,
      periodicity: periodicities[months] ?? 'once',
    },
    context,
  )
}

/**
 * Updates the last and next test of a tank from its newest tightness test, after a maintenance was written. `before` is the maintenance before
 * the change: if the tank's date came from it, the date changes with it. A failed test gives no new interval; only a next date entered with it counts.
 */
export async function updateTankTests(
  tank_id: number,
  before: Pick<Maintenance, 'type' | 'date'> | undefined,
  context: Context,
): Promise<void> {
  const { db, user, now } = context
  const [tank] = await db.select().from(tanks).where(eq(tanks.id, tank_id)).for('update')
  if (!tank) return
  const own = before?.type === 'prova_tenuta' && before.date === tank.last_test
  const [newest] = await db
    .select()
    .from(tank_maintenances)
    .where(and(eq(tank_maintenances.tank_id, tank_id), eq(tank_maintenances.type, 'prova_tenuta'), isNull(tank_maintenances.deleted_at)))
    .orderBy(desc(tank_maintenances.date), desc(tank_maintenances.id))
    .limit(1)
  if (!own && (!newest || (tank.last_test !== null && newest.date < tank.last_test))) return
  const { date = null, next_date = null, outcome = null } = newest ?? {}
  const usual = date === null ? null : outcome === 'negativo' ? tank.next_test : nextTest(tank, date)
  const tested = { last_test: date, next_test: next_date ?? usual }
  if (tested.last_test === tank.last_test && tested.next_test === tank.next_test) return
  const [after] = await db
    .update(tanks)
    .set({ ...tested, rev: tank.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
    .where(eq(tanks.id, tank_id))
    .returning()
  await context.history('tank', tank_id, 'updated', tank, after)
  await syncTestExpiration(after!, context)
}
