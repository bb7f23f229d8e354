import type { Endpoint, Named, Parsed, Result } from '../../../src/contract/kernel/endpoint.ts'
import type { Upload } from '../files/files.ts'
import type { AtOnce } from '../tables/at-once.ts'
import type { ListedOf } from '../tables/listed.ts'
import type { Bytes, Context, User } from './context.ts'

export type Handler<E extends Endpoint> = (
  input: Parsed<E, Upload>,
  context: Context<E['policy'] extends 'guest' ? undefined : User>,
) => Promise<Result<E, Bytes>> | Result<E, Bytes>
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }
type Before = (input: any, context: Context<any>) => Promise<unknown>
export type AnyHandler = ((input: any, context: Context<any>, ready?: unknown) => Promise<unknown> | unknown) & {
  before?: Before
  atOnce?: AtOnce
  /** Of a list: its page for a request, as the database writes it; undefined where its rows are to be looked at. */
  written?: ((input: any, context: Context) => Promise<unknown> | undefined) | undefined
  /** Of a list that can be written as a file. */
  listed?: ListedOf
}
export interface Implementation {
  endpoints: Record<string, Endpoint & Named>
  handlers: Record<string, AnyHandler>
}

/** Ties every endpoint of a resource to its handler: a missing or misspelt one does not compile. */
export const implement = <R extends Record<string, Endpoint & Named>>(endpoints: R, handlers: Handlers<R>): Implementation => ({
  endpoints,
  handlers: handlers as Record<string, AnyHandler>,
})

/**
 * A write that has slow things to do first: `before` runs outside of its transaction, and what it gives is handed on. What `before` writes stays
 * whatever comes of the request; what it refuses is not recorded under the request's key.
 */
export const prepared = <I, C, T, R>(before: (input: I, context: C) => Promise<T>, write: (input: I, context: C, ready: T) => R) =>
  Object.assign(write, { before }) as unknown as (input: I, context: C) => R
