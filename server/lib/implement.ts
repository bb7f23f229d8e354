import type { Endpoint, Named, Parsed, Result } from '../../src/contract/endpoint.ts'
import type { Bytes, Context, User } from './context.ts'
import type { Upload } from './files.ts'

export type Handler<E extends Endpoint> = (
  input: Parsed<E, Upload>,
  context: Context<E['policy'] extends 'guest' ? undefined : User>,
) => Promise<Result<E, Bytes>> | Result<E, Bytes>
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }
export type AnyHandler = (input: any, context: Context<any>) => Promise<unknown> | unknown
export interface Implementation {
  endpoints: Record<string, Endpoint & Named>
  handlers: Record<string, AnyHandler>
}

/** Ties every endpoint of a resource to its handler: a missing or misspelt one does not compile. */
export const implement = <R extends Record<string, Endpoint & Named>>(endpoints: R, handlers: Handlers<R>): Implementation => ({
  endpoints,
  handlers: handlers as Record<string, AnyHandler>,
})
