import type { Endpoint, Named, Parsed, Result } from '../../../src/contract/kernel/endpoint.ts'
import type { Upload } from '../files/files.ts'
import type { ListSourceOf } from '../tables/exportable-list.ts'
import type { InsertPlanner } from '../tables/single-statement-insert.ts'
import type { Bytes, Context, User } from './context.ts'

export type Handler<E extends Endpoint> = (
  input: Parsed<E, Upload>,
  context: Context<E['policy'] extends 'guest' ? undefined : User>,
) => Promise<Result<E, Bytes>> | Result<E, Bytes>
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }
export type AnyHandler = ((input: any, context: Context<any>, ready?: unknown) => Promise<unknown> | unknown) & {
  /** Runs before the transaction of the write; its result is the third argument of the handler (`preparedWrite`). */
  prepare?: (input: any, context: Context<any>) => Promise<unknown>
  /** Fast path of a create: the record as one statement; undefined where more than that is to be written. */
  insertPlan?: InsertPlanner
  /** Fast path of a list: the page as JSON that the database wrote; undefined where this process must look at its rows. */
  sqlPage?: ((input: any, context: Context) => Promise<unknown> | undefined) | undefined
  /** The source of the list, if it can be written as a file too (`exportableList`). */
  listSource?: ListSourceOf
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
 * A write that has something slow to do first: `prepare` runs outside of its transaction, and its result is handed to `write`. What `prepare` writes
 * stays, whatever comes of the request; what it refuses is not recorded under the request's idempotency key.
 */
export const preparedWrite = <I, C, T, R>(prepare: (input: I, context: C) => Promise<T>, write: (input: I, context: C, ready: T) => R) =>
  Object.assign(write, { prepare }) as unknown as (input: I, context: C) => R
