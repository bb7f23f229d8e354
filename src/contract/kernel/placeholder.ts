// Placeholders stand in a queued body for values that only the server knows, such as the id of a record created offline. They are filled in
// on the device before sending, or by the office's import of a rescue file.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type RefValues = { [field: string]: string | number }

export interface Placeholder {
  $ref: string
  field: string
  or?: number | undefined
}
/** Reads `value` as a placeholder; undefined if it is none. */
export function placeholder(value: Json): Placeholder | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof value.$ref !== 'string') return undefined
  return { $ref: value.$ref, field: String(value.field), or: typeof value.or === 'number' ? value.or : undefined }
}

/** The input with all placeholders filled, or the uuid of the first record that the server has not confirmed yet. */
export function fillPlaceholders(input: Json, refs: ReadonlyMap<string, RefValues>): { input: Json } | { missing: string } {
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

const REMEMBERED = ['id', 'rev', 'updated_at', 'id_year', 'id_number', 'number']
/** The ids and versions to remember from a receipt's `data`; nothing personal. */
export function refValues(data: Json | undefined): RefValues | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const values: RefValues = {}
  for (const name of REMEMBERED) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
  }
  return Object.keys(values).length ? values : undefined
}
