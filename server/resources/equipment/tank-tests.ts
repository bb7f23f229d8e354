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

/** Keeps the expiration of the next tightness test of a tank as its date says; one out of use has none. */
export async function keepTestDue(tank: Tank, context: Context): Promise<void> {
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
 * After an intervention was written: the newest tightness test says when the tank was tested last and when next (domain.md 5.2). `before`: as it was; where
 * the tank's date was its own, it goes with it. A failed test gives no new interval: only the date that was written beside it counts.
 */
export async function settleTests(
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
  await keepTestDue(after!, context)
}
