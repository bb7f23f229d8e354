import { Readable } from 'node:stream'
import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { MAX_UNPAGED_ROWS } from '../../../src/contract/kernel/constants.ts'
import { hasWords } from '../../../src/contract/kernel/fold.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { columnsOf, dataQuery as contract, filterName, MOST_EXPORTED } from '../../../src/contract/overview/data-query.ts'
import { type DataColumn, type DataTypeName, dataTypes } from '../../../src/contract/overview/data-types.ts'
import { type DataValue, dataText } from '../../../src/rules/overview/data-text.ts'
import { cellText, fileName } from '../../../src/rules/shared/sheet-cells.ts'
import { folded, inWords } from '../../db/folded.ts'
import { bank_cards, banks } from '../../db/schema/banks/banks.ts'
import {
  dispensers,
  fire_extinguishers,
  guns,
  network_devices,
  oil_separators,
  pos,
  station_devices,
  tanks,
} from '../../db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../db/schema/equipment/tank-maintenances.ts'
import { station_bills, station_networks, station_phones } from '../../db/schema/stations/station-sets.ts'
import { available_services, fuels, station_fuels, station_services, stations } from '../../db/schema/stations/stations.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Bytes, Context, User } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { csvFile, csvPiece, sheetMimes, xlsxFile, xlsxPiece } from '../../lib/files/export-file.ts'
import { type ListInput, matches, ordering, paged, wordsOf } from '../../lib/tables/table.ts'
import { stationScope } from '../stations/scope.ts'

type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }
type Named = PgTable & { id: AnyPgColumn }
/** A table that is told of beside the rows, and the column that names its row. */
type Join = readonly [table: Named, by: AnyPgColumn]
interface Source {
  table: PgTable & { id: AnyPgColumn }
  /** Further joined tables; one that may be missing removes no row. */
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
    ...{ table, joins: [[stations, table.station_id], ...joins] },
    ...{ scope: (user) => and(alive, stationScope(user)), columns: { ...columns, ...place, ...more } },
  }
}
/** Where the rows of each type stand. */
const sources: Readonly<Record<DataTypeName, Source>> = {
  stations: { table: stations, joins: [], scope: stationScope, columns: { ...getTableColumns(stations), ...place } },
  dispensers: ofStations(dispensers),
  guns: ofStations(
    guns,
    { gun: guns.number, fuel: fuels.name, dispenser: dispensers.number, tank: tanks.number },
    ...([
      [fuels, guns.fuel_id],
      [dispensers, guns.dispenser_id],
      [tanks, guns.tank_id],
    ] as Join[]),
  ),
  tanks: ofStations(tanks, { fuel: fuels.name }, [fuels, tanks.fuel_id]),
  tankMaintenances: ofStations(tank_maintenances, { tank: tanks.number }, [tanks, tank_maintenances.tank_id]),
  devices: ofStations(station_devices),
  pos: ofStations(pos, { bank: banks.name }, [banks, pos.bank_id]),
  fireExtinguishers: ofStations(fire_extinguishers),
  networkDevices: ofStations(network_devices),
  oilSeparators: ofStations(oil_separators),
  fuels: ofStations(station_fuels, { fuel: fuels.name, code: fuels.code }, [fuels, station_fuels.fuel_id]),
  services: ofStations(station_services, { service: available_services.name, category: available_services.category }, [
    available_services,
    station_services.available_service_id,
  ]),
  networks: ofStations(station_networks),
  phones: ofStations(station_phones),
  bills: ofStations(station_bills),
  banks: { table: banks, joins: [], scope: () => undefined, columns: getTableColumns(banks) },
  // Readers of banks see every station; a card may have none.
  bankCards: {
    ...{
      table: bank_cards,
      joins: [
        [banks, bank_cards.bank_id],
        [stations, bank_cards.station_id],
      ],
    },
    ...{ scope: () => undefined, columns: { ...getTableColumns(bank_cards), ...place, bank: banks.name } },
  },
}
/** All that a condition may name, for the count. */
const fromOf = ({ table, joins }: Source) =>
  sql.join([sql`${table}`, ...joins.map(([one, by]) => sql`left join ${one} on ${eq(one.id, by)}`)], sql` `)
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
      return matches(given as string, sql`${column}::text`)
  }
}

