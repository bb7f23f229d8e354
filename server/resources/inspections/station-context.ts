import { and, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { NcTicket, OpenNc, StationContext } from '../../../src/contract/inspections/answers.ts'
import type { OfflineStation } from '../../../src/contract/inspections/offline.ts'
import { dispensers, fire_extinguishers, guns, oil_separators, pos, station_devices, tanks } from '../../db/schema/equipment/equipment.ts'
import { inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { openings, station_phones } from '../../db/schema/stations/station-sets.ts'
import { available_services, fuels, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import { equipmentRows } from '../../domain/inspections/equipment-labels.ts'
import type { Db } from '../../lib/core/db.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { BATCH_ROWS, pacedBatches } from '../../lib/tables/yielding-batches.ts'
import { contextSigner } from './context-proof.ts'

/** The facts of a station that a verifica needs (docs/spec/inspections.md#conditions). */
const { id, code, name, address, cap, city, province, latitude, longitude, status } = stations
const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance } = stations
const phones = jsonRows(
  { number: station_phones.number, type: station_phones.type, label: station_phones.label },
  station_phones,
  eq(station_phones.station_id, stations.id),
  station_phones.id,
)
/** The week as `readWeek` reads it: as text it is a tenth of the rows, of which there may be a hundred thousand. */
const week = sql<string | null>`(select string_agg(concat_ws(' ', o.weekday, case when o.h24 then 'h24' when o.closed then 'chiuso' end,
  o.open1 || '-' || o.close1, o.open2 || '-' || o.close2), ';' order by o.weekday) from ${openings} o where o.station_id = stations.id)`
/** Nothing of these is reserved to others. */
const fieldColumns = {
  ...{ id, code, name, address, cap, city, province, latitude, longitude, phones, status, week },
  ...{ self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance },
}
/** Stations as a device keeps them. */
export async function fieldStations(db: Db, where: SQL | undefined): Promise<OfflineStation[]> {
  const all = await db.select({ id }).from(stations).where(where).orderBy(stations.code)
  const found: OfflineStation[] = []
  for await (const lot of pacedBatches(all, BATCH_ROWS)) {
    const ids = lot.map(({ id }) => id)
    found.push(...(await stationBatch(db, ids)))
  }
  return found
}
async function stationBatch(db: Db, ids: number[]): Promise<OfflineStation[]> {
  const these = inArray(stations.id, ids)
  const rows = await db.select(fieldColumns).from(stations).where(these).orderBy(stations.code)
  const offered = await db
    .select({ id: stations.id, name: available_services.name })
    .from(station_services)
    .innerJoin(stations, eq(stations.id, station_services.station_id))
    .innerJoin(available_services, eq(available_services.id, station_services.available_service_id))
    .where(these)
    .orderBy(available_services.position, available_services.id)
  const sold = await db
    .select({ id: stations.id, name: fuels.name })
    .from(station_fuels)
    .innerJoin(stations, eq(stations.id, station_fuels.station_id))
    .innerJoin(fuels, eq(fuels.id, station_fuels.fuel_id))
    .where(and(these, station_fuels.active))
    .orderBy(fuels.position, fuels.id)
  const names = (list: { id: number; name: string }[]) => {
    const byStation = new Map<number, string[]>()
    for (const { id, name } of list) byStation.set(id, [...(byStation.get(id) ?? []), name])
    return byStation
  }
  const [services, kinds] = [names(offered), names(sold)]
  return rows.map((row) => ({ ...row, services: services.get(row.id) ?? [], fuels: kinds.get(row.id) ?? [] }))
}

/** The pieces of the station of the row that are in use: as one column of it, for to read rows by the ten thousand takes seconds. */
const inUse = (table: { station_id: AnyPgColumn; status?: AnyPgColumn }, more?: SQL) =>
  and(eq(table.station_id, stations.id), table.status && sql`${table.status} is distinct from 'dismesso'`, more)!
type Piece = Record<'id' | 'brand' | 'model' | 'number', AnyPgColumn>
const pieceColumns = <T extends Piece>({ id, brand, model, number }: T): Pick<T, keyof Piece> => ({ id, brand, model, number })
const equipment = {
  dispensers: jsonRows(
    { ...pieceColumns(dispensers), island: dispensers.island },
    dispensers,
    inUse(dispensers),
    dispensers.island,
    dispensers.id,
  ),
  guns: jsonRows(
    { id: guns.id, number: guns.number, dispenser_id: guns.dispenser_id, fuel: fuels.name, side: guns.side },
    sql`${guns} inner join ${fuels} on ${eq(fuels.id, guns.fuel_id)}`,
    inUse({ station_id: guns.station_id }, sql`${guns.active}`),
    ...[guns.number, guns.id],
  ),
  tanks: jsonRows(
    { ...pieceColumns(tanks), fuel: sql<string | null>`${fuels.name}`, compartment: tanks.compartment },
    sql`${tanks} left join ${fuels} on ${eq(fuels.id, tanks.fuel_id)}`,
    ...[inUse(tanks), tanks.id],
  ),
  fire_extinguishers: jsonRows(
    { ...pieceColumns(fire_extinguishers), location: fire_extinguishers.location },
    fire_extinguishers,
    ...[inUse(fire_extinguishers), fire_extinguishers.id],
  ),
  station_devices: jsonRows(
    { ...pieceColumns(station_devices), type: station_devices.type },
    station_devices,
    ...[inUse(station_devices), station_devices.id],
  ),
  pos: jsonRows({ id: pos.id, brand: pos.brand, model: pos.model, serial: pos.serial, tml: pos.tml }, pos, inUse(pos), pos.id),
  oil_separators: jsonRows(pieceColumns(oil_separators), oil_separators, inUse(oil_separators), oil_separators.id),
}
/** Prices in force of the station of the row: one probe of the index a series, as the history of a network has a million rows. */
const pricesAt = (now: Date) => sql<StationContext['prices']>`(
  select coalesce(json_agg(json_build_object('fuel_id', f.id, 'fuel', f.name, 'mode', m.mode, 'price', newest.price) order by f.position, f.id, m.mode), '[]')
  from fuels f cross join (values ('self'), ('serve')) as m (mode) cross join lateral (
    select p.price from prices p
    where p.station_id = stations.id and p.fuel_id = f.id and p.mode = m.mode and p.valid_from <= ${now.toISOString()}::timestamptz
      and (p.valid_to is null or p.valid_to > ${now.toISOString()}::timestamptz)
    order by p.valid_from desc nulls last limit 1) as newest)`

/** Facts, equipment in use and prices of each station, in the order given, as their verifiche freeze them. Of many it is asked in lots. */
export async function stationContexts(db: Db, list: readonly OfflineStation[], now: Date): Promise<StationContext[]> {
  const rows = await db
    .select({ id: stations.id, ...equipment, prices: pricesAt(now) })
    .from(stations)
    .where(
      inArray(
        stations.id,
        list.map(({ id }) => id),
      ),
    )
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  return list.map(({ id, latitude, longitude, ...station }) => {
    const { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels } = station
    const { prices, ...pieces } = found.get(id)!
    return {
      facts: { self, serve, selfGPL, serveGPL, suitableForTruck, videoSurveillance, services, fuels },
      latitude,
      longitude,
      equipment: equipmentRows(pieces),
      prices,
    }
  })
}
export const stationContext = async (db: Db, station: OfflineStation, now: Date) => (await stationContexts(db, [station], now))[0]!
/** The same, with where it comes from and the proof of it. */
export async function provenContext(db: Db, station: OfflineStation, now: Date): Promise<StationContext> {
  const context = await stationContext(db, station, now)
  return { ...context, origin: { kind: 'known', at: now.toISOString(), proof: (await contextSigner(db))(station.id, context) } }
}

/** The ticket of the non-conformity in whose statement it stands; null where it has none. */
export const ncTicket = sql<NcTicket | null>`(select json_build_object('id_year', t.id_year, 'id_number', t.id_number, 'closed', t.status_id = 5)
  from tickets t where t.id = "non_conformities"."ticket_id" and t.deleted_at is null)`
/** Non-conformities of earlier verifiche of a station that are not verified yet: the next one of the same model re-checks them. */
export const openNcs = (db: Db, station_id: number, more?: SQL) =>
  db
    .select({ ...getTableColumns(non_conformities), ticket: ncTicket })
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
          ticket: ncTicket,
        })
        .from(non_conformities)
        .where(inArray(non_conformities.id, [...ids]))
        .orderBy(non_conformities.id)
    : []
