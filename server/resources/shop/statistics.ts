import { and, gte, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { ecommerceOrders as contract } from '../../../src/contract/shop/orders.ts'
import { ecommerce_order_rows, ecommerce_products, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { refuse } from '../../lib/core/problem.ts'

type Statistics = Output<typeof contract.statistics>
interface Days {
  from: string
  to: string
}
const DAY = 86_400_000
/** The first instant of a day in Rome. */
export const startOf = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(romeTime(year, month, date)).toISOString()
}
/** Condition on the day of an order; both days are included. */
export const orderedWithin = (from: string | null | undefined, to: string | null | undefined): SQL | undefined =>
  and(from ? gte(table.created_at, startOf(from)) : undefined, to ? lt(table.created_at, startOf(addDays(to, 1))) : undefined)

interface Sums {
  quantity: number
  amount: number
}
type Group = Sums & { product_id: number | null; station_id: number | null; month: string | null; orders: number }
/** Sums of the rows by article, by station, by month and of all, in one pass. */
async function sums(
  { from, to }: Days,
  { category_id, station_id }: Parsed<typeof contract.statistics, never>,
  { db }: Context,
): Promise<Group[]> {
  const where = and(
    orderedWithin(from, to),
    notInArray(table.status, ['rejected', 'cancelled']),
    // The rest of an order sent in parts was counted with the order.
    isNull(table.parent_id),
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
    category_id?.length
      ? sql`r.product_id in (select p.id from ${ecommerce_products} p where p.category_id in (${sql.join(
          category_id.map((id) => sql`${id}`),
          sql`, `,
        )}))`
      : undefined,
  )
  const month = sql`to_char(${table.created_at} at time zone 'Europe/Rome', 'YYYY-MM')`
  const { rows } = (await db.execute(sql`
    select product_id, station_id, month, sum(quantity)::int as quantity, sum(amount)::float8 as amount, count(distinct order_id)::int as orders
    from (
      select r.product_id, ${table.station_id} as station_id, ${month} as month, r.quantity, r.quantity * r.price as amount, r.order_id
      from ${table} join ${ecommerce_order_rows} r on r.order_id = ${table.id} where ${where ?? sql`true`}
    ) lines
    group by grouping sets ((product_id), (station_id), (month), ())`)) as unknown as { rows: Group[] }
  return rows
}
const whole = (groups: readonly Group[]) => groups.find((one) => one.product_id === null && one.station_id === null && one.month === null)
const totalsOf = (groups: readonly Group[]) => {
  const { orders = 0, quantity, amount } = whole(groups) ?? {}
  return { orders, quantity: quantity ?? 0, amount: amount ?? 0 }
}
const byAmount = (a: Sums, b: Sums) => b.amount - a.amount
const names = async <T>(db: Context['db'], query: SQL) => ((await db.execute(query)) as unknown as { rows: T[] }).rows

/** What was ordered between two days, in four ways, and as much as in the same time before. */
export async function statisticsOf(input: Parsed<typeof contract.statistics, never>, context: Context): Promise<Statistics> {
  const { db, now } = context
  const to = input.to ?? dayInRome(now)
  const from = input.from ?? addDays(to, -364)
  refuse({ to: from > to ? 'Il giorno finale precede quello iniziale.' : undefined })
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
  const past = { from: addDays(from, -days), to: addDays(from, -1) }
  const groups = await sums({ from, to }, input, context)
  const before = totalsOf(await sums(past, input, context))
  const products = await names<{ id: number; code: string; name: string; category_id: number; category: string }>(
    db,
    sql`select p.id, p.code, p.name, p.category_id, c.name as category from ecommerce_products p join ecommerce_categories c on c.id = p.category_id`,
  )
  const places = await names<{ id: number; code: string; name: string }>(db, sql`select id, code, name from stations`)
  const [productOf, placeOf] = [new Map(products.map((one) => [one.id, one])), new Map(places.map((one) => [one.id, one]))]
  const by_product = groups
    .flatMap(({ product_id, quantity, amount }) => {
      const one = product_id === null ? undefined : productOf.get(product_id)
      return one ? [{ ...one, quantity, amount }] : []
    })
    .sort(byAmount)
  const by_station = groups
    .flatMap(({ station_id, quantity, amount }) => {
      const one = station_id === null ? undefined : placeOf.get(station_id)
      return one ? [{ ...one, quantity, amount }] : []
    })
    .sort(byAmount)
  const categories = new Map<number, Sums & { id: number; name: string }>()
  for (const { category_id, category, quantity, amount } of by_product) {
    const sum = categories.get(category_id) ?? { id: category_id, name: category, quantity: 0, amount: 0 }
    categories.set(category_id, { ...sum, quantity: sum.quantity + quantity, amount: Math.round((sum.amount + amount) * 100) / 100 })
  }
  const by_month = groups
    .flatMap(({ month, quantity, amount }) => (month === null ? [] : [{ month, quantity, amount }]))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
  return {
    from,
    to,
    ...totalsOf(groups),
    before: { ...past, ...before },
    by_product,
    by_station,
    by_category: [...categories.values()].sort(byAmount),
    by_month,
  }
}
