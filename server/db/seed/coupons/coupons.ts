import { isNull } from 'drizzle-orm'
import { denominations } from '../../../../src/contract/coupons/words.ts'
import { checkCharacter, SERIAL_ALPHABET, SERIAL_LENGTH } from '../../../../src/rules/coupons/serial.ts'
import { totalCents, vouchersOf } from '../../../../src/rules/coupons/totals.ts'
import { addMonths } from '../../../../src/rules/shared/italian.ts'
import { addDays } from '../../../domain/shared/days.ts'
import type { Db } from '../../../lib/core/db.ts'
import { customers } from '../../schema/cards/customers.ts'
import { counters } from '../../schema/core/system.ts'
import { coupon_orders, coupon_sendings, coupons } from '../../schema/coupons/coupons.ts'
import { withoutIndexes } from '../bulk-load.ts'
import { insertRows } from '../insert.ts'
import { stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'

type Order = typeof coupon_orders.$inferInsert & { id: number; created_at: string }
type Voucher = typeof coupons.$inferInsert & { id: number }
type Holder = Pick<
  typeof customers.$inferSelect,
  'id' | 'denomination' | 'fiscalCode' | 'piva' | 'sdi' | 'pec' | 'email' | 'address' | 'cap' | 'city'
>
export interface CouponCounts {
  orders: number
  /** Vouchers of an order on average. */
  each: number
}
/** Orders go back so many days at most. */
const BACK_DAYS = 900
/** Orders written at a time, with their vouchers. */
const SLICE = 1_000
const GOOD_MONTHS = 18

function orderAt(
  { seed, asOf }: SeedOptions,
  holders: readonly Holder[],
  { orders, each }: CouponCounts,
  place: number,
  number: string,
  date: string,
): Order {
  const random = stream(seed, 'coupon_orders', place)
  const holder = random.pick(holders)
  const kinds = random.shuffle(denominations).slice(0, random.int(1, 3))
  const rows = denominations
    .filter((one) => kinds.includes(one))
    .map((denomination) => ({ denomination, quantity: random.int(1, Math.max(1, Math.round((each * 2) / kinds.length) - 1)) }))
  const fresh = place >= orders - 3
  const status = fresh ? (['issued', 'paid', 'created'] as const)[orders - 1 - place]! : random.chance(0.06) ? 'cancelled' : 'sent'
  const at = `${date}T${String(random.int(8, 16)).padStart(2, '0')}:30:00.000Z`
  const past = status === 'sent' || status === 'issued'
  return {
    ...{
      id: place + 1,
      number,
      customer_id: holder.id,
      businessName: holder.denomination,
      fiscalCode: holder.fiscalCode,
      piva: holder.piva,
    },
    ...{ sdi: holder.sdi, pec: holder.pec, address: holder.address, cap: holder.cap, city: holder.city },
    ...{
      emails: holder.email ?? `ordini${place}@example.it`,
      contact: null,
      phone: null,
      rows,
      total: totalCents(rows) / 100,
      vouchers: vouchersOf(rows),
    },
    ...{ kind: 'multiuso', fuel_id: null, expires_at: addMonths(date < asOf ? date : asOf, GOOD_MONTHS) },
    payment: random.weighted([
      ['bonifico', 70],
      ['carta', 15],
      ['contanti', 15],
    ] as const),
    ...{ payment_ref: null, status, paid_at: past || status === 'paid' ? date : null, issued_at: past ? at : null },
    ...{ sent_at: status === 'sent' ? at : null, sent_count: status === 'sent' ? 1 : 0, station_ids: [], note: null, created_at: at },
  }
}
function vouchersAt(
  { seed, asOf }: SeedOptions,
  { id: order_id, rows, issued_at, status }: Order,
  first: number,
  stations: number,
): Voucher[] {
  if (!issued_at || (status !== 'sent' && status !== 'issued')) return []
  const random = stream(seed, 'coupons', order_id)
  const day = issued_at.slice(0, 10)
  return rows
    .flatMap(({ denomination, quantity }) => Array<number>(quantity).fill(denomination))
    .map((denomination, at) => {
      const body = random.chars(SERIAL_LENGTH - 1, SERIAL_ALPHABET)
      const used = addDays(day, random.int(2, 300))
      const gone = used < asOf && random.chance(0.7)
      return {
        ...{
          id: first + at,
          order_id,
          serial: body + checkCharacter(body),
          denomination,
          status: gone ? ('used' as const) : ('issued' as const),
        },
        ...{
          used_at: gone ? `${used}T10:00:00.000Z` : null,
          used_by: null,
          station_id: gone ? random.int(1, stations) : null,
          voided_at: null,
          void_reason: null,
        },
      }
    })
}

/** Orders of vouchers over the last years, with their vouchers and sendings. */
export async function insertCoupons(db: Db, options: SeedOptions, sizes: CouponCounts & { stations: number }, at: string) {
  const holders = await db.select().from(customers).where(isNull(customers.deleted_at)).orderBy(customers.id).limit(500)
  const numbers = new Map<number, number>()
  let made = 0
  await withoutIndexes(db, [coupon_orders, coupons, coupon_sendings], async () => {
    for (let from = 0; from < sizes.orders; from += SLICE) {
      const orders = Array.from({ length: Math.min(SLICE, sizes.orders - from) }, (_, step) => {
        const place = from + step
        const date = addDays(options.asOf, -Math.floor(((sizes.orders - 1 - place) * BACK_DAYS) / sizes.orders) - 1)
        const year = Number(date.slice(0, 4))
        numbers.set(year, (numbers.get(year) ?? 0) + 1)
        return orderAt(options, holders, sizes, place, `B${year}/${String(numbers.get(year)).padStart(5, '0')}`, date)
      })
      const vouchers = orders.flatMap((order) => {
        const own = vouchersAt(options, order, made + 1, sizes.stations)
        made += own.length
        return own
      })
      await insertRows(db, coupon_orders, orders, at)
      await insertRows(db, coupons, vouchers, at)
      await insertRows(
        db,
        coupon_sendings,
        orders.flatMap(({ id, sent_at, emails }) => (sent_at ? [{ order_id: id, at: sent_at, emails, outcome: 'sent' as const }] : [])),
        at,
      )
    }
  })
  if (numbers.size) await db.insert(counters).values([...numbers].map(([year, value]) => ({ name: 'coupon_order', year, value })))
}
