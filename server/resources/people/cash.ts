import { eq, sql } from 'drizzle-orm'
import { cash_funds } from '../../db/schema/people/managements.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'

const EXCEEDED = 'La restituzione supera il fondo cassa disponibile.'
const balanceSql = sql<number>`coalesce(sum(case when ${cash_funds.kind} = 'restituzione' then -1 else 1 end * ${cash_funds.cashFundAmount}), 0)::float8`
/** What a manager was given less what came back, in euro and cents. */
export async function cashBalance(db: Context['db'], management_id: number): Promise<number> {
  const [row] = await db.select({ balance: balanceSql }).from(cash_funds).where(eq(cash_funds.management_id, management_id))
  return Math.round(row!.balance * 100) / 100
}
/** @throws 409 if more would have come back than was given; the management must be locked, and the movement written */
export async function needCashLeft(db: Context['db'], management_id: number): Promise<void> {
  if ((await cashBalance(db, management_id)) < 0) throw problem.conflict(EXCEEDED)
}
type Movement = Pick<typeof cash_funds.$inferInsert, 'kind' | 'cashFundAmount' | 'cashFundDate' | 'note'>
/** Writes a movement of the cash of a locked management. */
export async function addCash(management: { id: number; station_id: number }, movement: Movement, { db, user, history }: Context) {
  const [made] = await db
    .insert(cash_funds)
    .values({ ...movement, management_id: management.id, created_by: user.id, updated_by: user.id })
    .returning()
  await needCashLeft(db, management.id)
  await history('cash_fund', made!.id, 'created', null, { ...made, station_id: management.station_id })
  return made!
}
