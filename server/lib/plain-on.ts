import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Context } from './context.ts'
import { type CrudOptions, crudOn } from './crud-on.ts'
import { allOf, type ListInput } from './table.ts'

type Beside = Record<string, SQL>
type Made<T extends PgTable, R extends Beside, X extends Beside, C extends string> = ReturnType<typeof crudOn<T, R, X, C>>
type Whole<L extends (...given: any[]) => Promise<{ data: unknown }>> = (
  input: ListInput,
  context: Context,
) => Promise<Awaited<ReturnType<L>>['data']>
type Named<E, M extends Made<any, any, any, any>> = {
  [K in keyof M & keyof E]: K extends 'list' ? (E[K] extends { envelope: 'list' } ? Whole<M['list']> : M[K]) : M[K]
}

/** What `crudOn()` gives of the calls that a contract names, all of it; a list that the contract has without pages comes whole. */
export function plainOn<
  E extends Record<string, Endpoint>,
  T extends PgTable,
  R extends Beside = Record<never, never>,
  X extends Beside = Record<never, never>,
  C extends string = never,
>(contract: E, table: T, options: CrudOptions<T, R, X, C>) {
  const { list, ...rest } = crudOn(contract, table, options)
  const whole: Whole<typeof list> = (input, context) => allOf((page) => list({ ...input, page, is_paginated: 0 }, context))
  const calls = { list: contract.list?.envelope === 'list' ? whole : list, ...rest }
  return Object.fromEntries(Object.entries(calls).filter(([name]) => name in contract)) as Named<E, Made<T, R, X, C>>
}
