import type { Json, Placeholder, Ref } from './types.ts'

/** A value that stands in an input for something the server has not told yet. */
export const ref = (entity: string, field: string, or?: number): Placeholder & { [key: string]: Json } =>
  or === undefined ? { $ref: entity, field } : { $ref: entity, field, or }

function placeholder(value: Json): Placeholder | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || typeof value.$ref !== 'string') return undefined
  return { $ref: value.$ref, field: String(value.field), or: typeof value.or === 'number' ? value.or : undefined }
}

/** The entities an input waits for, each once. */
export function refsIn(input: Json): string[] {
  const found = new Set<string>()
  const walk = (value: Json) => {
    const hole = placeholder(value)
    if (hole) found.add(hole.$ref)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(input)
  return [...found]
}

/** The input with every placeholder filled, or the name of the first entity the server has not named yet. */
export function fill(input: Json, refs: Map<string, Ref['values']>): { input: Json } | { missing: string } {
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
export function refValues(data: Json | undefined): Ref['values'] | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  const values: Ref['values'] = {}
  for (const name of KEPT) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') values[name] = value
  }
  return Object.keys(values).length ? values : undefined
}
