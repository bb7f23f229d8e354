import * as v from 'valibot'
import type { Endpoint, Input, Named, Output } from '../contract/endpoint.ts'

export type Call = Endpoint & Named
/** A resource that a form can write: with both calls, or with the one that is needed. */
export interface Writes {
  create?: Call
  update?: Call
}
/** What the contract lets a form send. */
export type FieldsOf<R extends Writes> = R extends { create: infer E extends Call }
  ? Input<E>
  : R extends { update: infer E extends Call }
    ? Omit<Input<E>, 'id' | 'rev'>
    : never
export type SavedOf<R extends Writes> = R extends { update: infer E extends Call }
  ? Output<E>
  : R extends { create: infer E extends Call }
    ? Output<E>
    : never

type Nested<T> =
  NonNullable<T> extends readonly (infer U)[]
    ? `${number}` | (U extends object ? `${number}.${Paths<U>}` : never)
    : NonNullable<T> extends object
      ? Paths<NonNullable<T>>
      : never
/** `name`, `cards.0.number`: the dotted places of a record. */
export type Paths<T> = { [K in keyof T & string]: K | `${K}.${Nested<T[K]>}` }[keyof T & string]

interface Holder {
  type?: string
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
}
const inside = (schema: v.GenericSchema): v.GenericSchema => {
  const { wrapped } = schema as Holder
  return wrapped ? inside(wrapped) : schema
}

/** The label of a field and whether it must be filled in, from the schema of the body. */
export function describe(schema: v.GenericSchema, path: string): { label: string | undefined; required: boolean } {
  let field: v.GenericSchema | undefined = schema
  for (const key of path.split('.')) {
    const { item, entries } = inside(field) as Holder
    field = item ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined)
    if (!field) return { label: undefined, required: false }
  }
  return { label: v.getTitle(field) ?? v.getTitle(inside(field)), required: !('wrapped' in field) }
}

/** The part of a body's schema that a form edits. */
export const pickSchema = (body: v.ObjectSchema<v.ObjectEntries, undefined> | undefined, keys: readonly string[]) =>
  v.object(Object.fromEntries(Object.entries(body?.entries ?? {}).filter(([key]) => keys.includes(key))))