type Column = readonly [AnyPgColumn | SQL, DataColumn]
const tableOf = (column: AnyPgColumn | SQL) => ('table' in column ? column.table : undefined)
/** Whether a row says a word: in its own texts, in the words of its choices, or in what it names, which is looked through once and not for each row. */
function saysWord(word: string, { table, joins }: Source, columns: readonly Column[]): SQL {
  const textsOf = (of: PgTable) =>
    columns.flatMap(([column, { kind }]) => (kind === 'text' && tableOf(column) === of ? [sql`${column}`] : []))
  const texts = (of: PgTable) => matches(word, sql`concat_ws(' ', ${sql.join(textsOf(of), sql`, `)})`)!
  const chosen = columns.flatMap(([column, of]) => {
    if (of.kind !== 'choice') return []
    // CO₂ is typed CO2.
    const values = Object.entries(of.words).flatMap(([value, said]) => (hasWords(`${said} ${said.normalize('NFKC')}`, word) ? [value] : []))
    return values.length ? [inArray(sql`${column}::text`, values)] : []
  })
  const named = joins.flatMap(([of, by]) => (textsOf(of).length ? [sql`${by} in (select ${of.id} from ${of} where ${texts(of)})`] : []))
  return or(textsOf(table).length ? texts(table) : undefined, ...chosen, ...named) ?? sql`false`
}
/** How a table that is named stands in the order of one of its texts: a number for each of its rows, which are fewer than those that name it. */
const standing = (of: Named, column: AnyPgColumn, place: string) => ({
  join: sql`(select ${of.id} as id, case when ${column} is not null then rank() over (order by ${folded(column)}) end as place from ${of}) ${sql.identifier(place)}`,
  key: sql`${sql.identifier(place)}.place`,
})

