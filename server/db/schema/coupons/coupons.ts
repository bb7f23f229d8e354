import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type {
  Denomination,
  OrderKind,
  OrderPayment,
  OrderStatus,
  SendingOutcome,
  VoucherStatus,
} from '../../../../src/contract/coupons/words.ts'
import { keepsFolded, words } from '../../folded.ts'
import { customers } from '../cards/customers.ts'
import { amount, common, day, identity, instant, owner, texts } from '../core/columns.ts'
import { fuels, stations } from '../stations/stations.ts'

/** "Buoni carburante": orders of vouchers on paper. */
export const coupon_orders = pgTable(
  'coupon_orders',
  {
    ...common(),
    /** `B2026/00045`, by year. */
    number: text().notNull(),
    customer_id: integer().references(() => customers.id),
    businessName: text().notNull(),
    ...texts('fiscalCode', 'piva', 'sdi', 'pec', 'address', 'cap', 'city', 'contact', 'phone', 'payment_ref', 'note', 'last_error'),
    emails: text().notNull(),
    rows: jsonb().$type<{ denomination: Denomination; quantity: number }[]>().notNull(),
    total: amount(12, 2).notNull(),
    /** Vouchers ordered. */
    vouchers: integer().notNull(),
    kind: text().$type<OrderKind>().notNull(),
    fuel_id: integer().references(() => fuels.id),
    expires_at: day().notNull(),
    payment: text().$type<OrderPayment>().notNull(),
    status: text().$type<OrderStatus>().notNull().default('created'),
    paid_at: day(),
    issued_at: instant(),
    sent_at: instant(),
    sent_count: integer().notNull().default(0),
    station_ids: integer().array().notNull().default([]),
    deleted_at: instant(),
  },
  (t) => [
    uniqueIndex('coupon_orders_number').on(t.number),
    index('coupon_orders_alive').on(t.id).where(sql`deleted_at is null`),
    index('coupon_orders_status').on(t.status, t.id).where(sql`deleted_at is null`),
    index('coupon_orders_created').on(t.created_at, t.id).where(sql`deleted_at is null`),
    index('coupon_orders_total').on(t.total, t.id).where(sql`deleted_at is null`),
    index('coupon_orders_name').on(sql`"name_key"`, t.id).where(sql`deleted_at is null`),
    index('coupon_orders_customer').on(t.customer_id, t.id),
    index('coupon_orders_fuel').on(t.fuel_id),
    index('coupon_orders_words').using('gin', words(t.number, t.businessName, t.fiscalCode, t.piva, t.emails, t.city)),
  ],
)
keepsFolded(coupon_orders.businessName, 'name_key')
/** Vouchers: each is money. One that has expired is still `issued` here (`voucherStatus`). */
export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    order_id: integer()
      .notNull()
      .references(() => coupon_orders.id),
    serial: text().notNull(),
    denomination: integer().notNull(),
    status: text().$type<Exclude<VoucherStatus, 'expired'>>().notNull().default('issued'),
    used_at: instant(),
    used_by: integer(),
    station_id: integer().references(() => stations.id, { onDelete: 'set null' }),
    voided_at: instant(),
    void_reason: text(),
  },
  (t) => [
    uniqueIndex('coupons_serial').on(t.serial),
    index('coupons_order').on(t.order_id, t.id),
    index('coupons_station').on(t.station_id).where(sql`station_id is not null`),
  ],
)
/** Each mail of an order, once its fate is known. */
export const coupon_sendings = pgTable(
  'coupon_sendings',
  {
    id: identity(),
    order_id: owner(() => coupon_orders.id),
    at: instant().notNull(),
    emails: text().notNull(),
    outcome: text().$type<SendingOutcome>().notNull(),
    error: text(),
  },
  (t) => [index('coupon_sendings_order').on(t.order_id, t.id)],
)
