import * as v from 'valibot'
import { del, get, list, post, put } from './endpoint.ts'
import { revision } from './fields.ts'
import type { PolicyName } from './policies.ts'

const numeric = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer('Il valore deve essere un numero intero.'))
export const wholeNumber = (min: number, max = 2_147_483_647) =>
  v.pipe(numeric, v.minValue(min, `Il valore minimo è ${min}.`), v.maxValue(max, `Il valore massimo è ${max}.`))
export const pageSizes = [5, 10, 15, 25, 50, 100] as const
/** Parameters of every paged list (domain.md 0.2). */
export const listQuery = {
  page: v.optional(wholeNumber(1), 1),
  per_page: v.optional(v.pipe(numeric, v.picklist(pageSizes, 'La dimensione di pagina non è ammessa.')), 15),
  search: v.optional(v.pipe(v.string(), v.maxLength(200))),
  query: v.optional(v.pipe(v.string(), v.maxLength(200))),
  sort: v.optional(v.pipe(v.string(), v.maxLength(100))),
  is_paginated: v.optional(wholeNumber(0, 1), 1),
}
export const ListQuery = v.object(listQuery)

type WithoutDefaults<F extends v.ObjectEntries> = {
  [K in keyof F]: F[K] extends v.OptionalSchema<infer S extends v.GenericSchema, unknown> ? v.OptionalSchema<S, undefined> : F[K]
}
/** A default is for a record that begins: on an update, a key that is not sent stays as it is. */
const withoutDefaults = <F extends v.ObjectEntries>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => {
      const { wrapped, default: start } = schema as v.OptionalSchema<v.GenericSchema, unknown>
      return [key, wrapped && start !== undefined ? v.optional(wrapped) : schema]
    }),
  ) as WithoutDefaults<F>

/** The five calls of a plain resource. A special case is another value beside the rest: spread it and replace a key. */
export function crud<const P extends string, R extends v.GenericSchema, F extends v.ObjectEntries>(
  path: P,
  record: R,
  fields: v.ObjectSchema<F, undefined>,
  [created, updated, removed]: readonly [string, string, string],
  policy: { read: PolicyName; write: PolicyName },
) {
  const one = `${path}/{id}` as const
  const changes = v.object({ ...withoutDefaults(fields.entries), rev: revision })
  return {
    list: list(path, { query: ListQuery, output: record, policy: policy.read, steady: true }),
    get: get(one, { output: record, policy: policy.read, steady: true }),
    create: post(path, { body: fields, output: record, ok: created, policy: policy.write }),
    update: put(one, { body: changes, output: record, ok: updated, policy: policy.write }),
    remove: del(one, { ok: removed, policy: policy.write }),
  }
}
