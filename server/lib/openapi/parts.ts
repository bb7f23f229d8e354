import type { Json } from './json.ts'

/** Fewer fields are not worth a reference. */
const FEWEST = 4
const needs = ({ required = [] }: Json, key: string): boolean => required.includes(key)
const has = (whole: Json, some: Json, key: string) =>
  JSON.stringify(whole.properties?.[key]) === JSON.stringify(some.properties[key]) && needs(some, key) === needs(whole, key)
const objectOf = (properties: Json, required: string[]): Json => ({ type: 'object', properties, ...(required.length && { required }) })
const only = (schema: Json, wanted: (key: string) => boolean) =>
  objectOf(
    Object.fromEntries(Object.entries(schema.properties as Json).filter(([key]) => wanted(key))),
    (schema.required ?? []).filter(wanted),
  )

/** Whether an object has all properties of another, with equal schemas. */
export function isPart(some: Json, whole: Json): boolean {
  const keys = Object.keys(some.properties ?? {})
  return keys.length >= FEWEST && keys.every((key) => has(whole, some, key))
}
export const largest = (among: readonly (readonly [string, Json])[]) =>
  among.toSorted(([, a], [, b]) => Object.keys(b.properties).length - Object.keys(a.properties).length)[0]
/** An object as a reference to a part of it, plus the extra properties. */
export const beyond = (reference: Json, some: Json, whole: Json): Json => ({
  allOf: [reference, only(whole, (key) => !(key in some.properties))],
})
/** The properties of the first object that more than half of the others have, too. */
export function commonOf([first, ...rest]: readonly Json[]): Json | undefined {
  if (!first?.properties || rest.length < 2) return undefined
  const common = only(first, (key) => rest.filter((one) => has(one, first, key)).length > rest.length / 2)
  return Object.keys(common.properties).length >= FEWEST ? common : undefined
}
