import { and, gte, inArray, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hasWords } from '../../../src/contract/kernel/fold.ts'
import { foldedText } from '../../db/folded.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { romeTime } from '../../domain/shared/rome-time.ts'
import type { Db } from '../core/db.ts'
import { has } from './table.ts'

/** Filters of what is past. There may be millions: beyond so many a list says only that there are more. */
export const COUNTED = 10_000

const midnight = (day: string, later = 0) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(romeTime(year, month, date + later)).toISOString()
}
/** Between two days of Rome, both included. */
export const within = (column: AnyPgColumn, { from, to }: { from?: string | null | undefined; to?: string | null | undefined }) =>
  and(from ? gte(column, midnight(from)) : undefined, to ? lt(column, midnight(to, 1)) : undefined)
export const among = <T>(column: AnyPgColumn, wanted: T[] | undefined) => (wanted?.length ? inArray(column, wanted) : undefined)
/** The values whose words hold a word of the search. */
export const named = (words: Readonly<Record<string, string>>, word: string) =>
  Object.keys(words).filter((value) => hasWords(words[value]!, word))
/** Whether it was by somebody with a word of the search in the name: names are folded once each, not once a row. */
export const isPerson = (db: Db, column: AnyPgColumn, word: string) =>
  inArray(
    column,
    db
      .select({ id: users.id })
      .from(users)
      .where(has(foldedText(users.name), word)),
  )
