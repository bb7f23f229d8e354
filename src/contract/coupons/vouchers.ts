import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { optional, reference, text } from '../kernel/fields.ts'
import { type VoucherStatus, voucherStatuses } from './words.ts'

const statuses = Object.keys(voucherStatuses) as [VoucherStatus, ...VoucherStatus[]]
/** What whoever holds a voucher may know of it. */
const Checked = v.object({
  id: v.number(),
  status: v.picklist(statuses),
  /** Whole euros. */
  denomination: v.number(),
  /** Number of its order. */
  order: v.string(),
  expires_at: v.string(),
  used_at: v.nullable(v.string()),
  /** Where it was used, for readers of orders and for that station; null otherwise. */
  used_in: v.nullable(v.string()),
})
export type CheckedVoucher = v.InferOutput<typeof Checked>
/** As printed, read from the QR or typed: groups of four, `O` for `0`, lower case. */
const serial = text('Codice del buono', { max: 40 })

/** (+) One voucher by its serial: checked, redeemed, voided. */
export const vouchers = resource('vouchers', {
  check: get('/vouchers/check', { query: v.object({ serial }), output: Checked, policy: 'coupons.check' }),
  /** Who may not write orders redeems at a station of the own. */
  redeem: post('/vouchers/redeem', {
    body: v.object({ serial, station_id: optional(reference('Punto vendita')) }),
    output: Checked,
    success: [200],
    ok: 'Buono utilizzato',
    policy: 'coupons.redeem',
    touches: ['coupons'],
  }),
  /** By its serial, or by its row in the order, which shows the serial masked. */
  void: post('/vouchers/void', {
    body: v.object({ serial: optional(serial), id: optional(reference('Buono')), reason: text('Motivo', { max: 500 }) }),
    output: Checked,
    success: [200],
    ok: 'Buono annullato',
    policy: 'coupons.delete',
    touches: ['coupons'],
  }),
})
