import { and, eq, gte, isNull, lt, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { cards, customer_logs } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { model_history } from '../../db/schema/core/system.ts'
import { coupon_orders } from '../../db/schema/coupons/coupons.ts'
import { gpl_card_requests } from '../../db/schema/gpl/gpl.ts'
import { historyRow } from '../../lib/core/audit.ts'
import type { Db } from '../../lib/core/db.ts'
import { eraseCustomer, reasonOf } from '../cards/erase-customer.ts'

/**
 * Customers whose data no book rests upon any more: without a card that is to be terminated, and untouched since `midnight` like their cards, orders of
 * vouchers and GPL requests. One that was erased on fiscal grounds is among them when those are over; one that is kept for a lawsuit never is.
 */
export function forgettable(midnight: string): SQL {
  const none = (table: typeof cards | typeof coupon_orders | typeof gpl_card_requests, which?: SQL) =>
    notExists(sql`(select from ${table} where ${and(eq(table.customer_id, customers.id), which)})`)
  const alive = and(isNull(cards.deleted_at), notInArray(cards.status, ['replaced', 'terminated']))
  const fiscal = sql`exists (select from ${customer_logs} where ${customer_logs.customer_id} = ${customers.id}
    and ${customer_logs.detail} ->> 'reason' = ${reasonOf('fiscale')})`
  return and(
    lt(customers.updated_at, midnight),
    or(isNull(customers.anonymised_at), fiscal),
    none(cards, or(alive, gte(cards.updated_at, midnight))),
    none(coupon_orders, gte(coupon_orders.updated_at, midnight)),
    none(gpl_card_requests, gte(gpl_card_requests.updated_at, midnight)),
  )!
}
/** Forgets one of them, as the system's own act. */
export async function forgetCustomer(db: Db, id: number, now: Date) {
  const [row] = await db.select().from(customers).where(eq(customers.id, id))
  if (!row) return
  await eraseCustomer(row, 'nessuno', { db, now, user: { id: 0 } as never })
  const was = { code: row.code, active: row.active, rev: row.rev }
  await db.insert(model_history).values(historyRow({ user: undefined, now, ip: null }, 'customer', id, 'deleted', was, null))
}
