import { and, desc, eq, exists, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { stations as contract, type MapStation, type stationFilters, stationStatuses } from '../../../src/contract/stations/stations.ts'
import { inWords, sortKey } from '../../db/folded.ts'
import { fuels, prices, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { onPage, ordering } from '../../lib/tables/table.ts'
import { matchesStation, readStation, reduceRow, rowColumns } from './read.ts'
import { needStation, seesStationColumn, stationScope } from './scope.ts'

const sorts = {
  ...{ name: stations.name, code: stations.code, city: stations.city, province: stations.province, created_at: stations.created_at },
  status: inWords(stations.status, stationStatuses),
}
const { status, province, region, brand, kind } = stations
const facetColumns = { status, province, region, brand, kind }
/** Facet counts only include stations whose column the caller may see. */
const facetsOf = (user: Context['user']) =>
  Object.fromEntries(
    Object.entries(facetColumns).map(([name, column]) => {
      const sees = seesStationColumn(user, name)
      return [name, sees ? sql`case when ${sees} then ${column} end` : column]
    }),
  )
const flags = ['self', 'serve', 'selfGPL', 'serveGPL', 'suitableForTruck', 'is_warehouse', 'owned', 'hasRent'] as const
const choices = ['status', 'province', 'region', 'brand', 'kind', 'area_manager_id'] as const

/** Condition for the caller's stations that match the filters. */
function stationFilter(input: v.InferOutput<v.ObjectSchema<typeof stationFilters, undefined>>, { db, user }: Context): SQL | undefined {
  const conditions = [stationScope(user), matchesStation(input.search ?? input.query, user)]
  const by = (column: string, condition: SQL) => conditions.push(and(seesStationColumn(user, column), condition))
  for (const name of choices) {
    const wanted = input[name]
    if (wanted?.length) by(name, inArray(stations[name], wanted))
  }
  for (const name of flags) if (input[name] !== undefined) by(name, eq(stations[name], input[name]))
  if (input.fuel_id?.length)
    by(
      'fuels',
      exists(
        db
          .select({ id: station_fuels.id })
          .from(station_fuels)
          .where(and(eq(station_fuels.station_id, stations.id), inArray(station_fuels.fuel_id, input.fuel_id), station_fuels.active)),
      ),
    )
  if (input.service_id?.length)
    by(
      'services',
      exists(
        db
          .select({ id: station_services.id })
          .from(station_services)
          .where(and(eq(station_services.station_id, stations.id), inArray(station_services.available_service_id, input.service_id))),
      ),
    )
  return and(...conditions)
}

export default implement(contract, {
  list: exportableList((input, context) => {
    const { db, user } = context
    const order = ordering(input.sort, sorts, stations.id)
    return {
      ...{ id: stations.id, from: stations, where: stationFilter(input, context), order, facets: facetsOf(user) },
      async rows({ where, in_all, limit, offset }) {
        const rows = await db
          .select({ ...rowColumns(user), in_all })
          .from(stations)
          .where(onPage(stations.id, where, order, limit, offset))
          .orderBy(...order)
        return rows.map(({ in_all, ...row }) => ({ ...reduceRow(row, user), in_all }))
      },
    }
  }),
  async map(input, context) {
    const { id, code, name, city, province, latitude, longitude, status } = stations
    const found = await context.db
      .select({ id, code, name, city, province, latitude, longitude, status })
      .from(stations)
      .where(stationFilter(input, context))
      .orderBy(...ordering(input.sort, sorts, id))
    return { stations: found as MapStation[], tiles: context.tiles ?? null }
  },
  get: readStation,
  async prices({ id }, { db, user, now }) {
    await needStation(db, user, id)
    const at = now.toISOString()
    const rows = await db
      .selectDistinctOn([fuels.position, prices.fuel_id, prices.mode], {
        id: prices.id,
        fuel_id: prices.fuel_id,
        fuel: fuels.name,
        unit: fuels.unit,
        mode: prices.mode,
        price: prices.price,
        valid_from: prices.valid_from,
        source: prices.source,
      })
      .from(prices)
      .innerJoin(fuels, eq(fuels.id, prices.fuel_id))
      .where(and(eq(prices.station_id, id), lte(prices.valid_from, at), or(isNull(prices.valid_to), gt(prices.valid_to, at))))
      .orderBy(fuels.position, prices.fuel_id, prices.mode, desc(prices.valid_from), desc(prices.id))
    return rows
  },
  suggest: (input, context) => hints(input, stationScope(context.user), context),
  choices: (input, context) => hints(input, isNull(stations.deleted_at), context),
})

type Typed = Partial<Record<'value' | 'search' | 'query', string>>
/** The best 20 matches of a text among the stations within a scope. */
function hints({ value, search, query }: Typed, scope: SQL, { db, user }: Context) {
  const typed = value ?? search ?? query
  return db
    .select({ id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province })
    .from(stations)
    .where(and(scope, matchesStation(typed, user)))
    .orderBy(sql`${stations.code} = ${typed?.trim().toUpperCase() ?? ''} desc`, sortKey(stations.name), stations.id)
    .limit(20)
}
