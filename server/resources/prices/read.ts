import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Price, PriceCell } from '../../../src/contract/prices/prices.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { fuels, prices, station_fuels } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

/** SQL that formats an instant as ISO 8601 in UTC, for JSON made by the database. */
export const iso = (of: SQL) => sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
// Written out, because drizzle omits the table name in a select from one table and `id` would be the price's.
const station = sql.raw('"stations"."id"')
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/**
 * The newest price in force at a moment, with one probe of the index `prices_series` per series. There is no table of current prices, so
 * a planned price comes into force without a job.
 */
export const inForce = (at: Date, fuel: SQL, mode: SQL) => sql`
  select p.id, p.price, p.valid_from from ${prices} p
  where p.station_id = ${station} and p.fuel_id = ${fuel} and p.mode = ${mode} and p.valid_from <= ${moment(at)}
    and (p.valid_to is null or p.valid_to > ${moment(at)})
  order by p.valid_from desc nulls last limit 1`
const planned = (at: Date, fuel: SQL, mode: SQL) => sql`
  select p.id, p.price, p.valid_from from ${prices} p
  where p.station_id = ${station} and p.fuel_id = ${fuel} and p.mode = ${mode} and p.valid_from > ${moment(at)} and p.valid_to is null
  order by p.valid_from asc nulls first limit 1`

/** The fuels and modes that the row's station sells, with their prices at a moment. */
export const cellsAt = (at: Date): SQL<PriceCell[]> => sql<PriceCell[]>`(
  select coalesce(json_agg(json_build_object('fuel_id', f.id, 'mode', m.mode, 'id', c.id, 'price', c.price, 'since', ${iso(sql`c.valid_from`)},
    'next', case when n.id is not null then json_build_object('id', n.id, 'price', n.price, 'valid_from', ${iso(sql`n.valid_from`)}) end)
    order by f.position, f.id, m.mode), '[]')
  from ${station_fuels} sf join ${fuels} f on f.id = sf.fuel_id cross join (values ('self'), ('serve')) m(mode)
  left join lateral (${inForce(at, sql`sf.fuel_id`, sql`m.mode`)}) c on true
  left join lateral (${planned(at, sql`sf.fuel_id`, sql`m.mode`)}) n on true
  where sf.station_id = ${station} and sf.active and case m.mode when 'self' then sf.self else sf.serve end)`

/** When a price of the row's station last came into force before a moment, with one probe of the index `prices_newest`. */
export const lastChangeAt = (at: Date): SQL<string | null> =>
  sql`(select p.valid_from from ${prices} p where p.station_id = ${station} and p.valid_from <= ${moment(at)}
    and (p.valid_to is null or p.valid_to > ${moment(at)}) order by p.valid_from desc nulls last limit 1)`.mapWith((value) =>
    value === null ? null : prices.valid_from.mapFromDriverValue(value),
  ) as SQL<string | null>
/** Calendar days in Rome from the last change of price to a moment. */
export const ageAt = (at: Date): SQL<number | null> =>
  sql<number | null>`((${moment(at)} at time zone 'Europe/Rome')::date - (${lastChangeAt(at)} at time zone 'Europe/Rome')::date)`
/** The price of a fuel and mode at the row's station at a moment. */
export const priceAt = (at: Date, fuel: number, mode: string): SQL =>
  sql`(select c.price from (${inForce(at, sql`${fuel}::int`, sql`${mode}`)}) c)`

const { id, station_id, fuel_id, mode, price, valid_from, valid_to, source, created_at } = prices
const later = sql`exists (select 1 from ${prices} l where l.station_id = ${station_id} and l.fuel_id = ${fuel_id} and l.mode = ${mode} and l.valid_from > ${valid_from}`
const priceColumns = (now: Date) => ({
  ...{ id, station_id, fuel_id, fuel: fuels.name, unit: fuels.unit, mode, price, valid_from, valid_to, source, created_at },
  author: users.name,
  previous: sql<
    number | null
  >`(select b.price::float8 from ${prices} b where b.station_id = ${station_id} and b.fuel_id = ${fuel_id} and b.mode = ${mode}
    and b.valid_from < ${valid_from} order by b.valid_from desc nulls last limit 1)`,
  newest: sql<boolean>`(${valid_to} is null or ${valid_to} > ${moment(now)}) and not ${later})`,
  state: sql<Price['state']>`case when ${valid_to} <= ${moment(now)} then 'past' when ${valid_from} > ${moment(now)} then 'future'
    when ${later} and l.valid_from <= ${moment(now)}) then 'past' else 'current' end`,
})
interface Wanted {
  ids?: number[]
  station?: number
  fuels?: number[] | undefined
  since?: string | undefined
}
/** Prices with fuel, author, previous price and state, newest first. */
export const pricesOf = (db: Db, now: Date, { ids, station: of, fuels: wanted, since }: Wanted) =>
  db
    .select(priceColumns(now))
    .from(prices)
    .innerJoin(fuels, eq(fuels.id, fuel_id))
    .leftJoin(users, eq(users.id, prices.created_by))
    .where(
      and(
        ids && inArray(id, ids),
        of === undefined ? undefined : eq(station_id, of),
        wanted?.length ? inArray(fuel_id, wanted) : undefined,
        since === undefined ? undefined : gte(valid_from, since),
      ),
    )
    .orderBy(desc(valid_from), fuels.position, fuel_id, mode, desc(id))
