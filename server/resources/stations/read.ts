import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Station, StationRow } from '../../../src/contract/stations/stations.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { dispensers, fire_extinguishers, guns, oil_separators, pos, station_devices, tanks } from '../../db/schema/equipment/equipment.ts'
import { openings, station_bills, station_networks, station_phones } from '../../db/schema/stations/station-sets.ts'
import { available_services, fuels, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import { reduceStation } from '../../domain/stations/visible-columns.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { jsonRows } from '../../lib/tables/json-rows.ts'
import { contains } from '../../lib/tables/table.ts'
import { managerNames } from './managers.ts'
import { grantColumns, mayWriteStation, seesStationColumn, stationScope } from './scope.ts'

const { search_text: _, deleted_at: __, ...columns } = getTableColumns(stations)
/** Child rows of the row's station as JSON, by id or by the given column. */
function ownRows<T extends PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }>(table: T, order: AnyPgColumn = table.id) {
  const { station_id, ...shown } = getTableColumns(table as PgTable) as Record<string, AnyPgColumn>
  return jsonRows(shown as Omit<T['_']['columns'], 'station_id'>, table as PgTable, eq(station_id!, stations.id), order)
}
/** The sets of a station (src/contract/stations/sets.ts), each as one JSON column. */
export const sets = {
  phones: ownRows(station_phones),
  fuels: jsonRows(
    {
      ...{ id: station_fuels.id, fuel_id: station_fuels.fuel_id, name: fuels.name, code: fuels.code, color: fuels.color },
      ...{ self: station_fuels.self, serve: station_fuels.serve, active: station_fuels.active },
    },
    sql`${station_fuels} inner join ${fuels} on ${eq(fuels.id, station_fuels.fuel_id)}`,
    eq(station_fuels.station_id, stations.id),
    ...[fuels.position, fuels.id],
  ),
  services: jsonRows(
    {
      ...{ id: station_services.id, available_service_id: station_services.available_service_id },
      ...{ name: available_services.name, category: available_services.category, note: station_services.note },
    },
    sql`${station_services} inner join ${available_services} on ${eq(available_services.id, station_services.available_service_id)}`,
    eq(station_services.station_id, stations.id),
    ...[available_services.position, available_services.id],
  ),
  networks: ownRows(station_networks),
  bills: ownRows(station_bills),
  openings: ownRows(openings, openings.weekday),
}
/** Tables whose pieces are counted by station. */
const kinds = { dispensers, guns, tanks, devices: station_devices, fireext: fire_extinguishers, oilseparator: oil_separators, pos }
const equipment = Object.fromEntries(
  Object.entries(kinds).map(([kind, table]) => [
    kind,
    sql<number>`(select count(*)::int from ${table} where ${eq(table.station_id, stations.id)})`,
  ]),
) as Record<keyof typeof kinds, SQL<number>>

/** Columns of a list row. */
export const rowColumns = (user: Context['user']) => ({
  ...columns,
  ...{ phones: sets.phones, fuels: sets.fuels, services: sets.services },
  ...grantColumns(user),
})
/** Removes columns that the caller may not see, and adds what the caller may write. */
export const reduceRow = <T extends { assigned: boolean; given: string | null; id: number }>(
  { assigned, given, ...row }: T,
  user: Context['user'],
) => {
  const writable = (['net.write', 'net.fin'] as const).filter((policy) => mayWriteStation(user, { assigned, given }, policy))
  return { ...reduceStation(row, user, assigned), writable } as unknown as StationRow
}

const area_manager = sql<string | null>`(select ${users.name} from ${users} where ${eq(users.id, stations.area_manager_id)})`

/** One station with its sets and counts, limited to what the caller may see. @throws 404 out of scope */
export async function readStation({ id }: { id: number }, { db, user }: Pick<Context, 'db' | 'user'>): Promise<Station> {
  const { networks, bills, openings: opening } = sets
  const [row] = await db
    .select({ ...rowColumns(user), networks, bills, opening, equipment, area_manager })
    .from(stations)
    .where(and(eq(stations.id, id), stationScope(user)))
  if (!row) throw problem.notFound()
  return reduceRow({ ...row, manager: await managerNames(db, id) }, user) as Station
}

/** Condition for a search text: words of the station, or its ministry id for callers who may see it. */
export function matchesStation(typed: string | undefined, user: Context['user']): SQL | undefined {
  const inWords = contains(typed, stations.search_text)
  const number = /^\s*(\d{1,9})\s*$/.exec(typed ?? '')?.[1]
  return number ? or(inWords, and(seesStationColumn(user, 'mise_id'), eq(stations.mise_id, Number(number)))) : inWords
}
