import { is, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { leaves } from './shape.ts'

/** JSON that the database has written in the shape of an output: it is sent as it is. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** The body of an answer as values, whether the database or this process has written it. */
export const bodyValues = (body: unknown): unknown => (body instanceof JsonText ? JSON.parse(body.text) : body)

/** The JSON that a column beside a record has for a new record. */
const valuesForNew = new WeakMap<SQL, '0' | '[]'>()
/** Marks a column that counts or lists the rows that name a record: for a new record it is known to be empty. */
export function emptyForNew<T>(column: SQL<T>, empty: '0' | '[]'): SQL<T> {
  valuesForNew.set(column, empty)
  return column
}

type Field = AnyPgColumn | SQL
type Kind = 'string' | 'number' | 'boolean'
const kinds: Record<string, Kind> = {
  PgText: 'string',
  PgDateString: 'string',
  PgInteger: 'number',
  PgBigInt53: 'number',
  PgNumericNumber: 'number',
  PgBoolean: 'boolean',
}
const isInstant = (column: AnyPgColumn) => column.getSQLType().startsWith('timestamp')
/** The JSON type of a column's values; undefined where they are arrays or objects. */
export const jsonKind = (column: AnyPgColumn): Kind | undefined => kinds[column.columnType] ?? (isInstant(column) ? 'string' : undefined)

/** SQL that writes a column in JSON as the query builder would read it. */
export function jsonValue(column: Field): SQL {
  if (is(column, SQL)) return column
  if (isInstant(column)) return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return column.columnType === 'PgNumericNumber' ? sql`${column}::float8` : sql`${column}`
}

/** A select list of these fields for `row_to_json`; `isNew`: of a record that the same statement inserts. Undefined where one of them cannot be written so. */
export function jsonColumns(fields: Readonly<Record<string, Field>>, isNew = false): SQL | undefined {
  const parts = Object.entries(fields).map(([name, field]) => {
    const as = sql`as ${sql.identifier(name)}`
    if (!is(field, SQL)) return jsonKind(field) && sql`${jsonValue(field)} ${as}`
    const empty = valuesForNew.get(field)
    if (isNew) return empty && sql`${sql.raw(`'${empty}'::json`)} ${as}`
    return empty === '0' ? sql`${field} ${as}` : undefined
  })
  return parts.every((part) => part !== undefined) ? sql.join(parts as SQL[], sql`, `) : undefined
}

/** The fields that an output names, if the type of each column proves all that the output declares; undefined where each value would have to be checked. */
export function outputFields(output: v.GenericSchema | undefined, fields: Readonly<Record<string, Field>>, isNew = false) {
  const { entries } = (output ?? {}) as { entries?: Record<string, v.GenericSchema> }
  const named = Object.entries(entries ?? {}).map(([name, schema]) => {
    const field = fields[name]
    if (!field) return undefined
    if (!is(field, SQL)) return leaves(schema, jsonKind(field), field.notNull) ? ([name, field] as const) : undefined
    const empty = valuesForNew.get(field)
    return (empty === '0' && leaves(schema, 'number', true)) || (isNew && empty === '[]' && leaves(schema, 'array', true))
      ? ([name, field] as const)
      : undefined
  })
  return named.length && named.every((one) => one !== undefined) ? Object.fromEntries(named as (readonly [string, Field])[]) : undefined
}
