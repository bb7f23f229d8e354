import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, date, integer, numeric, text } from 'drizzle-orm/pg-core'

/** Instants: UTC ISO-8601 strings with milliseconds on the wire, `timestamptz` in the database. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => (value instanceof Date ? value : new Date(value)).toISOString(),
})
/** Calendar dates stay strings `YYYY-MM-DD` end to end. */
export const day = (name?: string) => (name ? date(name, { mode: 'string' }) : date({ mode: 'string' }))
/** Money, prices, coordinates: numbers on the wire, `numeric` in the database. */
export const amount = (precision: number, scale: number) => numeric({ precision, scale, mode: 'number' })
/** Texts that may be missing. */
export const texts = <const K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, text()])) as Record<K, ReturnType<typeof text>>
/** The record that a row is part of, and goes with. */
export const owner = (id: () => AnyPgColumn) => integer().notNull().references(id, { onDelete: 'cascade' })
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const bigIdentity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
/** Columns of every record. `rev` is the optimistic lock. */
export const common = () => ({
  id: identity(),
  rev: integer().notNull().default(1),
  created_at: instant().notNull().default(sql`now()`),
  updated_at: instant().notNull().default(sql`now()`),
  created_by: integer(),
  updated_by: integer(),
})
