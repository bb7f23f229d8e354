import { sql } from 'drizzle-orm'
import type { Output } from '../../../src/contract/kernel/endpoint.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import type { dashboard as contract } from '../../../src/contract/overview/dashboard.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome, romeTime } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import { stationScope } from '../stations/scope.ts'

const DAYS = 60
/** As the ministry calls them. */
const FUELS = ['Benzina', 'Gasolio'] as const
type Fuel = (typeof FUELS)[number]
type Point = NonNullable<Output<typeof contract.charts>['prices']>[number]
const rowsOf = async <T>(db: Context['db'], query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: T[] }).rows
const midnight = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date)).toISOString()
}
const mean = (sum: number, many: number) => (many ? Math.round((sum / many) * 1_000) / 1_000 : null)

/**
 * What the stations in scope ask on average at the end of each of the last days, beside the ministry's means of their regions. A mean is carried on from day to
 * day by what begins and ends on it: each price is read once, and not once a day.
 */
async function meansOf({ db, user, now }: Context): Promise<Point[]> {
  const today = dayInRome(now)
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at + 1 - DAYS))
  const [begin, end] = [midnight(days[0]!), now.toISOString()]
  const scoped = sql`select ${stations.id} as id, ${stations.province} as province from ${stations}
    where ${stationScope(user)} and not ${stations.is_warehouse} and ${stations.status} <> 'dismissed'`
  // Midnights are told and not asked for: to place a hundred thousand prices by the calendar of Rome took a fifth of the time.
  const midnights = `{${days.map(midnight)}}`
  const ofDay = (instant: string) => sql`greatest(width_bucket(${sql.raw(instant)}, ${midnights}::timestamptz[]), 1)`
  const series = sql`select station_id, price, valid_from, valid_to from prices where station_id = st.id and fuel_id = s.fuel_id and mode = 'self'`
  const changes = await rowsOf<{ fuel: Fuel; place: number; sum: number; many: number }>(
    db,
    sql`
    with scoped as materialized (${scoped}),
    sold as (select name.name as fuel, (select id from fuels where name.name = any(mise_names) order by position, id limit 1) as fuel_id
      from (values ('Benzina'), ('Gasolio')) as name (name)),
    held as (
      select s.fuel, p.station_id, p.price::float8 as price, p.valid_from,
        least(p.valid_to, lead(p.valid_from) over (partition by p.station_id, s.fuel order by p.valid_from)) as until
      from scoped st cross join sold s cross join lateral (
        (${series} and valid_from < ${begin} order by valid_from desc nulls last limit 1)
        union all
        (${series} and valid_from >= ${begin} and valid_from <= ${end})
      ) p
    )
    select fuel, place, sum(price)::float8 as sum, sum(many)::int as many from (
      select fuel, ${ofDay('valid_from')} as place, price, 1 as many from held where until is null or until >= ${begin}
      union all
      select fuel, ${ofDay('until')} as place, -price, -1 from held where until >= ${begin} and until <= ${end}
    ) moved group by fuel, place`,
  )
  const weights = new Map<string, number>()
  for (const { province, many } of await rowsOf<{ province: string; many: number }>(
    db,
    sql`select province, count(*)::int as many from (${scoped}) st group by province`,
  )) {
    const region = provinces.get(province)?.region
    if (region) weights.set(region, (weights.get(region) ?? 0) + many)
  }
  const areas = [...weights.keys()]
  const means = areas.length
    ? await rowsOf<{ fuel: Fuel; area: string; day: string; price: number }>(
        db,
        sql`select f.fuel, m.area, m.day::text as day, m.price::float8 as price
          from (select name.name as fuel, (select id from fuels where name.name = any(mise_names) order by position, id limit 1) as fuel_id
            from (values ('Benzina'), ('Gasolio')) as name (name)) f
          join mimit_means m on m.fuel_id = f.fuel_id and m.mode = 'self'
          where m.area in ${areas} and m.day between ${days[0]}::date and ${today}::date`,
      )
    : []
  const running = { Benzina: { sum: 0, many: 0 }, Gasolio: { sum: 0, many: 0 } }
  return days.map((day, at) => {
    for (const change of changes)
      if (change.place === at + 1) {
        running[change.fuel].sum += change.sum
        running[change.fuel].many += change.many
      }
    const around = (fuel: Fuel) => {
      const those = means.filter((one) => one.fuel === fuel && one.day === day)
      const weight = those.reduce((sum, { area }) => sum + weights.get(area)!, 0)
      return mean(
        those.reduce((sum, { area, price }) => sum + price * weights.get(area)!, 0),
        weight,
      )
    }
    return {
      day,
      petrol: mean(running.Benzina.sum, running.Benzina.many),
      diesel: mean(running.Gasolio.sum, running.Gasolio.many),
      petrol_region: around('Benzina'),
      diesel_region: around('Gasolio'),
    }
  })
}

const KEPT_MS = 60_000
const kept = new WeakMap<Context['db'], { at: number; points: Promise<Point[]> }>()
/** The same, of the whole network kept for a minute, for that is the same for all who see it; of who sees some stations nothing is kept. */
export function priceMeans(context: Context): Promise<Point[]> {
  if (!seesAllStations(context.user)) return meansOf(context)
  const at = context.now.getTime()
  const known = kept.get(context.db)
  if (known && at >= known.at && at - known.at < KEPT_MS) return known.points
  const points = meansOf(context)
  kept.set(context.db, { at, points })
  points.catch(() => kept.delete(context.db))
  return points
}
