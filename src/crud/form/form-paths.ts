import * as v from 'valibot'
import type { Endpoint, Input, Named, Output } from '../../contract/kernel/endpoint.ts'
import { fieldKind } from '../../contract/kernel/fields.ts'
import { fieldAt, type SchemaParts, unwrap } from '../../rules/shared/schema-fields.ts'

export type Call = Endpoint & Named
/** A resource that a form can write: with both calls, or with the one that is needed. */
export interface Writes {
  create?: Call
  update?: Call
}
/** The fields that the contract lets a form send. */
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
/** `name`, `cards.0.number`: dotted paths into a record. */
export type Paths<T> = { [K in keyof T & string]: K | `${K}.${Nested<T[K]>}` }[keyof T & string]

/** Whether a field may be emptied. */
export const mayBeEmpty = (schema: v.GenericSchema): boolean => {
  const { type, wrapped } = schema as SchemaParts
  return type === 'nullable' || type === 'nullish' || (!!wrapped && mayBeEmpty(wrapped))
}
/** Type of a field once it is filled in: `string`, `number`, `boolean`, `picklist`, … */
export const typeAt = (schema: v.GenericSchema, path: string) => {
  const field = fieldAt(schema, path)
  return field && (unwrap(field) as SchemaParts).type
}

/** The fields that are filled in one by one: those of a body that are not lists or objects. */
export const singleFields = (body: v.ObjectSchema<v.ObjectEntries, undefined> | undefined): string[] =>
  Object.entries(body?.entries ?? {}).flatMap(([name, field]) =>
    name === 'rev' || ['array', 'object'].includes((unwrap(field) as SchemaParts).type!) ? [] : name,
  )

/** Initial values of a form: the contract's default of each field, or an empty value. */
export const emptyOf = (fields: v.ObjectEntries, names = Object.keys(fields)): Record<string, any> =>
  Object.fromEntries(
    names.map((name) => {
      const field = fields[name]!
      const { type } = unwrap(field) as SchemaParts
      const nothing =
        type === 'boolean'
          ? mayBeEmpty(field)
            ? null
            : false
          : fieldKind(field) === 'money' && !mayBeEmpty(field)
            ? 0
            : type === 'number' || type === 'picklist' || fieldKind(field) === 'day'
              ? null
              : ''
      return [name, v.getDefault(field as v.OptionalSchema<v.GenericSchema, unknown>) ?? nothing]
    }),
  )

/** The part of the schemas that a form edits. If several bodies have a field, the first decides. */
export const pickSchema = (keys: readonly string[], ...bodies: (v.ObjectSchema<v.ObjectEntries, undefined> | undefined)[]) =>
  v.object(
    Object.fromEntries(
      bodies
        .toReversed()
        .flatMap((body) => Object.entries(body?.entries ?? {}))
        .filter(([key]) => keys.includes(key)),
    ),
  )
