import { and, desc, eq, getTableColumns, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { StationContext } from '../../src/contract/inspection-answers.ts'
import type { OpenNc } from '../../src/contract/inspection-nc.ts'
import type { OfflineStation } from '../../src/contract/inspection-offline.ts'
import { pos } from '../db/schema/banks.ts'
import { dispensers, fire_extinguishers, guns, oil_separators, station_devices, tanks } from '../db/schema/equipment.ts'
import { inspections, non_conformities } from '../db/schema/inspections.ts'
import { available_services, fuels, prices, station_fuels, station_services, stations } from '../db/schema/stations.ts'
import { equipmentRows } from '../domain/equipment-labels.ts'
import type { Db } from '../lib/context.ts'
import { prover } from './inspection-proof.ts'

/** What a verifica needs to know of its station (domain.md 3.3, 3.9). */
/** Pieces of a station that are in use. */
const inUse = (table: { station_id: AnyPgColumn; status?: AnyPgColumn }, station: number | undefined) =>
  and(station === undefined ? undefined : eq(table.station_id, station), table.status && sql`${table.status} is distinct from 'dismesso'`)

const { id, code, name, address, cap, city, province, latitude, longitude, phones, status } = stations
const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance } = stations
/** Nothing of these is reserved to others (domain.md 4.4). */
const fieldColumns = {
  ...{ id, code, name, address, cap, city, province, latitude, longitude, phones, status },
  ...{ self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance },
}
/** Stations as a device keeps them. */
export async function fieldStations(db: Db, where: SQL | undefined): Promise<OfflineStation[]> {
  const rows = await db.select(fieldColumns).from(stations).where(where).orderBy(stations.code)
  const ids = rows.length === 1 ? inArray(stations.id, [rows[0]!.id]) : undefined
  const offered = await db
    .select({ id: stations.id, name: available_services.name })
    .from(station_services)
    .innerJoin(stations, eq(stations.id, station_services.station_id))
    .innerJoin(available_services, eq(available_services.id, station_services.available_service_id))
    .where(ids)
    .orderBy(available_services.position, available_services.id)
  const sold = await db
    .select({ id: stations.id, name: fuels.name })
    .from(station_fuels)
    .innerJoin(stations, eq(stations.id, station_fuels.station_id))
    .innerJoin(fuels, eq(fuels.id, station_fuels.fuel_id))
    .where(and(ids, station_fuels.active))
    .orderBy(fuels.position, fuels.id)
  const names = (list: { id: number; name: string }[]) => {
    const byStation = new Map<number, string[]>()
    for (const { id, name } of list) byStation.set(id, [...(byStation.get(id) ?? []), name])
    return byStation
  }
  const [services, kinds] = [names(offered), names(sold)]
  return rows.map((row) => ({ ...row, services: services.get(row.id) ?? [], fuels: kinds.get(row.id) ?? [] }))
}

type Grouped<T> = ReadonlyMap<number, T[]>
function byStation<T extends { station_id: number }>(rows: readonly T[]): Grouped<T> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.station_id)
    if (group) group.push(row)
    else groups.set(row.station_id, [row])
  }
  return groups
}
/** Prices in force of one station, or of all: one probe of the index a series, as the history of a network has a million rows. */
async function currentPrices(db: Db, id: number | undefined, now: Date) {
  const modes = db
    .select({ mode: sql<'self' | 'serve'>`sold_as`.as('sold_as') })
    .from(sql`(values ('self'), ('serve')) as both_modes (sold_as)`)
    .as('modes')
  const newest = db
    .select({ price: prices.price })
    .from(prices)
    .where(
      and(
        eq(prices.station_id, stations.id),
        eq(prices.fuel_id, fuels.id),
        eq(prices.mode, modes.mode),
        lte(prices.valid_from, now.toISOString()),
      ),
    )
    .orderBy(desc(prices.valid_from))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({ station_id: stations.id, fuel_id: fuels.id, fuel: fuels.name, mode: modes.mode, price: newest.price })
    .from(stations)
    .crossJoin(fuels)
    .crossJoin(modes)
    .crossJoinLateral(newest)
    .where(id === undefined ? undefined : eq(stations.id, id))
    .orderBy(stations.id, fuels.position, fuels.id, modes.mode)
  return byStation(rows)
}

