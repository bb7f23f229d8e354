import * as v from 'valibot'
import { listQuery, pageSizes } from '../kernel/crud.ts'
import { type Endpoint, get, resource } from '../kernel/endpoint.ts'
import { booleanParam, listParam } from '../kernel/filters.ts'
import type { PolicyName } from '../kernel/policies.ts'
import { type DataColumn, type DataTypeName, dataTypes, placeColumns } from './data-types.ts'

/** More rows are not given out as a file. */
export const MOST_EXPORTED = 50_000
const range = (form: string, of: string) =>
  v.optional(v.pipe(v.string(), v.regex(new RegExp(`^(?:${form})?(?:\\.\\.(?:${form})?)?$`), `Il filtro non è scritto come ${of}.`)))
/** The ways to filter a column: words it holds, some of its values, or a range, both ends included (`2010..2020`, `2010..`). */
const filterOf = (column: DataColumn) => {
  if (column.kind === 'choice') return listParam(v.picklist(Object.keys(column.words)))
  if (column.kind === 'flag') return booleanParam
  if (column.kind === 'number') return range('-?\\d{1,12}(?:\\.\\d{1,3})?', '"2010..2020"')
  if (column.kind === 'date') return range('\\d{4}-\\d\\d-\\d\\d', '"2026-01-01..2026-12-31"')
  return v.optional(v.pipe(v.string(), v.maxLength(100)))
}
export const columnsOf = (name: DataTypeName): Readonly<Record<string, DataColumn>> => ({
  ...(dataTypes[name].placed && placeColumns),
  ...dataTypes[name].columns,
})
/** The parameter that filters by a column. */
export const filterName = (column: string) => `f[${column}]` as const
type Value = string | number | boolean | null
/** Flat: a value for each column. */
const rowOf = (name: DataTypeName) =>
  v.object({
    ...{ id: v.number(), station_id: v.nullable(v.number()) },
    ...(Object.fromEntries(
      Object.entries(columnsOf(name)).map(([column, { kind }]) => [
        column,
        // Not said to be always there: that would name every column twice in the description of the calls.
        v.nullish(kind === 'flag' ? v.boolean() : kind === 'number' ? v.number() : v.string()),
      ]),
    ) as unknown as Record<string, v.GenericSchema<Value>>),
  })
const call = (name: DataTypeName) => {
  const { path, policy } = dataTypes[name]
  const filters = Object.fromEntries(Object.entries(columnsOf(name)).map(([column, of]) => [filterName(column), filterOf(of)]))
  return get(`/data-query/${path}`, {
    query: v.object({
      ...listQuery,
      /** (+) All rows that match, as a file instead of a page. */
      format: v.optional(v.picklist(['csv', 'xlsx'], 'Il formato deve essere csv o xlsx.')),
      per_page: v.optional(v.pipe(listQuery.per_page.wrapped, v.picklist(pageSizes)), 25),
      ...(filters as Record<`f[${string}]`, v.OptionalSchema<v.GenericSchema, undefined>>),
    }),
    output: rowOf(name),
    envelope: 'records',
    policy: policy as PolicyName,
    order: name === 'stations' ? 'station_name' : dataTypes[name].placed ? 'per punto vendita' : 'name',
    // Whoever reads a page need not be one who may take them all away.
    exports: 'export',
  })
}
type Calls = { [K in DataTypeName]: ReturnType<typeof call> }
/** The data table: one call a type. */
export const dataQuery = resource(
  'data-query',
  Object.fromEntries((Object.keys(dataTypes) as DataTypeName[]).map((name) => [name, call(name)])) as Calls satisfies Record<
    string,
    Endpoint
  >,
)
