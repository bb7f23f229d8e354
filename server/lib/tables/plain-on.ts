import { getTableColumns, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { StoredFile } from '../../../src/contract/kernel/attachments.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import type { FileOwner } from '../../db/schema/core/system.ts'
import type { Context } from '../core/context.ts'
import { attachmentsOf, countOfFiles } from '../files/attachments.ts'
import { filesOf } from '../files/files.ts'
import { crudOn } from './crud-on.ts'
import type { Beside, CrudOptions } from './crud-table.ts'
import { orderedOn } from './ordered-on.ts'
import { allOf, type ListInput } from './table.ts'

type Made<T extends PgTable, R extends Beside, X extends Beside, C extends string> = ReturnType<typeof crudOn<T, R, X, C>> &
  Pick<ReturnType<typeof orderedOn>, 'reorder'> &
  ReturnType<typeof attachmentsOf>
/** With files in the contract, a row has their number, and a record the files. */
type Counted<E, R extends Beside> = E extends { upload: Endpoint } ? R & { files_count: SQL<number> } : R
type Filed<E, X extends Beside> = E extends { upload: Endpoint } ? X & { files: SQL<StoredFile[]> } : X
type Whole<L extends (...given: any[]) => Promise<{ data: unknown }>> = (
  input: ListInput,
  context: Context,
) => Promise<Awaited<ReturnType<L>>['data']>
type Named<E, M extends Made<any, any, any, any>> = {
  [K in keyof M & keyof E]: K extends 'list' ? (E[K] extends { envelope: 'list' } ? Whole<M['list']> : M[K]) : M[K]
}

/** The handlers of the calls that a contract names: those of `crudOn()`, of files and of the order. A list without pages in the contract comes whole. */
export function plainOn<
  E extends Record<string, Endpoint>,
  T extends PgTable,
  R extends Beside = Record<never, never>,
  X extends Beside = Record<never, never>,
  C extends string = never,
>(contract: E, table: T, options: CrudOptions<T, R, X, C>) {
  const { model, row, record } = options
  const { id } = getTableColumns(table as PgTable) as Record<string, AnyPgColumn>
  // A record whose contract takes files is an owner of files by the name of its model.
  const owner = model as FileOwner
  const files = contract.upload && { files: filesOf(owner, id!) }
  const count = contract.upload && { files_count: countOfFiles(owner, id!) }
  const { list, ...rest } = crudOn(contract, table, {
    ...options,
    row: { ...row, ...count } as Counted<E, R>,
    record: { ...record, ...files } as Filed<E, X>,
  })
  const whole: Whole<typeof list> = (input, context) => allOf((page) => list({ ...input, page, is_paginated: 0 }, context))
  const calls = {
    list: contract.list?.envelope === 'list' ? whole : list,
    ...(contract.reorder ? orderedOn(table, model, rest) : rest),
    ...attachmentsOf(owner, rest.get),
  }
  return Object.fromEntries(Object.entries(calls).filter(([name]) => name in contract)) as Named<E, Made<T, Counted<E, R>, Filed<E, X>, C>>
}
