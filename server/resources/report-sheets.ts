import { and, desc, eq, getTableColumns, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { oilSeparatorTypes } from '../../src/contract/oil-separators.ts'
import type { ReportSheet } from '../../src/contract/station-report.ts'
import { dispensers, fire_extinguishers, oil_separators, pos, station_devices, tanks } from '../db/schema/equipment.ts'
import { users } from '../db/schema/people.ts'
import { station_bills, station_networks, station_phones } from '../db/schema/station-sets.ts'
import { available_services, fuels, prices, station_fuels, station_services, stations } from '../db/schema/stations.ts'
import { reduceStation } from '../domain/station-columns.ts'
import type { Context } from '../lib/context.ts'
import { isAssigned, seesStationColumn } from '../lib/scope.ts'
import { inWords } from '../lib/table.ts'

type Rows = (ids: readonly number[], context: Context) => Promise<object[]>
interface Owned {
  station_id: number
}
const whose = {
  ...{ station_id: stations.id, station_code: stations.code, station_name: stations.name },
  ...{ city: stations.city, province: stations.province },
}
/** Of these stations, those of which the caller may see a column: money and papers are told by `margin`, which only the network's own offices see. */
const these = (ids: readonly number[], { user }: Context, column: string) =>
  and(inArray(stations.id, [...ids]), seesStationColumn(user, column))
/** In the order of the stations, and of the rows of each. */
const inOrder = <T extends Owned>(rows: T[], ids: readonly number[]): T[] => {
  const place = new Map(ids.map((id, at) => [id, at]))
  return rows.toSorted((a, b) => place.get(a.station_id)! - place.get(b.station_id)!)
}
type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }
const partOf =
  (table: Part, column: string, more: Record<string, AnyPgColumn | SQL> = {}): Rows =>
  async (ids, context) => {
    const { station_id: _, ...columns } = getTableColumns(table) as Record<string, AnyPgColumn>
    const rows = await context.db
      .select({ ...columns, ...whose, ...more })
      .from(table)
      .innerJoin(stations, eq(stations.id, table.station_id))
      .leftJoin(fuels, more.fuel ? eq(fuels.id, (table as unknown as typeof tanks).fuel_id) : sql`false`)
      .where(these(ids, context, column))
      .orderBy(table.id)
    return inOrder(rows as unknown as Owned[], ids)
  }

/** What stands on a station beside tanks and extinguishers, one row a piece. */
const pieces: { kind: string; table: Part & { brand: AnyPgColumn; model: AnyPgColumn }; type: SQL | AnyPgColumn; number: AnyPgColumn }[] = [
  { kind: 'Erogatore', table: dispensers, type: dispensers.kind, number: dispensers.number },
  { kind: 'Dispositivo', table: station_devices, type: station_devices.type, number: station_devices.number },
  { kind: 'POS', table: pos, type: pos.type, number: pos.serial },
  { kind: 'Disoleatore', table: oil_separators, type: inWords(oil_separators.type, oilSeparatorTypes), number: oil_separators.number },
]
const equipment: Rows = async (ids, context) => {
  const found: Owned[] = []
  for (const { kind, table, type, number } of pieces) {
    const { year } = getTableColumns(table) as { year?: AnyPgColumn }
    const rows = await context.db
      .select({
        ...whose,
        ...{ kind: sql<string>`${kind}::text`, type: sql<string | null>`${type}`, brand: table.brand, model: table.model, number },
        year: sql<number | null>`${year ?? sql`null`}`,
      })
      .from(table as PgTable)
      .innerJoin(stations, eq(stations.id, table.station_id))
      .where(these(ids, context, 'equipment'))
      .orderBy(table.id)
    found.push(...rows)
  }
  return inOrder(found, ids)
}

const current: Rows = async (ids, context) => {
  const at = context.now.toISOString()
  const rows = await context.db
    .selectDistinctOn([prices.station_id, prices.fuel_id, prices.mode], {
      ...whose,
      ...{ fuel: fuels.name, position: fuels.position, unit: fuels.unit },
      ...{ mode: prices.mode, price: prices.price, valid_from: prices.valid_from, source: prices.source },
    })
    .from(prices)
    .innerJoin(stations, eq(stations.id, prices.station_id))
    .innerJoin(fuels, eq(fuels.id, prices.fuel_id))
    .where(and(inArray(prices.station_id, [...ids]), lte(prices.valid_from, at), or(isNull(prices.valid_to), gt(prices.valid_to, at))))
    .orderBy(prices.station_id, prices.fuel_id, prices.mode, desc(prices.valid_from), desc(prices.id))
  return inOrder(
    rows.toSorted((a, b) => a.position - b.position),
    ids,
  )
}

/** What belongs to each station in one text: of all of them at once, which takes a tenth of the time of one after the other. */
const texts: Record<string, SQL> = {
  area_manager: sql`select s.id as station_id, u.name as words from ${stations} s join ${users} u on u.id = s.area_manager_id`,
  phones: sql`select station_id, string_agg(number, ', ' order by id) as words from ${station_phones} group by 1`,
  fuels: sql`select o.station_id, string_agg(f.name, ', ' order by f.position, f.id) as words
    from ${station_fuels} o join ${fuels} f on f.id = o.fuel_id where o.active group by 1`,
  services: sql`select o.station_id, string_agg(s.name, ', ' order by s.position, s.id) as words
    from ${station_services} o join ${available_services} s on s.id = o.available_service_id group by 1`,
}
/** Of some stations that the caller sees, the columns of these names that the caller may see of each. */
export async function stationRows(ids: readonly number[], names: readonly string[], { db, user }: Context): Promise<object[]> {
  const columns = getTableColumns(stations) as Record<string, AnyPgColumn>
  const own = Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
  const rows = (await db
    .select({ ...own, station_id: stations.id, assigned: sql<boolean>`${isAssigned(user, stations.id)}` })
    .from(stations)
    .where(inArray(stations.id, [...ids]))) as (Owned & { assigned: boolean } & Record<string, unknown>)[]
  const of = new Map(rows.map((row) => [row.station_id, row]))
  for (const name of names.filter((one) => texts[one])) {
    const found = (await db.execute(sql`select * from (${texts[name]}) t where station_id = any(${`{${ids}}`}::int[])`)) as unknown as {
      rows: { station_id: number; words: string }[]
    }
    for (const { station_id, words } of found.rows) of.get(station_id)![name] = words
  }
  return inOrder(rows, ids).map(({ assigned, ...row }) => reduceStation(row, user, assigned))
}

/** The rows of a sheet for some stations that the caller sees. */
export const rowsOfSheet: Readonly<Record<Exclude<ReportSheet, 'stations'>, Rows>> = {
  fuels: partOf(station_fuels, 'fuels', { fuel: fuels.name }),
  prices: current,
  equipment,
  tanks: partOf(tanks, 'equipment', { fuel: fuels.name }),
  extinguishers: partOf(fire_extinguishers, 'equipment'),
  networks: partOf(station_networks, 'margin'),
  bills: partOf(station_bills, 'margin'),
}
