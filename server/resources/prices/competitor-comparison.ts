import { eq, sql } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import type { competitorPrices as contract } from '../../../src/contract/prices/competitor-prices.ts'
import { CHART_DAYS, type Comparison } from '../../../src/contract/prices/competitor-prices.ts'
import type { competitors } from '../../db/schema/prices/competitors.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { meansDay, regionOf } from './area-means.ts'

type Competitor = typeof competitors.$inferSelect
const rowsOf = async <T>(db: Context['db'], query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows

/** The station a competitor is compared with, and the areas of the means: the station's, or the competitor's own without a station. */
async function placeOf({ station_id, province }: Competitor, { db }: Context) {
  const { id, code, name } = stations
  const [station] = station_id
    ? await db.select({ id, code, name, province: stations.province }).from(stations).where(eq(stations.id, station_id))
    : []
  const sign = station?.province ?? province
  return { station: station ?? null, province: sign, region: regionOf(sign) }
}

/** The competitor's prices beside our station's current ones and the newest means of province and region. */
export async function compared(competitor: Competitor, context: Context): Promise<Comparison> {
  const { db, now } = context
  const { id, name, brand, city, distance_km, station_id } = competitor
  const place = await placeOf(competitor, context)
  const at = now.toISOString()
  const areas = sql`(${place.province}, ${place.region})`
  const day = await meansDay(context, [place.province, place.region])
  const prices = await rowsOf<Comparison['prices'][number]>(
    db,
    sql`
    with ours as (
      select distinct on (fuel_id, mode) fuel_id, mode, price from prices
      where station_id = ${station_id} and valid_from <= ${at} and (valid_to is null or valid_to > ${at})
      order by fuel_id, mode, valid_from desc
    ), theirs as (
      select fuel_id, mode, price, at, source from competitor_prices where competitor_id = ${id}
    ), means as (
      select area, fuel_id, mode, price from mimit_means where area in ${areas} and day = ${day}
    )
    select f.id as fuel_id, f.name as fuel, f.unit, priced.mode, priced.ours::float8 as ours, priced.theirs::float8 as theirs,
      to_char(priced.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, priced.source,
      (select price::float8 from means m where m.area = ${place.province} and m.fuel_id = f.id and m.mode = priced.mode) as province,
      (select price::float8 from means m where m.area = ${place.region} and m.fuel_id = f.id and m.mode = priced.mode) as region
    from (
      select fuel_id, mode, ours.price as ours, theirs.price as theirs, theirs.at, theirs.source from ours full join theirs using (fuel_id, mode)
    ) priced join fuels f on f.id = priced.fuel_id
    order by f.position, f.id, priced.mode`,
  )
  const { station, ...around } = place
  return { ...{ name, brand, city, distance_km, prices }, ...around, station, means_day: day }
}

/** One fuel and mode on each of the last `CHART_DAYS` days: our price at the end of the day, theirs and the means as known that day. */
export async function daysOf(competitor: Competitor, { fuel_id, mode }: { fuel_id: number; mode: string }, context: Context) {
  const { db, now } = context
  const { province, region } = await placeOf(competitor, context)
  const to = dayInRome(now)
  const until = sql`least((d.day + 1)::timestamp at time zone 'Europe/Rome', ${now.toISOString()}::timestamptz)`
  const mean = (area: string | null) =>
    sql`(select price::float8 from mimit_means m where m.area = ${area} and m.fuel_id = ${fuel_id} and m.mode = ${mode} and m.day = d.day)`
  return rowsOf<Output<typeof contract.days>[number]>(
    db,
    sql`
    select d.day::text as day,
      (select price::float8 from prices p where p.station_id = ${competitor.station_id} and p.fuel_id = ${fuel_id} and p.mode = ${mode}
        and p.valid_from < ${until} and (p.valid_to is null or p.valid_to > ${until}) order by p.valid_from desc nulls last limit 1) as ours,
      (select price::float8 from competitor_price_days c where c.competitor_id = ${competitor.id} and c.fuel_id = ${fuel_id} and c.mode = ${mode} and c.day = d.day) as theirs,
      ${mean(province)} as province, ${mean(region)} as region
    from (select generate_series(${addDays(to, 1 - CHART_DAYS)}::date, ${to}::date, interval '1 day')::date as day) d order by d.day`,
  )
}
