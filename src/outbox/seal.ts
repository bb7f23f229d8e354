import { placeholder } from '../contract/kernel/placeholder.ts'
import type { Json, Placeholder } from './types.ts'

/** Placeholder for a value the server has not told yet. */
export const ref = (entity: string, field: string, or?: number): Placeholder & { [key: string]: Json } =>
  or === undefined ? { $ref: entity, field } : { $ref: entity, field, or }

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
