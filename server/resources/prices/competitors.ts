import { and, eq, type SQL, sql } from 'drizzle-orm'
import { competitors as contract, type MapCompetitor, STALE_DAYS } from '../../../src/contract/prices/competitors.ts'
import { competitors as table } from '../../db/schema/prices/competitors.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { matches, ordering } from '../../lib/tables/table.ts'
import { inStations } from '../stations/scope.ts'
import { comparedStation, kmBetween, refreshFromRegistry } from './competitor-neighbours.ts'
import { writable } from './competitor-prices.ts'

// Written out, because drizzle omits the table name in a select from one table and `id` would become ambiguous in a subquery.
const competitorId = sql.raw('"competitors"."id"')
const stationId = sql.raw('"competitors"."station_id"')
/** Id of our fuel with this name of the ministry. */
const fuel = (name: 'Benzina' | 'Gasolio') =>
  sql.raw(`(select id from fuels where '${name}' = any(mise_names) order by position, id limit 1)`)
const number = (query: SQL) => query.mapWith(Number) as SQL<number | null>
const theirs = (name: 'Benzina' | 'Gasolio') =>
  sql`(select price from competitor_prices where competitor_id = ${competitorId} and fuel_id = ${fuel(name)} and mode = 'self')`
// The order must match the index; otherwise every series is read to its beginning.
const listed = sql`(select p.price from prices p where p.station_id = ${stationId} and p.fuel_id = ${fuel('Benzina')} and p.mode = 'self'
  and p.valid_from <= now() and (p.valid_to is null or p.valid_to > now()) order by p.valid_from desc nulls last limit 1)`
const computed = {
  station: sql<{ id: number; code: string; name: string } | null>`(select json_build_object('id', id, 'code', code, 'name', name)
    from stations where id = ${stationId})`,
  price: number(theirs('Benzina')),
  diesel: number(theirs('Gasolio')),
  delta: number(sql`(${theirs('Benzina')} - ${listed})`),
  seen_at: sql<string | null>`(select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from competitor_prices where competitor_id = ${competitorId})`,
}
const fresh = sql`exists (select 1 from competitor_prices where competitor_id = ${competitorId} and at > now() - make_interval(days => ${sql.raw(String(STALE_DAYS))}))`
const staleness = (stale: boolean) => (stale ? sql`not ${fresh}` : fresh)
/** Competitors compared with one of the caller's stations. Those without a station are for callers who see the whole network. */
const scope = ({ user }: Pick<Context, 'user'>) => inStations(user, table.station_id)
const searched = ['name', 'brand', 'city', 'address'] as const
const sorts = { name: table.name, city: table.city, distance_km: table.distance_km, price: computed.price, delta: computed.delta }

const { get, ...crud } = crudOn(contract, table, {
  model: 'competitor',
  search: searched,
  sort: ['name', 'city', 'distance_km', 'price', 'delta'],
  row: computed,
  scope,
  filters: { stale: staleness },
  sentences: { competitors_mise_id: ['mise_id', 'Questo impianto è già tra i concorrenti.'] },
})
const ofMap = { id: table.id, name: table.name, brand: table.brand, city: table.city }
const { latitude, longitude, active } = table

export default implement(contract, {
  ...crud,
  async map({ station_id, province, stale, sort, ...input }, context) {
    const where = and(
      scope(context),
      matches(input.search ?? input.query, ...searched.map((name) => table[name])),
      station_id?.length ? sql`${table.station_id} in ${station_id}` : undefined,
      province?.length ? sql`${table.province} in ${province}` : undefined,
      stale === undefined ? undefined : staleness(stale),
    )
    const found = await context.db
      .select({ ...ofMap, latitude, longitude, active, price: computed.price })
      .from(table)
      .where(where)
      .orderBy(...ordering(sort, sorts, table.id))
    return { competitors: found as MapCompetitor[], tiles: context.tiles ?? null }
  },
  async create(input, context) {
    const station = await comparedStation(input.station_id, context)
    const made = await crud.create({ ...input, distance_km: kmBetween(station, input) }, context)
    if (!made.mise_id) return made
    await refreshFromRegistry([made.id], context)
    return get(made, context)
  },
  async update(input, context) {
    const before = await writable(input.id, context)
    const next = { ...before, ...input }
    const station = await comparedStation(next.station_id, context)
    const saved = await crud.update({ ...input, distance_km: kmBetween(station, next) }, context)
    if (!saved.mise_id || saved.mise_id === before.mise_id) return saved
    await refreshFromRegistry([saved.id], context)
    return get(saved, context)
  },
  async remove({ id }, context) {
    if (await context.db.$count(table, eq(table.id, id))) await writable(id, context)
    return crud.remove({ id }, context)
  },
})
