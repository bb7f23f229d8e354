import { is, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, PgColumn, PgDialect } from 'drizzle-orm/pg-core'

const dialect = new PgDialect()

type Fields = Record<string, AnyPgColumn | SQL>
type Row<F extends Fields> = {
  [K in keyof F]: F[K] extends SQL<infer T>
    ? T
    : F[K] extends AnyPgColumn<infer C>
      ? C['notNull'] extends true
        ? C['data']
        : C['data'] | null
      : never
}

/**
 * The rows that belong to a row of the outer select, as one of its columns, in the order of `order`; `[]` if there are none. The values are those that a
 * select of their own would give. This way one statement reads a record with its rows.
 */
export function jsonRows<F extends Fields>(
  fields: F,
  from: AnyPgColumn['table'] | SQL,
  where: SQL,
  ...order: (AnyPgColumn | SQL)[]
): SQL<Row<F>[]> {
  const pairs = Object.entries(fields).map(([name, field]) => sql`${sql.raw(`'${name}'`)}, ${field}`)
  const columns = Object.entries(fields).flatMap(([name, field]) => (is(field, PgColumn) ? [[name, field] as const] : []))
  const decoded = (row: Record<string, unknown>) => {
    for (const [name, column] of columns) if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name])
    return row as Row<F>
  }
  // The text is built once: building it for each request would cost more than reading the rows.
  const text = dialect.sqlToQuery(
    sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs, sql`, `)}) order by ${sql.join(order, sql`, `)}), '[]') from ${from} where ${where})`,
  )
  if (text.params.length) throw new Error('rows beside a row depend on nothing but the row')
  return sql.raw(text.sql).mapWith((rows: Record<string, unknown>[]) => rows.map(decoded)) as SQL<Row<F>[]>
}
