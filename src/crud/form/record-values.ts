import type { Call } from './form-paths.ts'
import type { Values } from './merge.ts'

export interface Revised {
  id: number
  rev?: number
}
/** Initial values: the record's, under the names of `initial`, and those of `initial` where it has none. */
export const valuesFrom = (record: object | undefined, initial: Values): Values =>
  Object.fromEntries(
    Object.entries(initial).map(([key, empty]) => {
      const row = (record ?? {}) as Values
      return [key, row[key] ?? (row[key] === undefined ? (referenceOf(row, key) as { id?: number } | null)?.id : undefined) ?? empty]
    }),
  )
/** The row's value under a reference's name without `_id`: the record (`{ id, code?, name }`) or its name. */
export const referenceOf = (row: Values, key: string) =>
  (/_id$/.test(key) ? (row[key.slice(0, -3)] ?? null) : null) as object | string | null
/** One draft per record and part of it; for a new record, one per owner it is created under (`station_id`). */
export const draftKey = (endpoint: Call, record: Revised | undefined, initial: Values, part: string) => {
  const owners = Object.entries(initial).filter(([key, value]) => /id$/i.test(key) && value)
  return [endpoint.name, part, record?.id ?? '', ...owners.flat()].join(':')
}
