import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { columnsOf, dataQuery as contract, filterName, MOST_EXPORTED } from '../../src/contract/data-query.ts'
import { type DataColumn, type DataTypeName, dataTypes } from '../../src/contract/data-types.ts'
import { allows } from '../../src/contract/policies.ts'
import { bank_cards, banks } from '../db/schema/banks.ts'
import {
  dispensers,
  fire_extinguishers,
  guns,
  network_devices,
  oil_separators,
  pos,
  station_devices,
  tanks,
} from '../db/schema/equipment.ts'
import { tank_maintenances } from '../db/schema/offline.ts'
import { station_bills, station_networks, station_phones } from '../db/schema/station-sets.ts'
import { available_services, fuels, station_fuels, station_services, stations } from '../db/schema/stations.ts'
import type { Context, User } from '../lib/context.ts'
import { implement } from '../lib/implement.ts'
import { problem } from '../lib/problem.ts'
import { stationScope } from '../lib/scope.ts'
import { inWords, type ListInput, ordering, paged, says } from '../lib/table.ts'

type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }
type Join = readonly [PgTable, SQL]
interface Source {
  table: PgTable & { id: AnyPgColumn }
  /** What else is told of its rows; one that may be missing takes no row away. */
  joins: readonly Join[]
  scope: (user: User) => SQL | undefined
  /** By name. */
  columns: Readonly<Record<string, AnyPgColumn | SQL>>
}
const place = {
  ...{ station_id: stations.id, station_code: stations.code, station_name: stations.name },
  ...{ city: stations.city, province: stations.province },
}
/** Rows of a table whose rows belong to stations, with what else is told of them. */
function ofStations(table: Part, more: Source['columns'] = {}, ...joins: Join[]): Source {
  const columns: Record<string, AnyPgColumn> = getTableColumns(table as PgTable)
  const alive = columns.deleted_at && isNull(columns.deleted_at)
  return {
    ...{ table, joins: [[stations, eq(stations.id, table.station_id)], ...joins] },
    ...{ scope: (user) => and(alive, stationScope(user)), columns: { ...columns, ...place, ...more } },
  }
}
const fuel = (id: AnyPgColumn): Join => [fuels, eq(fuels.id, id)]
const bank = (id: AnyPgColumn): Join => [banks, eq(banks.id, id)]
/** Where the rows of each type stand. */
const sources: Readonly<Record<DataTypeName, Source>> = {
  stations: { table: stations, joins: [], scope: stationScope, columns: { ...getTableColumns(stations), ...place } },
  dispensers: ofStations(dispensers),
  guns: ofStations(
    guns,
    { gun: guns.number, fuel: fuels.name, dispenser: dispensers.number, tank: tanks.number },
    ...[fuel(guns.fuel_id), [dispensers, eq(dispensers.id, guns.dispenser_id)] as const, [tanks, eq(tanks.id, guns.tank_id)] as const],
  ),
  tanks: ofStations(tanks, { fuel: fuels.name }, fuel(tanks.fuel_id)),
  tankMaintenances: ofStations(tank_maintenances, { tank: tanks.number }, [tanks, eq(tanks.id, tank_maintenances.tank_id)]),
  devices: ofStations(station_devices),
  pos: ofStations(pos, { bank: banks.name }, bank(pos.bank_id)),
  fireExtinguishers: ofStations(fire_extinguishers),
  networkDevices: ofStations(network_devices),
  oilSeparators: ofStations(oil_separators),
  fuels: ofStations(station_fuels, { fuel: fuels.name, code: fuels.code }, fuel(station_fuels.fuel_id)),
  services: ofStations(station_services, { service: available_services.name, category: available_services.category }, [
    available_services,
    eq(available_services.id, station_services.available_service_id),
  ]),
  networks: ofStations(station_networks),
  phones: ofStations(station_phones),
  bills: ofStations(station_bills),
  banks: { table: banks, joins: [], scope: () => undefined, columns: getTableColumns(banks) },
  // Who reads banks sees every station (domain.md 4.5, ALL); a card may be of none.
  bankCards: {
    ...{ table: bank_cards, joins: [bank(bank_cards.bank_id), [stations, eq(stations.id, bank_cards.station_id)]] },
    ...{ scope: () => undefined, columns: { ...getTableColumns(bank_cards), ...place, bank: banks.name } },
  },
}
/** All that a condition may name, for the count. */
const fromOf = ({ table, joins }: Source) => sql.join([sql`${table}`, ...joins.map(([one, on]) => sql`left join ${one} on ${on}`)], sql` `)
/** In the words in which a column is read. */
const read = (column: AnyPgColumn | SQL, of: DataColumn) => (of.kind === 'choice' ? inWords(column, of.words) : column)

