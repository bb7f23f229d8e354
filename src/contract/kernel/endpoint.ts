import type * as v from 'valibot'
import type { PolicyName } from './policies.ts'
import type { Kept } from './roles.ts'

/** The contract kernel: one plain value describes one call. Client, server, tests and OpenAPI read the same value. Envelopes (domain.md 0.1): `item` {data},
 * `page` {data:{data,last_page,…}}, `records` {records,last_page,…} (doc 1 §7), `list` {data:[…]}, `bare` as it is, `blob` bytes, `none` empty. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Envelope = 'item' | 'page' | 'records' | 'list' | 'bare' | 'blob' | 'none'
type Shape = v.ObjectSchema<v.ObjectEntries, undefined>
export interface Options {
  readonly policy: PolicyName
  /** Path parameters that are not positive integers. */
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** Multipart: `files` beside the fields of `body`. */
  readonly files?: true
  /** Largest file taken, where it is not MAX_FILE_BYTES. */
  readonly maxFileBytes?: number
  /** Files, where there are any, go through a disk, and the handler writes in transactions of its own, one a piece, as so large a request holds up all others. It may be repeated. */
  readonly spool?: true
  /** Schema of one record (item, list, page) or of the whole answer (bare). Keys it does not name never leave the server. */
  readonly output?: v.GenericSchema
  readonly envelope?: Envelope
  readonly success?: readonly number[]
  /** The documented Italian success text, whole. */
  readonly ok?: string
  /** Other resources whose cached reads this write makes stale. */
  readonly touches?: readonly string[]
  /** The outbox may queue it. */
  readonly offline?: true
  /** Empty and null fields are sent too; only undefined ones are dropped (doc 0 §5, banks). */
  readonly keepEmpty?: true
  /** A GET that does something: never cached, prefetched or used by `query()`. `fleeting`: a write of nothing that is kept, without activity. */
  readonly acts?: true
  readonly fleeting?: true
  /** A GET that depends on the caller and on tables that tell of their changes (migration 0009), not on the time: its ETag gives a 304. A number: on the time too, and a 304 may be so many minutes old. */
  readonly steady?: true | number
  /** May stay on the device (reliability.md R2): never customers, cards, bank details, people or files. Absent: never written there. */
  readonly kept?: Kept
  /** Of a list: how its rows come when no order is asked for, as `sort` would ask for it; in words where that is no column's. */
  readonly order?: string
  /** Who may take a whole list away as a file, where not all who read it. */
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
/** A paged list: `query` is added to the parameters every list has (domain.md 0.2). */
export const list = verb('GET', 'page', 200)
/** POST answers 201 unless `success` says otherwise. */
export const post = verb('POST', 'item', 201)
export const put = verb('PUT', 'item', 200)
export const del = verb('DELETE', 'none', 204, 200)
/** Names the endpoints of a resource: `banks.list` has `resource: 'banks'`, `name: 'banks.list'`. */
export function resource<const R extends Record<string, Endpoint>>(name: string, endpoints: R): { [K in keyof R]: R[K] & Named } {
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
/** What a caller passes: path parameters, query, body and files flattened into one object. */
export type Input<E extends Endpoint> = Flat<
  Path<E, 'in'> & Of<E, 'query', 'in'> & Of<E, 'body', 'in'> & (E extends { files: true } ? { files: readonly File[] } : unknown)
>
/** What a handler receives after validation; `Upload` is the server's type of an uploaded file. */
export type Parsed<E extends Endpoint, Upload> = Flat<
  Path<E, 'out'> & Of<E, 'query', 'out'> & Of<E, 'body', 'out'> & (E extends { files: true } ? { files: Upload[] } : unknown)
>
export interface Page<T> {
  data: T[]
  last_page: number
  current_page: number
  per_page: number
  total: number
  /** There are more than `total`: so many are not counted one by one. */
  more?: true
  /** How many rows have each value of the filter that `facet` names, where it was asked for. */
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
/** What a caller gets back, unwrapped. */
export type Output<E extends Endpoint> = Enveloped<E['envelope'], Of<E, 'output', 'out'>, Blob>
/** What a handler returns, before the output schema strips it. */
export type Result<E extends Endpoint, Bytes> = Enveloped<E['envelope'], Of<E, 'output', 'in'>, Bytes>
