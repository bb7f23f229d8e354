import { and, gte, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '../../../src/contract/kernel/endpoint.ts'
import type { ecommerceOrders as contract } from '../../../src/contract/shop/orders.ts'
import { addMonths, periodProblem } from '../../../src/rules/shared/italian.ts'
import { ecommerce_order_rows, ecommerce_products, ecommerce_orders as table } from '../../db/schema/shop/shop.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { refuse } from '../../lib/core/problem.ts'
import { inCategories } from './scope.ts'

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
type Group = Sums & { product_id: number | null; station_id: number | null; month: string | null }
/** Conditions on the orders that are counted, and on their rows. */
function counted({ from, to }: Days, { category_id, station_id }: Parsed<typeof contract.statistics, never>) {
  const orders = and(
    orderedWithin(from, to),
    notInArray(table.status, ['rejected', 'cancelled']),
    // The rest of an order sent in parts was counted with the order.
    isNull(table.parent_id),
    station_id?.length ? inArray(table.station_id, station_id) : undefined,
  )
  const rows = category_id?.length
    ? sql`r.product_id in (select p.id from ${ecommerce_products} p where ${inCategories(sql`p.category_id`, category_id)})`
    : undefined
  return { orders: orders ?? sql`true`, rows: rows ?? sql`true` }
}
/** Months `YYYY-MM` that two days lie in, and those between. */
function monthsOf({ from, to }: Days): string[] {
  const months = [from.slice(0, 7)]
  while (months.at(-1)! < to.slice(0, 7)) months.push(addMonths(`${months.at(-1)!}-01`, 1).slice(0, 7))
  return months
}
/** Sums of the rows by article, by station and by month, in one pass. */
async function groupsOf(days: Days, input: Parsed<typeof contract.statistics, never>, { db }: Context): Promise<Group[]> {
  const { orders, rows } = counted(days, input)
  const months = monthsOf(days)
  // A search among the beginnings of the months: writing the month of each row out takes longer than all the rest.
  const month = sql`width_bucket(${table.created_at}, ${`{${months.map((one) => startOf(`${one}-01`))}}`}::timestamptz[])`
  const found = await db.transaction(async (tx) => {
    // With the 4 MB that are usual, some hundred thousand rows are sorted on the disk, which takes twice as long.
    await tx.execute(sql`set local work_mem = '64MB'`)
    return names<Omit<Group, 'month'> & { month: number | null }>(
      tx,
      sql`select product_id, station_id, month, sum(quantity)::int as quantity, sum(amount)::float8 as amount
        from (
          select r.product_id, ${table.station_id} as station_id, ${month} as month, r.quantity, r.quantity * r.price as amount
          from ${table} join ${ecommerce_order_rows} r on r.order_id = ${table.id} where ${orders} and ${rows}
        ) lines
        group by grouping sets ((product_id), (station_id), (month))`,
    )
  })
  return found.map((one) => ({ ...one, month: one.month === null ? null : months[one.month - 1]! }))
}
/** Pieces and net amount between two days. */
async function sumsOf(days: Days, input: Parsed<typeof contract.statistics, never>, { db }: Context): Promise<Sums> {
  const { orders, rows } = counted(days, input)
  const [found] = await names<Sums>(
    db,
    sql`select coalesce(sum(r.quantity), 0)::int as quantity, coalesce(sum(r.quantity * r.price), 0)::float8 as amount
      from ${table} join ${ecommerce_order_rows} r on r.order_id = ${table.id} where ${orders} and ${rows}`,
  )
  return found!
}
/** Orders between two days; with a category, those with an article of it. */
function ordersOf(days: Days, input: Parsed<typeof contract.statistics, never>, { db }: Context): Promise<number> {
  const { orders, rows } = counted(days, input)
  const chosen = sql`exists (select from ${ecommerce_order_rows} r where r.order_id = ${table.id} and ${rows})`
  return db.$count(table, input.category_id?.length ? and(orders, chosen) : orders)
}
/** The sum of all, from the sums by month. */
const summed = (months: readonly Sums[]): Sums => ({
  quantity: months.reduce((sum, { quantity }) => sum + quantity, 0),
  amount: Math.round(months.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100,
})
const byAmount = (a: Sums, b: Sums) => b.amount - a.amount
const names = async <T>(db: Pick<Context['db'], 'execute'>, query: SQL) => ((await db.execute(query)) as unknown as { rows: T[] }).rows

/** What was ordered between two days, in four ways, and as much as in the same time before. */
export async function statisticsOf(input: Parsed<typeof contract.statistics, never>, context: Context): Promise<Statistics> {
  const { db, now } = context
  const to = input.to ?? dayInRome(now)
  const from = input.from ?? addDays(to, -364)
  refuse({ to: periodProblem(from, to) })
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
  const past = { from: addDays(from, -days), to: addDays(from, -1) }
  const groups = await groupsOf({ from, to }, input, context)
  const orders = await ordersOf({ from, to }, input, context)
  const before = { orders: await ordersOf(past, input, context), ...(await sumsOf(past, input, context)) }
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
    orders,
    ...summed(by_month),
    before: { ...past, ...before },
    by_product,
    by_station,
    by_category: [...categories.values()].sort(byAmount),
    by_month,
  }
}
