import { sql } from 'drizzle-orm'
import type { OrderStatus } from '../../../../src/contract/shop/orders.ts'
import { orderTotals } from '../../../../src/rules/shop/order-rows.ts'
import { addDays } from '../../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../../domain/shared/rome-time.ts'
import type { Db } from '../../../lib/core/db.ts'
import { counters } from '../../schema/core/system.ts'
import { ecommerce_order_rows, ecommerce_order_steps, ecommerce_orders } from '../../schema/shop/shop.ts'
import { withoutIndexes } from '../bulk-load.ts'
import { insertRows } from '../insert.ts'
import { uuidOf } from '../pictures.ts'
import { type Random, stream } from '../random.ts'
import type { SeedOptions } from '../stations/stations.ts'
import type { SeedProduct } from './products.ts'

const DAYS = 540
const WAY = ['new', 'confirmed', 'processing', 'shipped', 'delivered'] as const
const NOTES = [
  'Consegnare al mattino, entro le 12.',
  'Suonare al chiosco.',
  'Urgente: abbiamo finito le scorte.',
  'Lasciare in magazzino, lato lavaggio.',
] as const
const REASONS = ['Quantità superiore al fabbisogno: riformulare l’ordine.', 'Articolo già consegnato la settimana scorsa.'] as const
const CARRIERS = ['Corriere interno', 'Bartolini', 'GLS'] as const

/** How far an order is, by its age in days. */
function statusAt(random: Random, age: number): OrderStatus {
  if (age > 12)
    return random.weighted([
      ['delivered', 92],
      ['rejected', 4],
      ['cancelled', 4],
    ] as const)
  if (age > 5)
    return random.weighted([
      ['delivered', 45],
      ['shipped', 40],
      ['processing', 15],
    ] as const)
  if (age > 1)
    return random.weighted([
      ['shipped', 20],
      ['processing', 35],
      ['confirmed', 30],
      ['new', 15],
    ] as const)
  return random.weighted([
    ['new', 75],
    ['confirmed', 25],
  ] as const)
}
interface Buyer {
  user_id: number
  station_id: number
}
/** People who order, each with a station of theirs; the demonstration's manager orders most often. */
async function buyersOf(db: Db): Promise<Buyer[]> {
  const { rows } = (await db.execute(sql`
    select a.user_id, a.station_id from station_acl a join users u on u.id = a.user_id
    where u.roles && array['manager', 'station']::text[] and u.enabled = 1 and a.level = 'write' or u.email like 'gestore@%'
    order by (u.email not like 'gestore@%'), u.id, a.station_id`)) as unknown as { rows: Buyer[] }
  return rows
}
type Row<T extends { $inferInsert: object }> = T['$inferInsert']

/** `count` orders over the months before the base day, in the order they were given. */
export async function insertOrders(
  db: Db,
  { seed, asOf }: SeedOptions,
  all: readonly (SeedProduct & { id: number })[],
  count: number,
  at: string,
): Promise<void> {
  const buyers = await buyersOf(db)
  if (!buyers.length || !count) return
  const sold = all.filter(({ inactive, only }) => !inactive && !only)
  const drawn = Array.from({ length: count }, (_, place) => {
    const random = stream(seed, 'ecommerce_orders', place)
    const age = Math.floor(DAYS * random.next() ** 1.4)
    const [year, month, day] = addDays(asOf, -age - 1)
      .split('-')
      .map(Number) as [number, number, number]
    return { random, age, since: romeTime(year, month, day, 0, 7 * 60 + random.int(0, 11 * 60)), place }
  }).sort((a, b) => a.since - b.since)
  const numbers = new Map<number, number>()
  const [orders, lines, steps]: [
    (Row<typeof ecommerce_orders> & { id: number })[],
    Row<typeof ecommerce_order_rows>[],
    Row<typeof ecommerce_order_steps>[],
  ] = [[], [], []]
  for (const [index, { random, age, since, place }] of drawn.entries()) {
    const id = index + 1
    const id_year = Number(dayInRome(new Date(since)).slice(0, 4))
    const id_number = (numbers.get(id_year) ?? 0) + 1
    numbers.set(id_year, id_number)
    const { user_id, station_id } = random.zipf(buyers)
    const status = statusAt(random, age)
    const chosen = new Set(Array.from({ length: random.int(1, 6) }, () => random.zipf(sold)))
    const rows = [...chosen].map(({ id: product_id, code, name, unit, price, vat = '22', min, step, max }) => {
      const least = Math.ceil(min / step) * step
      const quantity = Math.min(max ?? Number.POSITIVE_INFINITY, least + step * random.int(0, 4))
      return { product_id, code, name, unit, price, vat, quantity }
    })
    const went = WAY.indexOf(status as (typeof WAY)[number])
    lines.push(
      ...rows.map((row) => ({
        ...row,
        order_id: id,
        shipped: went >= 3 ? row.quantity : null,
        delivered: went >= 4 ? row.quantity : null,
      })),
    )
    const { rates: _, ...totals } = orderTotals(rows)
    const passed: OrderStatus[] = went < 0 ? ['new', status] : WAY.slice(0, went + 1)
    const times = passed.map((_, step) => new Date(Math.min(Date.parse(at), since + step * 30 * 3_600_000)).toISOString())
    const reason = status === 'rejected' ? random.pick(REASONS) : null
    steps.push(
      ...passed.map((name, step) => ({
        order_id: id,
        status: name,
        user_id: step ? null : user_id,
        note: name === 'rejected' ? reason : null,
        at: times[step]!,
      })),
    )
    orders.push({
      ...{ id, uuid: uuidOf(seed, 'ecommerce_orders', place), id_year, id_number, station_id, user_id, status, reason, ...totals },
      note: random.chance(0.25) ? random.pick(NOTES) : null,
      carrier: went >= 3 ? random.pick(CARRIERS) : null,
      ...{ shipped_at: went >= 3 ? times[3]! : null, delivered_at: went >= 4 ? times[4]! : null },
      ...{ created_by: user_id, updated_by: user_id, created_at: times[0]!, updated_at: times.at(-1)! },
    })
  }
  await withoutIndexes(db, [ecommerce_orders, ecommerce_order_rows, ecommerce_order_steps], async () => {
    await insertRows(db, ecommerce_orders, orders, at)
    await insertRows(db, ecommerce_order_rows, lines, at)
    await insertRows(db, ecommerce_order_steps, steps, at)
  })
  await db.insert(counters).values([...numbers].map(([year, value]) => ({ name: 'order', year, value })))
  for (const table of [ecommerce_orders, ecommerce_order_rows]) await db.execute(sql`analyze ${table}`)
}