type Input = ListInput & Record<string, unknown>
/** One page of a type: its place and its columns, flat; searched in all that is text. */
async function rowsOf(name: DataTypeName, input: Input, context: Context) {
  const { db, user } = context
  const source = sources[name]
  const { table, joins, scope, columns: all } = source
  const { id } = table
  const declared = Object.entries(columnsOf(name)).map(([column, of]) => [column, all[column]!, of] as const)
  const words = wordsOf(input.search ?? input.query)
  const where = and(
    scope(user),
    ...words.map((word) =>
      saysWord(
        word,
        source,
        declared.map(([, column, of]) => [column, of]),
      ),
    ),
    ...declared.map(([column, from, of]) => passes(column, from, of, input[filterName(column)])),
  )
  const own = (table as Partial<Part>).station_id
  const asked = input.sort ?? (own ? 'station' : contract[name].order)
  const named = asked.split(',').map((one) => one.replace(/^-/, ''))
  // Values of a joined row sort by the order of their own table.
  const ranked = declared.flatMap(([column, from, { kind }]) => {
    const of = joins.find(([one]) => one === tableOf(from))
    return of && kind === 'text' && named.includes(column)
      ? [{ column, by: of[1], ...standing(of[0], from as AnyPgColumn, `by_${column}`) }]
      : []
  })
  // Station by station, by the number that an index has: sorted by name, so many rows take a quarter of a second.
  const sorts: Record<string, AnyPgColumn | SQL> = {
    ...Object.fromEntries(declared.map(([column, from, of]) => [column, read(from, of)])),
    ...Object.fromEntries(ranked.map(({ column, key }) => [column, key])),
    ...(own && { station: own }),
  }
  const order = ordering(asked, sorts, id)
  const page = await paged(input, context, [fromOf(source), where], async (in_all, limit, offset) => {
    // The ids come first, counted on the way if each row is read anyway; joined values are read for the page alone.
    const settled = db
      .select({ id: sql<number>`${id}`, in_all: words.length ? sql<number>`(count(*) over ())::int` : in_all })
      .from(table as PgTable)
      .$dynamic()
    for (const [one, by] of joins) settled.leftJoin(one, eq(one.id, by))
    for (const { column, by, join } of ranked) settled.leftJoin(join, sql`${sql.identifier(`by_${column}`)}.id = ${by}`)
    const found = await settled
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
    if (!found.length) return []
    const selected = { id: sql<number>`${id}`, ...Object.fromEntries(declared.map(([column, from]) => [column, from])) }
    const gathered = db
      .select({ ...selected, station_id: all.station_id ?? sql<null>`null` } as Record<string, SQL>)
      .from(table as PgTable)
      .$dynamic()
    for (const [one, by] of joins) gathered.leftJoin(one, eq(one.id, by))
    const ids = found.map((row) => row.id)
    const rows = (await gathered.where(sql`${id} = any(${`{${ids}}`}::int[])`)) as unknown as (Record<
      string,
      string | number | boolean | null
    > & { id: number; station_id: number | null })[]
    const byId = new Map(rows.map((row) => [row.id, row]))
    // One that has gone in between is on no page.
    return found.flatMap(({ id: of, in_all: total }) => {
      const row = byId.get(of)
      return row ? [{ ...row, in_all: total }] : []
    })
  })
  return { ...page, data: page.data.map(({ in_all: _, ...row }) => row) }
}
/** All rows of a type as a file. They are read with the limit of a list without pages, part by part. */
async function fileOf(name: DataTypeName, format: 'csv' | 'xlsx', input: Input, context: Context): Promise<Bytes> {
  const { title } = dataTypes[name]
  const columns = Object.entries(columnsOf(name))
  const written = columns.map(([, { label, kind }]) => ({ heading: label, numeric: kind === 'number' }))
  const part = (page: number) => rowsOf(name, { ...input, is_paginated: 0, page }, context)
  const first = await part(1)
  if (first.total > MOST_EXPORTED) throw tooMany()
  const cells = (rows: object[]) =>
    rows.map((row) => columns.map(([column, of]) => cellText(dataText(of, (row as Record<string, DataValue>)[column]))))
  const pieces: Buffer[] = []
  for (let page = 1, rows = first.data; page === 1 || page <= first.last_page; rows = (await part(++page)).data) {
    const piece = cells(rows)
    pieces.push(Buffer.from(format === 'csv' ? csvPiece(piece) : xlsxPiece(piece, written, (page - 1) * MAX_UNPAGED_ROWS)))
    if (page >= first.last_page) break
  }
  const all = Readable.from(pieces) as AsyncIterable<Uint8Array>
  const bytes = Readable.from(format === 'csv' ? csvFile(written, all) : xlsxFile([{ name: title, columns: written, pieces: all }]))
  return { bytes, mime: sheetMimes[format], name: fileName(title, dayInRome(context.now), format) }
}
const tooMany = () => problem.unprocessable("L'esportazione supera il limite di 50.000 righe: restringere i filtri.")
const handlers = Object.fromEntries(
  (Object.keys(dataTypes) as DataTypeName[]).map((name) => [
    name,
    async ({ format, ...input }: Input & { format?: 'csv' | 'xlsx' }, context: Context) => {
      // Without pages all of it is taken away.
      if ((format || !input.is_paginated) && !allows('export', context.user)) throw problem.forbidden()
      if (format) return fileOf(name, format, input as Input, context)
      const page = await rowsOf(name, input as Input, context)
      if (!input.is_paginated && page.total > MOST_EXPORTED) throw tooMany()
      return page
    },
  ]),
)
export default implement(contract, handlers as never)
