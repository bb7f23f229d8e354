import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { prices as contract, type StationPrices } from '../../../src/contract/prices/prices.ts'
import { COMMUNICATION_DAYS } from '../../../src/rules/prices/price-checks.ts'
import { station_fuels, stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { startJob } from '../../lib/jobs/start-job.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { contains, onPage, ordering } from '../../lib/tables/table.ts'
import { grantColumns, mayWriteStation, needStation, stationScope } from '../stations/scope.ts'
import { meansAround } from './area-means.ts'
import { when } from './new-prices-mail.ts'
import { ageAt, cellsAt, lastChangeAt, priceAt, pricesOf } from './read.ts'
import { priceVariation } from './variation.ts'
import { publish, remove } from './write.ts'

const midnight = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return romeTime(year, month, date)
}
type Asked = Parsed<typeof contract.list, never>
/** The requested moment: the end of a past day, or now for today. */
const momentOf = ({ at, date }: Asked, now: Date): Date => {
  if (at) return new Date(at)
  return date ? new Date(Math.min(now.getTime(), midnight(addDays(date, 1)) - 1)) : now
}
/** SQL for sort keys such as `price-1-self`, the self price of fuel 1. */
const fuelSorts = (sort: string | undefined, at: Date): Record<string, SQL> =>
  Object.fromEntries(
    [...(sort ?? '').matchAll(/price-(\d{1,9})-(self|serve)\b/g)].map(([name, fuel, mode]) => [name, priceAt(at, Number(fuel), mode!)]),
  )
const { id, code, name, city, province, brand, status } = stations
const place = { id, code, name, city, province, brand, status }

/** Condition for the caller's stations with readable prices that match the filters. */
export function priceListFilter(
  input: Omit<Asked, 'page' | 'per_page' | 'is_paginated'>,
  at: Date,
  { db, user }: Context,
): SQL | undefined {
  const any = (column: AnyPgColumn, wanted: (string | number)[] | undefined) => (wanted?.length ? inArray(column, wanted) : undefined)
  const sells = (fuel?: number[]) =>
    exists(
      db
        .select({ id: station_fuels.id })
        .from(station_fuels)
        .where(and(eq(station_fuels.station_id, id), station_fuels.active, any(station_fuels.fuel_id, fuel))),
    )
  return and(
    stationScope(user),
    // A depot has no prices.
    eq(stations.is_warehouse, false),
    input.station_id?.length ? inArray(id, input.station_id) : ne(status, 'dismissed'),
    contains(input.search ?? input.query, stations.search_text),
    any(province, input.province),
    any(brand, input.brand),
    input.fuel_id?.length ? sells(input.fuel_id) : undefined,
    input.stale === undefined ? undefined : sql`(${sells()} and coalesce(${ageAt(at)} > ${COMMUNICATION_DAYS}, true)) = ${input.stale}`,
  )
}

export default implement(contract, {
  list: exportableList((input: Asked, context: Context) => {
    const { db, user, now } = context
    const at = momentOf(input, now)
    const order = ordering(input.sort, { code, station: code, name, city, updated_at: lastChangeAt(at), ...fuelSorts(input.sort, at) }, id)
    return {
      ...{ id, from: stations, where: priceListFilter(input, at, context), order, facets: { province, brand } },
      async rows({ where, in_all, limit, offset }) {
        const columns = { ...place, ...grantColumns(user), cells: cellsAt(at), updated_at: lastChangeAt(at), age: ageAt(at), in_all }
        const rows = await db
          .select(columns)
          .from(stations)
          .where(onPage(id, where, order, limit, offset))
          .orderBy(...order)
        return rows.map(({ assigned, given, ...row }) => ({
          ...row,
          writable: mayWriteStation(user, { assigned, given }, contract.create.policy),
        })) as (StationPrices & { in_all: number })[]
      },
    }
  }),
  async history({ id: station, fuel_id, since }, { db, user, now }) {
    await needStation(db, user, station)
    return pricesOf(db, now, { station, fuels: fuel_id, since: since && new Date(midnight(since)).toISOString() })
  },
  means: meansAround,
  async get({ id: one }, { db, user, now }) {
    const [found] = await pricesOf(db, now, { ids: [one] })
    if (!found) throw problem.notFound()
    await needStation(db, user, found.station_id)
    return found
  },
  create: publish,
  remove,
  async vary(input, context) {
    const ids = input.stations.map((one) => one.id)
    if (new Set(ids).size < ids.length) throw problem.invalid({ stations: 'Un punto vendita è indicato due volte.' })
    const { delta } = input
    const by = `${delta > 0 ? '+' : '−'}${Math.abs(delta).toFixed(3).replace('.', ',')} €`
    const from = input.valid_from ? `, dal ${when(input.valid_from)}` : ''
    return startJob(priceVariation, input, `${by} in ${ids.length} ${ids.length === 1 ? 'punto vendita' : 'punti vendita'}${from}`, context)
  },
})