/** Between two values, both included; one of them may be open. */
function between(column: AnyPgColumn | SQL, given: string, type: SQL): SQL | undefined {
  const [from, to = from] = given.split('..')
  return and(from ? sql`${column} >= ${from}::text::${type}` : undefined, to ? sql`${column} <= ${to}::text::${type}` : undefined)
}
const isDay = (text: string) => text.split('..').every((day) => !day || !Number.isNaN(Date.parse(`${day}T00:00:00Z`)))
function passes(name: string, column: AnyPgColumn | SQL, of: DataColumn, given: unknown): SQL | undefined {
  if (given === undefined || given === '') return undefined
  switch (of.kind) {
    case 'flag':
      return sql`${column} = ${given}`
    case 'choice':
      return (given as string[]).length
        ? sql`${column}::text = any(${`{${(given as string[]).map((one) => `"${one}"`)}}`}::text[])`
        : undefined
    case 'number':
      return between(column, given as string, sql`numeric`)
    case 'date':
      if (!isDay(given as string)) throw problem.invalid({ [filterName(name)]: `Parametro ${filterName(name)}: la data non è valida.` })
      return between(column, given as string, sql`date`)
    case 'text':
      return says(given as string, sql`${column}::text`)
  }
}

type Input = ListInput & Record<string, unknown>
/** One page of a type: its place and its columns, flat; searched in all that is text. */
async function rowsOf(name: DataTypeName, input: Input, context: Context) {
  const { db, user } = context
  const { table, joins, scope, columns: all } = sources[name]
  const { id } = table
  const declared = Object.entries(columnsOf(name))
  const columns = Object.fromEntries(declared.map(([column]) => [column, all[column]!]))
  const texts = declared
    .filter(([, { kind }]) => kind === 'text' || kind === 'choice')
    .map(([column, of]) => sql`${read(columns[column]!, of)}`)
  const where = and(
    scope(user),
    says(input.search ?? input.query, sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`),
    ...declared.map(([column, of]) => passes(column, columns[column]!, of, input[filterName(column)])),
  )
  const sorts = Object.fromEntries(declared.map(([column, of]) => [column, read(columns[column]!, of)]))
  const selected = { id: sql<number>`${id}`, ...columns, station_id: all.station_id ?? sql<null>`null` } as Record<
    string,
    AnyPgColumn | SQL
  >
  const page = await paged(input, context, [fromOf(sources[name]), where], async (in_all, limit, offset) => {
    // Station by station, by the number that an index has: sorted by name, so many rows take a quarter of a second.
    const own = (table as Partial<Part>).station_id
    const usual: Record<string, AnyPgColumn> = own ? { station: own } : {}
    const order = ordering(input.sort ?? (own ? 'station' : contract[name].order), { ...sorts, ...usual }, id)
    const joined = <T extends { leftJoin: (one: PgTable, on: SQL) => unknown }>(select: T) => {
      for (const [one, on] of joins) select.leftJoin(one, on)
      return select
    }
    // Settled first, so that what is told beside a row is gathered for those of the page.
    const settled = joined(
      db
        .select({ id })
        .from(table as PgTable)
        .$dynamic(),
    )
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    const rows = await joined(
      db
        .select({ ...selected, in_all } as Record<string, SQL>)
        .from(table as PgTable)
        .$dynamic(),
    )
      .where(inArray(id, settled))
      .orderBy(...order)
    return rows as unknown as ({ in_all: number; id: number; station_id: number | null } & Record<
      string,
      string | number | boolean | null
    >)[]
  })
  return { ...page, data: page.data.map(({ in_all: _, ...row }) => row) }
}
const handlers = Object.fromEntries(
  (Object.keys(dataTypes) as DataTypeName[]).map((name) => [
    name,
    async (input: Input, context: Context) => {
      // Without pages all of it is taken away.
      if (!input.is_paginated && !allows('export', context.user)) throw problem.forbidden()
      const page = await rowsOf(name, input, context)
      if (!input.is_paginated && page.total > MOST_EXPORTED)
        throw problem.unprocessable("L'esportazione supera il limite di 50.000 righe: restringere i filtri.")
      return page
    },
  ]),
)
export default implement(contract, handlers as never)
