import { and, eq, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { competitorPrices as contract, MAX_NEIGHBOURS } from '../../../src/contract/prices/competitor-prices.ts'
import { distance } from '../../../src/rules/shared/distance.ts'
import { networkWide } from '../../../src/rules/stations/access.ts'
import { competitors as table } from '../../db/schema/prices/competitors.ts'
import { mimit_stations } from '../../db/schema/prices/mimit.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { splitPostcode, townName } from '../../domain/stations/town-name.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { contains } from '../../lib/tables/table.ts'
import { grantColumns, mayWriteStation, stationScope } from '../stations/scope.ts'
import { copyRegistryPrices, storeDay } from './competitor-price-store.ts'

const stationLabel = labelOf(contract.take.body.entries.station_id)!

interface Placed {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}
/** Straight-line distance in kilometres, to the hundredth; null if a position is unknown. */
export const kmBetween = (a: Placed | undefined, b: Placed | undefined) =>
  a?.latitude == null || a.longitude == null || b?.latitude == null || b.longitude == null
    ? null
    : Math.round(distance({ lat: a.latitude, lon: a.longitude }, { lat: b.latitude, lon: b.longitude }) / 10) / 100

/**
 * The station that a competitor is compared with, if the caller may write it. Without a station it gives undefined, which only callers
 * who write the whole network may use.
 * @throws 422 for a station out of reach, 403 for one that is only readable
 */
export async function comparedStation(id: number | null | undefined, context: Context) {
  const { user } = context
  if (id == null) {
    if (!allows('net.write', networkWide(user))) throw problem.forbidden()
    return undefined
  }
  const row = await reachable(id, context)
  if (!mayWriteStation(user, row, 'net.write')) throw problem.forbidden()
  return row
}
async function reachable(id: number, { db, user }: Context) {
  const { latitude, longitude } = stations
  const [row] = await db
    .select({ ...grantColumns(user), id: stations.id, latitude, longitude })
    .from(stations)
    .where(and(eq(stations.id, id), stationScope(user)))
  if (!row) throw problem.invalid({ station_id: messages.exists(stationLabel) })
  return row
}

/** Default search radius in kilometres. */
const USUAL_KM = 5
/** Limit of a search by text. */
const MOST_FOUND = 20
/** Kilometres per degree of latitude. */
const DEGREE_KM = 111.195
const { id, name, brand, address, city, province, latitude, longitude } = mimit_stations
const notOurs = sql`not exists (select 1 from stations s where s.mise_id = "mimit_stations"."id" and s.deleted_at is null)`

/** SQL for the distance of registry rows from a position (haversine), and for "within a radius": a box that uses the index, then the exact distance. */
function around(lat: number, lon: number) {
  const km = sql<number>`(2 * 6371.0 * asin(least(1, sqrt(
    power(sin(radians("mimit_stations"."latitude"::float8 - ${lat}::float8) / 2), 2)
    + cos(radians(${lat}::float8)) * cos(radians("mimit_stations"."latitude"::float8))
      * power(sin(radians("mimit_stations"."longitude"::float8 - ${lon}::float8) / 2), 2)))))`
  return {
    km,
    within(radius: number) {
      const [up, across] = [radius / DEGREE_KM, radius / (DEGREE_KM * Math.cos((lat * Math.PI) / 180))]
      return sql`"mimit_stations"."latitude" between ${lat - up}::numeric and ${lat + up}::numeric
        and "mimit_stations"."longitude" between ${lon - across}::numeric and ${lon + across}::numeric and ${km} <= ${radius}`
    },
  }
}

export async function neighbours({ station_id, radius = USUAL_KM, value }: Parsed<typeof contract.neighbours, never>, context: Context) {
  const station = station_id === undefined ? undefined : await reachable(station_id, context)
  const typed = value?.trim()
  const near = station?.latitude != null && station.longitude != null ? around(station.latitude, station.longitude) : undefined
  // Without a position and a text, the result would be arbitrary stations of the whole country.
  if (!near && !typed) return []
  const rows = await context.db
    .select({
      ...{ id, name, brand, address, city, province, latitude, longitude },
      distance_km: near ? sql<number | null>`round(${near.km}::numeric, 2)::float8` : sql<number | null>`null::float8`,
      present: sql<boolean>`exists (select 1 from competitors c where c.mise_id = "mimit_stations"."id")`,
    })
    .from(mimit_stations)
    // A search by text is not limited to the radius.
    .where(and(contains(typed, mimit_stations.search_text), typed ? undefined : near!.within(radius), notOurs))
    .orderBy(near ? sql`${near.km} nulls last` : name, id)
    .limit(typed ? MOST_FOUND : MAX_NEIGHBOURS)
  return rows.map((row) => ({ ...row, city: row.city && townName(row.city) }))
}

export async function take({ station_id, mise_ids }: Parsed<typeof contract.take, never>, context: Context) {
  const { db, user } = context
  const station = (await comparedStation(station_id, context))!
  const rows = await db
    .select({ id, name, brand, address, city, province, latitude, longitude })
    .from(mimit_stations)
    .where(and(sql`"mimit_stations"."id" in ${mise_ids}`, notOurs))
  const known = new Set(
    (await db.select({ id: table.mise_id }).from(table).where(sql`${table.mise_id} in ${mise_ids}`)).map((row) => row.id),
  )
  const values = rows
    .filter((row) => !known.has(row.id))
    .map(({ id: mise_id, latitude, longitude, province, ...row }) => {
      const { address, cap } = splitPostcode(row.address ?? '')
      return {
        ...{ created_by: user.id, updated_by: user.id, station_id, mise_id, latitude, longitude, province },
        ...{ name: row.name.slice(0, 255), brand: row.brand?.slice(0, 80) || 'Senza bandiera', cap: cap ?? null },
        ...{ address: address.slice(0, 255) || null, city: townName(row.city ?? '').slice(0, 80) },
        distance_km: kmBetween(station, { latitude, longitude }),
      }
    })
  // Another request may be importing the same stations at this moment.
  const made = values.length ? await db.insert(table).values(values).onConflictDoNothing({ target: table.mise_id }).returning() : []
  for (const one of made) await context.history('competitor', one.id, 'created', null, one)
  await refreshFromRegistry(
    made.map((one) => one.id),
    context,
  )
  return { created: made.length, present: rows.length - made.length }
}

/** Copies the registry's prices of these competitors and records them as their prices of today. */
export async function refreshFromRegistry(ids: readonly number[], { db, now }: Context) {
  if (!ids.length) return
  const these = sql`c.id = any(${`{${ids}}`}::int[])`
  await copyRegistryPrices(db, these)
  await storeDay(db, these, dayInRome(now))
}