/**
 * Facts, equipment in use and prices of each station, in the order given, as their verifiche freeze them. Asked for more than one it reads the
 * tables as a whole: a question for each of thousands of stations would take minutes.
 */
export async function stationContexts(db: Db, list: readonly OfflineStation[], now: Date): Promise<StationContext[]> {
  const one = list.length === 1 ? list[0]!.id : undefined
  const used = (table: Parameters<typeof inUse>[0]) => inUse(table, one)
  const found = {
    dispensers: byStation(await db.select().from(dispensers).where(used(dispensers)).orderBy(dispensers.island, dispensers.id)),
    guns: byStation(
      await db
        .select({ ...getTableColumns(guns), fuel: fuels.name })
        .from(guns)
        .innerJoin(fuels, eq(fuels.id, guns.fuel_id))
        .where(and(used({ station_id: guns.station_id }), guns.active))
        .orderBy(guns.number, guns.id),
    ),
    tanks: byStation(
      await db
        .select({ ...getTableColumns(tanks), fuel: fuels.name })
        .from(tanks)
        .leftJoin(fuels, eq(fuels.id, tanks.fuel_id))
        .where(used(tanks))
        .orderBy(tanks.id),
    ),
    fire_extinguishers: byStation(
      await db.select().from(fire_extinguishers).where(used(fire_extinguishers)).orderBy(fire_extinguishers.id),
    ),
    station_devices: byStation(await db.select().from(station_devices).where(used(station_devices)).orderBy(station_devices.id)),
    pos: byStation(await db.select().from(pos).where(used(pos)).orderBy(pos.id)),
    oil_separators: byStation(await db.select().from(oil_separators).where(used(oil_separators)).orderBy(oil_separators.id)),
  }
  const inForce = await currentPrices(db, one, now)
  return list.map(({ id, latitude, longitude, ...station }) => {
    const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels } = station
    return {
      facts: { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels },
      latitude,
      longitude,
      equipment: equipmentRows({
        dispensers: found.dispensers.get(id) ?? [],
        guns: found.guns.get(id) ?? [],
        tanks: found.tanks.get(id) ?? [],
        fire_extinguishers: found.fire_extinguishers.get(id) ?? [],
        station_devices: found.station_devices.get(id) ?? [],
        pos: found.pos.get(id) ?? [],
        oil_separators: found.oil_separators.get(id) ?? [],
      }),
      prices: (inForce.get(id) ?? []).map(({ station_id: _, ...price }) => price),
    }
  })
}
export const stationContext = async (db: Db, station: OfflineStation, now: Date) => (await stationContexts(db, [station], now))[0]!
/** The same, with where it comes from and the proof of it. */
export async function knownContext(db: Db, station: OfflineStation, now: Date): Promise<StationContext> {
  const context = await stationContext(db, station, now)
  return { ...context, origin: { kind: 'known', at: now.toISOString(), proof: (await prover(db))(station.id, context) } }
}

/** Non-conformities of earlier verifiche of a station that are not verified yet: the next one of the same model re-checks them. */
export const openNcs = (db: Db, station_id: number, more?: SQL) =>
  db
    .select({ ...getTableColumns(non_conformities) })
    .from(non_conformities)
    .innerJoin(inspections, eq(inspections.id, non_conformities.inspection_id))
    .where(and(eq(non_conformities.station_id, station_id), ne(non_conformities.status, 'verified'), isNull(inspections.deleted_at), more))
    .orderBy(non_conformities.id)
/** Those a verifica re-checks, as its form asks for them. */
export const ncsById = async (db: Db, ids: readonly number[]): Promise<OpenNc[]> =>
  ids.length
    ? db
        .select({
          id: non_conformities.id,
          label: non_conformities.label,
          block_label: non_conformities.block_label,
          severity: non_conformities.severity,
          note: non_conformities.note,
          resolution_note: non_conformities.resolution_note,
          resolution_photos: non_conformities.resolution_photos,
        })
        .from(non_conformities)
        .where(inArray(non_conformities.id, [...ids]))
        .orderBy(non_conformities.id)
    : []
