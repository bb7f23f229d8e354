import type * as v from 'valibot'
import type { Kept, PolicyName } from './policies.ts'
import type { ResourceName } from './resource-names.ts'

/** The contract kernel: one plain value describes one call; client, server, tests and OpenAPI read it. Envelopes (docs/spec/api.md#envelopes): `item` {data},
 * `page` {data:{data,last_page,…}}, `records` {records,last_page,…}, `list` {data:[…]}, `bare` the output itself, `blob` bytes, `none` empty. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Envelope = 'item' | 'page' | 'records' | 'list' | 'bare' | 'blob' | 'none'
type Shape = v.ObjectSchema<v.ObjectEntries, undefined>
export interface Options {
  readonly policy: PolicyName
  /** Path parameters that are not positive integers. */
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** A multipart body with `files` beside the fields of `body`. */
  readonly files?: true
  /** Largest accepted file, and most files of a call, if not MAX_FILE_BYTES and MAX_FILES. */
  readonly maxFileBytes?: number
  readonly maxFiles?: number
  /** For very large requests: files are spooled to disk and the handler writes piece by piece in its own transactions, so others are not blocked. It must be repeatable. `prepared`: spooled, but a transaction as any other; what is slow is done before it. */
  readonly spool?: true | 'prepared'
  /** Schema of one record (item, list, page) or of the whole answer (bare). Unnamed keys never leave the server. A POST answers 201 unless `success` says otherwise. */
  readonly output?: v.GenericSchema
  readonly envelope?: Envelope
  readonly success?: readonly number[]
  /** The whole Italian success text. */
  readonly ok?: string
  /** Other resources whose cached reads this write invalidates. */
  readonly touches?: readonly string[]
  /** `offline`: the outbox may queue this write. `keepEmpty`: empty and null fields are sent too; only undefined ones are dropped. */
  readonly offline?: true
  readonly keepEmpty?: true
  /** `acts`: a GET with side effects, never cached, prefetched or used by `query()`. `fleeting`: a write that stores nothing lasting, or that the browser makes by itself; it is not logged as activity. `logged`: a GET of something personal, each reading of which is. `refusal`: where the text of a refusal is read first, as the documents say of a forgotten password. `unstored`: a write whose answer holds a secret, so it is never stored under an idempotency key and a repeat is carried out anew. */
  readonly acts?: true
  readonly refusal?: 'message'
  readonly logged?: true
  readonly fleeting?: true
  readonly unstored?: true
  /** A GET whose answer depends only on the caller and on tables with change counters (migration 0009), so its ETag can give a 304. A number: it also depends on the time, and a 304 may be that many minutes old. */
  readonly steady?: true | number
  /** The answer may be stored on the device. Never set for customers, cards, bank details, people or files. */
  readonly kept?: Kept
  /** Default order of a list, as a value of `sort`, or a description if it is not the order of a column. `exports`: policy for exporting the whole list, if not every reader may. */
  readonly order?: string
  readonly exports?: PolicyName
}
export interface Endpoint extends Options {
  readonly method: Method
  readonly path: string
  readonly envelope: Envelope
  readonly success: readonly number[]
}
export interface Named {
  readonly resource: string
  readonly name: string
}
type Made<M extends Method, P extends string, O extends Options, D extends Envelope> = Omit<O, 'envelope'> & {
  readonly method: M
  readonly path: P
  readonly envelope: O extends { envelope: infer E extends Envelope } ? E : D
  readonly success: readonly number[]
}
const verb =
  <M extends Method, D extends Envelope>(method: M, standard: D, ...success: number[]) =>
  <const P extends string, const O extends Options>(path: P, options: O): Made<M, P, O, D> =>
    ({ success, envelope: standard, ...options, method, path }) as unknown as Made<M, P, O, D>

export const get = verb('GET', 'item', 200)
/** A paged list. Its `query` must include the parameters of every list (`listQuery`). */
export const list = verb('GET', 'page', 200)
export const post = verb('POST', 'item', 201)
export const put = verb('PUT', 'item', 200)
export const del = verb('DELETE', 'none', 204, 200)
/** Names the endpoints of a resource: `banks.list` gets `resource: 'banks'` and `name: 'banks.list'`. */
export function resource<const R extends Record<string, Endpoint>>(name: ResourceName, endpoints: R): { [K in keyof R]: R[K] & Named } {
  return Object.fromEntries(
    Object.entries(endpoints).map(([key, endpoint]) => [key, { ...endpoint, resource: name, name: `${name}.${key}` }]),
  ) as { [K in keyof R]: R[K] & Named }
}

type PathNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never
type Of<E, K extends string, Side extends 'in' | 'out'> =
  E extends Record<K, infer S extends v.GenericSchema> ? (Side extends 'in' ? v.InferInput<S> : v.InferOutput<S>) : unknown
type Path<E extends Endpoint, Side extends 'in' | 'out'> = E extends { params: v.GenericSchema }
  ? Of<E, 'params', Side>
  : { [K in PathNames<E['path']>]: number }
type Flat<T> = { [K in keyof T]: T[K] }
/** The input of a caller: path parameters, query, body and files in one flat object. */
export type Input<E extends Endpoint> = Flat<
  Path<E, 'in'> & Of<E, 'query', 'in'> & Of<E, 'body', 'in'> & (E extends { files: true } ? { files: readonly File[] } : unknown)
>
/** The validated input of a handler. `Upload` is the server's type of an uploaded file. */
export type Parsed<E extends Endpoint, Upload> = Flat<
  Path<E, 'out'> & Of<E, 'query', 'out'> & Of<E, 'body', 'out'> & (E extends { files: true } ? { files: Upload[] } : unknown)
>
export interface Page<T> {
  data: T[]
  last_page: number
  current_page: number
  per_page: number
  total: number
  /** There are more rows than `total`, because counting stops at a limit. */
  more?: true
  /** Rows per value of the filter named by `facet`, if requested. */
  counts?: Record<string, number>
}
type Enveloped<Env extends Envelope, T, Bytes> = Env extends 'page' | 'records'
  ? Page<T>
  : Env extends 'list'
    ? T[]
    : Env extends 'none'
      ? undefined
      : Env extends 'blob'
        ? Bytes
        : T
/** The answer a caller gets, without envelope. */
export type Output<E extends Endpoint> = Enveloped<E['envelope'], Of<E, 'output', 'out'>, Blob>
/** The return value of a handler, before the output schema strips it. */
export type Result<E extends Endpoint, Bytes> = Enveloped<E['envelope'], Of<E, 'output', 'in'>, Bytes>
