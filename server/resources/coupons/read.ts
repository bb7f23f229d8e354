import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { coupons as contract } from '../../../src/contract/coupons/coupons.ts'
import type { VoucherStatus } from '../../../src/contract/coupons/words.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { words } from '../../db/folded.ts'
import { coupons, coupon_orders as table } from '../../db/schema/coupons/coupons.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { asPrefix, paged, wordsOf } from '../../lib/tables/table.ts'

// Written out, because drizzle omits the table name in a select from one table and `id` would become ambiguous in a subquery.
const column = (name: string) => sql.raw(`"coupon_orders"."${name}"`)
export const onRow = {
  customer: sql<{ id: number; code: number; name: string } | null>`(select json_build_object('id', id, 'code', code, 'name', denomination)
    from customers where id = ${column('customer_id')})`,
}
export const onRecord = {
  fuel: sql<string | null>`(select name from fuels where id = ${column('fuel_id')})`,
  stations: sql<
    { id: number; code: string; name: string }[]
  >`(select coalesce(json_agg(json_build_object('id', id, 'code', code, 'name', name) order by name, id), '[]')
    from stations where id = any(${column('station_ids')}))`,
  counts: sql<{
    issued: number
    used: number
    expired: number
    voided: number
  }>`(select json_build_object('issued', count(*) filter (where status = 'issued'),
      'used', count(*) filter (where status = 'used'), 'expired', 0, 'voided', count(*) filter (where status = 'voided')) from coupons where order_id = ${column('id')})`,
  sendings: sql<
    { id: number; at: string; emails: string; outcome: 'sent' | 'file' | 'failed'; error: string | null }[]
  >`(select coalesce(json_agg(json_build_object('id', id,
      'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'emails', emails, 'outcome', outcome, 'error', error) order by id desc), '[]')
      from coupon_sendings where order_id = ${column('id')})`,
}

/** Every word of the search begins a word of the order: its number, holder, tax codes, addresses, town. */
export function searched(search: string | undefined): SQL | undefined {
  const typed = wordsOf(search).flatMap((word) => word.split(/[^a-z0-9]+/).filter(Boolean))
  if (!typed.length) return search?.trim() ? sql`false` : undefined
  const found = words(table.number, table.businessName, table.fiscalCode, table.piva, table.emails, table.city)
  return sql`${found} @@ to_tsquery('simple', ${typed.map(asPrefix).join(' & ')})`
}
/** Midnight of Rome at the beginning of a day. */
const from = (day: string) => sql`${day}::timestamp at time zone 'Europe/Rome'`
export const filters = {
  from: (day: string) => sql`${table.created_at} >= ${from(day)}`,
  to: (day: string) => sql`${table.created_at} < ${from(day)} + interval '1 day'`,
  min_total: (euro: number) => gte(table.total, euro),
  max_total: (euro: number) => lte(table.total, euro),
}

type Counted = { expires_at: string; counts: { issued: number; used: number; expired: number; voided: number } }
/** Vouchers whose last day is past have expired: they are told so by the clock, and stored as they were. */
export const asOfToday = <T extends Counted>(order: T, { now }: Pick<Context, 'now'>): T =>
  order.expires_at < dayInRome(now) ? { ...order, counts: { ...order.counts, issued: 0, expired: order.counts.issued } } : order
export const voucherStatus = (voucher: { status: VoucherStatus; expires_at: string }, { now }: Pick<Context, 'now'>): VoucherStatus =>
  voucher.status === 'issued' && voucher.expires_at < dayInRome(now) ? 'expired' : voucher.status

const MASK = '•••• •••• '
/** The vouchers of an order, page by page. */
export async function voucherList({ id, ...input }: Parsed<typeof contract.vouchers, never>, context: Context) {
  const { db } = context
  const [order] = await db
    .select({ expires_at: table.expires_at })
    .from(table)
    .where(and(eq(table.id, id), sql`${table.deleted_at} is null`))
  if (!order) throw problem.notFound()
  const expired = order.expires_at < dayInRome(context.now)
  const stored = input.status?.flatMap((status) =>
    status === 'issued' ? (expired ? [] : [status]) : status === 'expired' ? (expired ? ['issued' as const] : []) : [status],
  )
  const typed = (input.search ?? input.query ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
  const where = and(
    eq(coupons.order_id, id),
    stored?.length ? inArray(coupons.status, stored) : input.status?.length ? sql`false` : undefined,
    typed ? sql`right(${coupons.serial}, 4) = ${typed.slice(-4)}` : undefined,
  )
  const page = await paged(input, context, [coupons, where], (in_all, limit, offset) =>
    db
      .select({
        ...{ id: coupons.id, serial: coupons.serial, denomination: coupons.denomination, status: coupons.status },
        ...{ used_at: coupons.used_at, voided_at: coupons.voided_at, in_all },
        station: { id: stations.id, code: stations.code, name: stations.name },
      })
      .from(coupons)
      .leftJoin(stations, eq(stations.id, coupons.station_id))
      .where(where)
      .orderBy(input.sort === '-id' ? sql`${coupons.id} desc` : coupons.id)
      .limit(limit)
      .offset(offset),
  )
  const data = page.data.map((row) => ({
    ...row,
    serial: MASK + row.serial.slice(-4),
    status: voucherStatus({ status: row.status, expires_at: order.expires_at }, context),
  }))
  return { ...page, data }
}
