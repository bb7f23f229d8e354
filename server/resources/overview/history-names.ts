import { inArray } from 'drizzle-orm'
import type { Db } from '../../lib/core/db.ts'
import { type Named, referenceOf } from './history-references.ts'

type Values = Record<string, unknown> | null
interface Told {
  model: string
  old: Values
  new: Values
}
/** The fields of a change that refer to something, each with the ids in it. */
function* referencesIn({ model, old, new: made }: Told): Generator<[string, Named, number[]]> {
  for (const field of new Set([...Object.keys(old ?? {}), ...Object.keys(made ?? {})])) {
    const named = referenceOf(model, field)
    const ids = [old?.[field], made?.[field]].flat().filter((one): one is number => typeof one === 'number')
    if (named && ids.length) yield [field, named, ids]
  }
}
/** Adds the names of what the values of changes refer to, one query for each kind on the page. */
export async function withNames<T extends Told>(db: Db, rows: T[]): Promise<(T & { names?: Record<string, string> })[]> {
  const asked = new Map<Named, Set<number>>()
  for (const row of rows) for (const [, named, ids] of referencesIn(row)) asked.set(named, new Set([...(asked.get(named) ?? []), ...ids]))
  const known = new Map<Named, Map<number, string>>()
  for (const [named, ids] of asked) {
    const found = await db
      .select({ id: named.id, name: named.name })
      .from(named.table)
      .where(inArray(named.id, [...ids]))
    known.set(named, new Map(found.flatMap(({ id, name }) => (name === null ? [] : [[id as number, name] as const]))))
  }
  return rows.map((row) => {
    const own = [...referencesIn(row)].flatMap(([field, named, ids]) =>
      ids.flatMap((id) => {
        const name = known.get(named)?.get(id)
        return name === undefined ? [] : [[`${field}:${id}`, name] as const]
      }),
    )
    return own.length ? { ...row, names: Object.fromEntries(own) } : row
  })
}
