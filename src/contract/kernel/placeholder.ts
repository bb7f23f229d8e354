/** Values of a queued body that only the server can give: filled in on the device before it is sent, or by the office's import of what never was. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type RefValues = { [field: string]: string | number }

export interface Hole {
  $ref: string
  field: string
  or?: number | undefined
}
/** The placeholder that `value` is, if it is one. */
export function placeholder(value: Json): Hole | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof value.$ref !== 'string') return undefined
  return { $ref: value.$ref, field: String(value.field), or: typeof value.or === 'number' ? value.or : undefined }
}

/** The input with every placeholder filled, or the name of the first entity the server has not named yet. */
export function fill(input: Json, refs: ReadonlyMap<string, RefValues>): { input: Json } | { missing: string } {
  let missing: string | undefined
  const walk = (value: Json): Json => {
    const hole = placeholder(value)
    if (hole) {
      const known = refs.get(hole.$ref)?.[hole.field]
      if (hole.or !== undefined) return typeof known === 'number' ? Math.max(known, hole.or) : hole.or
      if (known === undefined) missing ??= hole.$ref
      return known ?? null
    }
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
    return value
  }
  const filled = walk(input)
  return missing === undefined ? { input: filled } : { missing }
}

const KEPT = ['id', 'rev', 'updated_at', 'id_year', 'id_number']
/** What is worth remembering of a receipt's `data`: names and versions of the record, nothing personal. */
export function refValues(data: Json | undefined): RefValues | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const values: RefValues = {}
  for (const name of KEPT) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
  }
  return Object.keys(values).length ? values : undefined
}
