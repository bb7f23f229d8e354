import { is, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { leaves } from './shape.ts'

/** What the database has written as JSON, in the shape of the output: it leaves as it is. */
export class Json {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** The body of an answer as values, whoever has written it. */
export const parsed = (body: unknown): unknown => (body instanceof Json ? JSON.parse(body.text) : body)

/** What the columns beside a record are of one that has just been made, which nothing can name yet: as JSON. */
const ofNew = new WeakMap<SQL, '0' | '[]'>()
/** A column beside a record that counts or holds the rows that name it. */
export function ofOwner<T>(made: SQL<T>, empty: '0' | '[]'): SQL<T> {
  ofNew.set(made, empty)
  return made
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
/** Of which kind a column is to who reads it; undefined where its values are more than one word of JSON. */
export const kindOf = (column: AnyPgColumn): Kind | undefined => kinds[column.columnType] ?? (isInstant(column) ? 'string' : undefined)

/** A column as the builder reads it, for JSON. */
export function forJson(column: Field): SQL {
  if (is(column, SQL)) return column
  if (isInstant(column)) return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return column.columnType === 'PgNumericNumber' ? sql`${column}::float8` : sql`${column}`
}

/** A row of those fields as one of JSON; `made`: of a record that has just been made. Undefined where the database alone cannot write it. */
export function jsonOf(fields: Readonly<Record<string, Field>>, made = false): SQL | undefined {
  const parts = Object.entries(fields).map(([name, field]) => {
    const as = sql`as ${sql.identifier(name)}`
    if (!is(field, SQL)) return kindOf(field) && sql`${forJson(field)} ${as}`
    const empty = ofNew.get(field)
    if (made) return empty && sql`${sql.raw(`'${empty}'::json`)} ${as}`
    return empty === '0' ? sql`${field} ${as}` : undefined
  })
  return parts.every((part) => part !== undefined) ? sql.join(parts as SQL[], sql`, `) : undefined
}

/** The fields that an output names, where each of their values is what it says: undefined where that is to be seen of every value. */
export function fieldsOf(output: v.GenericSchema | undefined, fields: Readonly<Record<string, Field>>, made = false) {
  const { entries } = (output ?? {}) as { entries?: Record<string, v.GenericSchema> }
  const named = Object.entries(entries ?? {}).map(([name, schema]) => {
    const field = fields[name]
    if (!field) return undefined
    if (!is(field, SQL)) return leaves(schema, kindOf(field), field.notNull) ? ([name, field] as const) : undefined
    const empty = ofNew.get(field)
    return (empty === '0' && leaves(schema, 'number', true)) || (made && empty === '[]' && leaves(schema, 'array', true))
      ? ([name, field] as const)
      : undefined
  })
  return named.length && named.every((one) => one !== undefined) ? Object.fromEntries(named as (readonly [string, Field])[]) : undefined
}
