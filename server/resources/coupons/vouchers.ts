import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type CheckedVoucher, vouchers as contract } from '../../../src/contract/coupons/vouchers.ts'
import { NO_STATION, type VoucherStatus, voucherStatuses } from '../../../src/contract/coupons/words.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { serialOf, serialRefusal } from '../../../src/rules/coupons/serial.ts'
import { coupon_orders, coupons } from '../../db/schema/coupons/coupons.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem, refuse } from '../../lib/core/problem.ts'
import { inStations, needStation } from '../stations/scope.ts'
import { voucherStatus } from './read.ts'

const columns = ({ user }: Context) => ({
  ...{ id: coupons.id, status: coupons.status, denomination: coupons.denomination, used_at: coupons.used_at },
  ...{ order: coupon_orders.number, expires_at: coupon_orders.expires_at, station_ids: coupon_orders.station_ids },
  used_in: sql<string | null>`case when ${allows('coupons.read', user) ? sql`true` : (inStations(user, coupons.station_id) ?? sql`true`)}
    then ${stations.code} || ' ' || ${stations.name} end`,
})
/** @param lock held by the transaction until it ends, so that two people with the same voucher take turns */
async function findVoucher(where: SQL, context: Context, lock: boolean) {
  const select = context.db
    .select(columns(context))
    .from(coupons)
    .innerJoin(coupon_orders, eq(coupon_orders.id, coupons.order_id))
    .leftJoin(stations, eq(stations.id, coupons.station_id))
    .where(where)
    .$dynamic()
  const [found] = await (lock ? select.for('update', { of: coupons }) : select)
  return found
}
/**
 * Reads a voucher by its serial, as printed or typed.
 * @throws 422 if the serial is mistyped or nobody's
 */
async function needVoucher(typed: string, context: Context, lock = false) {
  const serial = serialOf(typed)
  refuse({ serial: serialRefusal(serial) })
  const found = await findVoucher(eq(coupons.serial, serial), context, lock)
  if (!found) throw problem.invalid({ serial: 'Nessun buono ha questo codice.' })
  return found
}
type Voucher = Awaited<ReturnType<typeof needVoucher>>
const told = ({ station_ids: _, ...voucher }: Voucher, context: Context): CheckedVoucher => ({
  ...voucher,
  status: voucherStatus(voucher, context),
})
const refusals: Readonly<Record<Exclude<VoucherStatus, 'issued'>, string>> = {
  used: 'Il buono è già stato utilizzato.',
  expired: 'Il buono è scaduto.',
  voided: 'Il buono è stato annullato.',
}
/** Changes a voucher that is still good, or @throws 409 in words. */
async function settle(voucher: Voucher, to: 'used' | 'voided', set: Partial<typeof coupons.$inferInsert>, context: Context) {
  const { db, history, audit } = context
  audit({ entity_id: voucher.id })
  const status = voucherStatus(voucher, context)
  // An expired voucher may still be voided; nothing may be done with the others.
  if (status !== 'issued' && !(to === 'voided' && status === 'expired')) throw problem.conflict(refusals[status])
  const [after] = await db
    .update(coupons)
    .set({ ...set, status: to })
    .where(and(eq(coupons.id, voucher.id), eq(coupons.status, 'issued')))
    .returning()
  if (!after) throw problem.conflict(`Il buono non è più "${voucherStatuses.issued}".`)
  await history('coupon', voucher.id, 'status', { status: voucher.status }, { status: to, ...set })
  return told((await findVoucher(eq(coupons.id, voucher.id), context, false))!, context)
}

/** One voucher at a time, by its serial: whoever has it in hand sees its state, amount and order. */
export default implement(contract, {
  async check({ serial }, context) {
    return told(await needVoucher(serial, context), context)
  },
  async redeem({ serial, station_id }, context) {
    if (!allows('coupons.write', context.user)) {
      if (!station_id) throw problem.invalid({ station_id: NO_STATION })
      await needStation(context.db, context.user, station_id)
    }
    const voucher = await needVoucher(serial, context, true)
    const { station_ids } = voucher
    if (station_ids.length && !(station_id && station_ids.includes(station_id)))
      refuse({
        station_id: station_id
          ? 'Il buono non vale in questo punto vendita.'
          : 'Il buono vale solo in alcuni punti vendita: indicare quale.',
      })
    return settle(
      voucher,
      'used',
      { used_at: context.now.toISOString(), used_by: context.user.id, station_id: station_id ?? null },
      context,
    )
  },
  async void({ serial, id, reason }, context) {
    const voucher = id ? await findVoucher(eq(coupons.id, id), context, true) : await needVoucher(serial ?? '', context, true)
    if (!voucher) throw problem.notFound()
    return settle(voucher, 'voided', { voided_at: context.now.toISOString(), void_reason: reason }, context)
  },
})
