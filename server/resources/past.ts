import { and, gte, inArray, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { romeTime } from '../domain/rome-time.ts'

/** Filters of what is past. */
const midnight = (day: string, later = 0) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date + later)).toISOString()
}
/** Between two days of Rome, both included. */
export const within = (column: AnyPgColumn, { from, to }: { from?: string | null | undefined; to?: string | null | undefined }) =>
  and(from ? gte(column, midnight(from)) : undefined, to ? lt(column, midnight(to, 1)) : undefined)
export const among = <T>(column: AnyPgColumn, wanted: T[] | undefined) => (wanted?.length ? inArray(column, wanted) : undefined)
