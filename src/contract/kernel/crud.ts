import * as v from 'valibot'
import { attachments, StoredFile } from './attachments.ts'
import { deletion } from './bulk-actions.ts'
import { del, get, list, post, put } from './endpoint.ts'
import { revision, wordsOf } from './fields.ts'
import type { PolicyName } from './policies.ts'
import { reorder } from './reorder.ts'

/** Of what a list is searched for, in characters. */
export const SEARCH_LENGTH = 200

const numeric = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer('Il valore deve essere un numero intero.'))
export const wholeNumber = (min: number, max = 2_147_483_647) =>
  v.pipe(numeric, v.minValue(min, `Il valore minimo è ${min}.`), v.maxValue(max, `Il valore massimo è ${max}.`))
export const pageSizes = [5, 10, 15, 25, 50, 100] as const
/** Parameters of every paged list (domain.md 0.2). */
export const listQuery = {
  page: v.optional(wholeNumber(1), 1),
  per_page: v.optional(v.pipe(numeric, v.picklist(pageSizes, 'La dimensione di pagina non è ammessa.')), 15),
  search: v.optional(v.pipe(v.string(), v.maxLength(SEARCH_LENGTH))),
  query: v.optional(v.pipe(v.string(), v.maxLength(200))),
  sort: v.optional(v.pipe(v.string(), v.maxLength(100))),
  is_paginated: v.optional(wholeNumber(0, 1), 1),
}
export const ListQuery = v.object(listQuery)

type Partly<F extends v.ObjectEntries> = {
  [K in keyof F]: F[K] extends v.OptionalSchema<infer S extends v.GenericSchema, unknown>
    ? v.OptionalSchema<S, undefined>
    : v.OptionalSchema<F[K], undefined>
}
/** A change names what it changes: a key that is not sent stays as it is, and a default is for a record that begins. */
const partly = <F extends v.ObjectEntries>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, schema]) => {
      const { wrapped, default: start } = schema as v.OptionalSchema<v.GenericSchema, unknown>
      return [key, wrapped ? (start === undefined ? schema : v.optional(wrapped)) : v.optional(schema)]
    }),
  ) as Partly<F>

/** Fields that are lists of rows belong to the record: a row has what it shows of them, such as their count. Choices are short. */
export type Single<F extends v.ObjectEntries> = {
  [K in keyof F as NonNullable<v.InferOutput<F[K]>> extends readonly object[] ? never : K]: F[K]
}
const isList = (schema: v.GenericSchema): boolean => {
  const { type, wrapped } = schema as { type: string; wrapped?: v.GenericSchema }
  return wrapped ? isList(wrapped) : type === 'array' && !wordsOf(schema)
}
const single = <F extends v.ObjectEntries>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, schema]) => !isList(schema))) as Single<F>

interface Plain<
  F extends v.ObjectEntries,
  X extends v.ObjectEntries,
  W extends v.ObjectEntries,
  Q extends v.ObjectEntries,
  K extends string,
  A extends Further,
> {
  /** What a person writes. */
  fields: F
  /** What a record has beside its fields. */
  record?: X
  /** What a row of the list has beside those of its fields that are no lists; the record has it too. */
  row?: W
  /** Parameters of the list that filter it. */
  filters?: Q
  /** How the rows of the list come when no order is asked for. */
  order?: string
  /** Texts of success: created, changed, deleted. */
  ok: readonly [string, string, string]
  read: PolicyName
  write: PolicyName
  /** The calls that the documents name, where they do not name all five. */
  only?: readonly K[]
  /** `files`: a record has them, a row how many. `reorder`: the rows stand in an order of their own. */
  also?: readonly A[]
  /** Many may be deleted at once. */
  bulk?: true
  /** Empty fields are sent too. */
  keepEmpty?: true
}
type Key = 'list' | 'get' | 'create' | 'update' | 'remove'
type Further = 'files' | 'reorder'
type CallsOf<A extends Further> = A extends 'files' ? 'upload' | 'file' | 'removeFile' : A
const identity = { id: v.number(), rev: v.number() }
const filed = { files: v.array(StoredFile) }
const counted = { files_count: v.number() }
type If<A, S> = 'files' extends A ? S : Record<never, never>

/** The five calls of a plain resource. A special case is another value beside the rest: spread it and replace a key. */
export function crud<
  const P extends string,
  F extends v.ObjectEntries,
  X extends v.ObjectEntries = Record<never, never>,
  W extends v.ObjectEntries = Record<never, never>,
  Q extends v.ObjectEntries = Record<never, never>,
  const K extends Key = Key,
  const A extends Further = never,
>(path: P, { fields, record, row, filters, order = 'name', ok, read, write, only, also, bulk, keepEmpty }: Plain<F, X, W, Q, K, A>) {
  const [created, updated, removed] = ok
  const one = `${path}/{id}` as const
  const withFiles = also?.includes('files' as A)
  const count = (withFiles ? counted : {}) as If<A, typeof counted>
  const files = (withFiles ? filed : {}) as If<A, typeof filed>
  const output = v.object({ ...identity, ...fields, ...(row as W), ...count, ...(record as X), ...files })
  const empty = keepEmpty && { keepEmpty }
  const calls = {
    list: list(path, {
      query: v.object({ ...listQuery, ...(filters as Q) }),
      output: v.object({ ...identity, ...single(fields), ...(row as W), ...count }),
      policy: read,
      steady: true,
      order,
      ...(bulk && { bulk: deletion(write) }),
    }),
    get: get(one, { output, policy: read, steady: true }),
    create: post(path, { body: v.object(fields), output, ok: created, policy: write, ...empty }),
    update: put(one, { body: v.object({ ...partly(fields), rev: revision }), output, ok: updated, policy: write, ...empty }),
    remove: del(one, { ok: removed, policy: write }),
    ...attachments(path, { read, write }),
    reorder: reorder(path, write),
  }
  const further = (also ?? []).flatMap((name) => (name === 'files' ? ['upload', 'file', 'removeFile'] : name))
  const named = [...(only ?? ['list', 'get', 'create', 'update', 'remove']), ...further] as (K | CallsOf<A>)[]
  return Object.fromEntries(named.map((key) => [key, calls[key]])) as Pick<typeof calls, K | CallsOf<A>>
}
