import { eq, sql } from 'drizzle-orm'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { CHART_DAYS } from '../../../src/contract/prices/competitor-prices.ts'
import type { AreaMeans } from '../../../src/contract/prices/prices.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { needStation } from '../stations/scope.ts'

/** Name of the region of a province code. */
export const regionOf = (province: string | null | undefined) => (province && provinces.get(province)?.region) ?? null

/** Day of the newest means of these areas, `YYYY-MM-DD`. Means older than the chart's period are ignored. */
export async function meansDay({ db, now }: Pick<Context, 'db' | 'now'>, areas: readonly (string | null)[]): Promise<string | null> {
  const since = addDays(dayInRome(now), -CHART_DAYS)
  const { rows } = (await db.execute(
    sql`select max(day)::text as day from mimit_means where area in ${areas} and day >= ${since}`,
  )) as unknown as { rows: { day: string | null }[] }
  return rows[0]!.day
}

/** The newest means of a station's province and region. Motorway stations have none. */
export async function meansAround({ id }: { id: number }, context: Context): Promise<AreaMeans> {
  const { db, user } = context
  await needStation(db, user, id)
  const [station] = await db.select({ province: stations.province, kind: stations.kind }).from(stations).where(eq(stations.id, id))
  const { province, kind } = station!
  const region = regionOf(province)
  if (kind === 'autostradale') return { province: null, region: null, day: null, prices: [] }
  const day = await meansDay(context, [province, region])
  const of = (area: string | null) => sql`(max(m.price) filter (where m.area = ${area}))::float8`
  const { rows } = (await db.execute(sql`
    select m.fuel_id, m.mode, ${of(province)} as province, ${of(region)} as region
    from mimit_means m where m.area in (${province}, ${region}) and m.day = ${day} group by m.fuel_id, m.mode order by m.fuel_id, m.mode`)) as unknown as {
    rows: AreaMeans['prices']
  }
  return { province, region, day, prices: rows }
}
