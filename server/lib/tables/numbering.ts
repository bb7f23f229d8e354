import { sql } from 'drizzle-orm'
import { counters } from '../../db/schema/core/system.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../core/db.ts'

/** The next number of the year (of Rome). Its row stays locked until the transaction ends, so that numbers have no gaps. */
export async function nextNumber(
  db: Db,
  name: 'inspection' | 'order' | 'ticket' | 'coupon_order' | 'gpl_request',
  now: Date,
): Promise<{ id_year: number; id_number: number }> {
  const id_year = Number(dayInRome(now).slice(0, 4))
  const [row] = await db
    .insert(counters)
    .values({ name, year: id_year, value: 1 })
    .onConflictDoUpdate({ target: [counters.name, counters.year], set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
  return { id_year, id_number: row!.value }
}
