import { and, eq, sql } from 'drizzle-orm'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { labelOf, messages } from '../../../src/contract/kernel/valibot-it.ts'
import { competitorPrices as contract, MOST_NEIGHBOURS } from '../../../src/contract/prices/competitor-prices.ts'
import { distance } from '../../../src/rules/inspections/score.ts'
import { networkWide } from '../../../src/rules/stations/sight.ts'
import { competitors as table } from '../../db/schema/prices/competitors.ts'
import { mimit_stations } from '../../db/schema/prices/mimit.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import { placeName, splitPostcode } from '../../domain/stations/place-name.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { contains } from '../../lib/tables/table.ts'
import { holdOf, mayWriteStation, stationScope } from '../stations/scope.ts'
import { keepDay, takePrices } from './competitor-prices.ts'

const stationLabel = labelOf(contract.take.body.entries.station_id)!

interface Placed {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}
/** Kilometres as the crow flies, to the hundredth; null where a position is not known. */
export const kmBetween = (a: Placed | undefined, b: Placed | undefined) =>
  a?.latitude == null || a.longitude == null || b?.latitude == null || b.longitude == null
    ? null
    : Math.round(distance({ lat: a.latitude, lon: a.longitude }, { lat: b.latitude, lon: b.longitude }) / 10) / 100

/**
 * The station a competitor is compared with, for who may write it; undefined for none, which is for those who write the whole network.
 * @throws 422 for one out of reach, 403 for one that was given to be read alone
 */
export async function comparable(id: number | null | undefined, context: Context) {
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
    .select({ ...holdOf(user), id: stations.id, latitude, longitude })
    .from(stations)
    .where(and(eq(stations.id, id), stationScope(user)))
  if (!row) throw problem.invalid({ station_id: messages.exists(stationLabel) })
  return row
}

/** How far neighbours are looked for unless told, in kilometres. */
const USUAL_KM = 5
/** Found by a word. */
const MOST_FOUND = 20
/** Degrees of latitude to a kilometre. */
const DEGREE_KM = 111.195
const { id, name, brand, address, city, province, latitude, longitude } = mimit_stations
const notOurs = sql`not exists (select 1 from stations s where s.mise_id = "mimit_stations"."id" and s.deleted_at is null)`

/** How far the rows of the registry are from a place (haversine), and which of them are near: first by the index of positions, then exactly. */
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
  // Without a position and without a word these would be the first of the whole country.
  if (!near && !typed) return []
  const rows = await context.db
    .select({
      ...{ id, name, brand, address, city, province, latitude, longitude },
      distance_km: near ? sql<number | null>`round(${near.km}::numeric, 2)::float8` : sql<number | null>`null::float8`,
      present: sql<boolean>`exists (select 1 from competitors c where c.mise_id = "mimit_stations"."id")`,
    })
    .from(mimit_stations)
    // What is asked for by its name may be anywhere.
    .where(and(contains(typed, mimit_stations.search_text), typed ? undefined : near!.within(radius), notOurs))
    .orderBy(near ? sql`${near.km} nulls last` : name, id)
    .limit(typed ? MOST_FOUND : MOST_NEIGHBOURS)
  return rows.map((row) => ({ ...row, city: row.city && placeName(row.city) }))
}

export async function take({ station_id, mise_ids }: Parsed<typeof contract.take, never>, context: Context) {
  const { db, user } = context
  const station = (await comparable(station_id, context))!
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
        ...{ address: address.slice(0, 255) || null, city: placeName(row.city ?? '').slice(0, 80) },
        distance_km: kmBetween(station, { latitude, longitude }),
      }
    })
  // Somebody else may be taking the same ones in at this moment.
  const made = values.length ? await db.insert(table).values(values).onConflictDoNothing({ target: table.mise_id }).returning() : []
  for (const one of made) await context.history('competitor', one.id, 'created', null, one)
  await fromRegistry(
    made.map((one) => one.id),
    context,
  )
  return { created: made.length, present: rows.length - made.length }
}

/** What the registry knows of the prices of these competitors, and that as their prices of today. */
export async function fromRegistry(ids: readonly number[], { db, now }: Context) {
  if (!ids.length) return
  const these = sql`c.id = any(${`{${ids}}`}::int[])`
  await takePrices(db, these)
  await keepDay(db, these, dayInRome(now))
}
