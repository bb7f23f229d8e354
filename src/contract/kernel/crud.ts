import * as v from 'valibot'
import { attachments, StoredFile } from './attachments.ts'
import { deletion } from './bulk-actions.ts'
import { del, get, list, post, put } from './endpoint.ts'
import { choiceLabels, knownRevision } from './fields.ts'
import type { PolicyName } from './policies.ts'
import { reorder } from './reorder.ts'

/** Maximum length of a search text, in characters. */
export const SEARCH_LENGTH = 200

/** Figures alone: `0x10`, `1e3` and a blank text are no numbers. */
const asNumber = (value: number | string) => (typeof value === 'number' || /^-?\d+$/.test(value) ? Number(value) : Number.NaN)
const numeric = v.pipe(v.union([v.number(), v.string()]), v.transform(asNumber), v.integer('Il valore deve essere un numero intero.'))
export const wholeNumber = (min: number, max = 2_147_483_647) =>
  v.pipe(numeric, v.minValue(min, `Il valore minimo è ${min}.`), v.maxValue(max, `Il valore massimo è ${max}.`))
export const pageSizes = [5, 10, 15, 25, 50, 100] as const
/** Parameters of every paged list. Source: docs/spec/api.md#list-parameters */
export const listQuery = {
  page: v.optional(wholeNumber(1), 1),
  per_page: v.optional(v.pipe(numeric, v.picklist(pageSizes, 'La dimensione di pagina non è ammessa.')), 15),
  search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_LENGTH))),
  query: v.optional(v.pipe(v.string(), v.maxLength(200))),
  sort: v.optional(v.pipe(v.string(), v.maxLength(100))),
  is_paginated: v.optional(wholeNumber(0, 1), 1),
}
export const ListQuery = v.object(listQuery)

type PartialFields<F extends v.ObjectEntries> = {
  [K in keyof F]: F[K] extends v.OptionalSchema<infer S extends v.GenericSchema, unknown>
    ? v.OptionalSchema<S, undefined>
    : v.OptionalSchema<F[K], undefined>
}
/** The fields of an update: all optional and without defaults, because a missing key means "unchanged". */
const partial = <F extends v.ObjectEntries>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => {
      const { wrapped, default: start } = schema as v.OptionalSchema<v.GenericSchema, unknown>
      return [key, wrapped ? (start === undefined ? schema : v.optional(wrapped)) : v.optional(schema)]
    }),
  ) as PartialFields<F>

/** The fields of a list row. Child lists belong to the record only; lists of choices are short and stay. */
export type WithoutLists<F extends v.ObjectEntries> = {
  [K in keyof F as NonNullable<v.InferOutput<F[K]>> extends readonly object[] ? never : K]: F[K]
}
const isList = (schema: v.GenericSchema): boolean => {
  const { type, wrapped } = schema as { type: string; wrapped?: v.GenericSchema }
  return wrapped ? isList(wrapped) : type === 'array' && !choiceLabels(schema)
}
const withoutLists = <F extends v.ObjectEntries>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, schema]) => !isList(schema))) as WithoutLists<F>

interface CrudOptions<
  F extends v.ObjectEntries,
  X extends v.ObjectEntries,
  W extends v.ObjectEntries,
  Q extends v.ObjectEntries,
  K extends string,
  A extends Extra,
> {
  /** The fields that a person enters. */
  fields: F
  /** Further output of the record. */
  record?: X
  /** Further output of a list row, and of the record. */
  row?: W
  /** Filter parameters of the list. */
  filters?: Q
  /** Default order of the list. */
  order?: string
  /** Success messages: created, changed, deleted. */
  ok: readonly [string, string, string]
  read: PolicyName
  write: PolicyName
  /** The calls to declare, if not all five. */
  only?: readonly K[]
  /** `files`: the record has attachments and the row their count. `reorder`: the rows have a manual order. */
  also?: readonly A[]
  /** Offers deletion of many rows at once. */
  bulk?: true
  /** Sends empty fields too. */
  keepEmpty?: true
}
type CrudCall = 'list' | 'get' | 'create' | 'update' | 'remove'
type Extra = 'files' | 'reorder'
type CallsOf<A extends Extra> = A extends 'files' ? 'upload' | 'file' | 'removeFile' : A
const identityFields = { id: v.number(), rev: v.number() }
const filesField = { files: v.array(StoredFile) }
const filesCountField = { files_count: v.number() }
type If<A, S> = 'files' extends A ? S : Record<never, never>

/** The five calls of a plain resource. For a special case, spread the result and replace a key. */
export function crud<
  const P extends string,
  F extends v.ObjectEntries,
  X extends v.ObjectEntries = Record<never, never>,
  W extends v.ObjectEntries = Record<never, never>,
  Q extends v.ObjectEntries = Record<never, never>,
  const K extends CrudCall = CrudCall,
  const A extends Extra = never,
>(path: P, { fields, record, row, filters, order = 'name', ok, read, write, only, also, bulk, keepEmpty }: CrudOptions<F, X, W, Q, K, A>) {
  const [created, updated, removed] = ok
  const one = `${path}/{id}` as const
  const withFiles = also?.includes('files' as A)
  const count = (withFiles ? filesCountField : {}) as If<A, typeof filesCountField>
  const files = (withFiles ? filesField : {}) as If<A, typeof filesField>
  const output = v.object({ ...identityFields, ...fields, ...(row as W), ...count, ...(record as X), ...files })
  const empty = keepEmpty && { keepEmpty }
  const calls = {
    list: list(path, {
      query: v.object({ ...listQuery, ...(filters as Q) }),
      output: v.object({ ...identityFields, ...withoutLists(fields), ...(row as W), ...count }),
      policy: read,
      steady: true,
      order,
      ...(bulk && { bulk: deletion(write) }),
    }),
    get: get(one, { output, policy: read, steady: true }),
    create: post(path, { body: v.object(fields), output, ok: created, policy: write, ...empty }),
    update: put(one, { body: v.object({ ...partial(fields), rev: knownRevision }), output, ok: updated, policy: write, ...empty }),
    remove: del(one, { ok: removed, policy: write }),
    ...attachments(path, { read, write }),
    reorder: reorder(path, write),
  }
  const further = (also ?? []).flatMap((name) => (name === 'files' ? ['upload', 'file', 'removeFile'] : name))
  const named = [...(only ?? ['list', 'get', 'create', 'update', 'remove']), ...further] as (K | CallsOf<A>)[]
  return Object.fromEntries(named.map((key) => [key, calls[key]])) as Pick<typeof calls, K | CallsOf<A>>
}
