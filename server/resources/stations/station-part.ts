import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import type { Context } from '../../lib/core/context.ts'
import { problem } from '../../lib/core/problem.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { allOf } from '../../lib/tables/table.ts'
import { inStations, needStation } from './scope.ts'

export type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }
/** A row whose type depends on the table; the contract's output schema checks it. */
export type PartRow = any
export type PartOptions<T extends Part> = Omit<Parameters<typeof crudOn<T>>[2], 'scope'> & {
  /** Prepares the input before it is written, after the authorization; it may refuse. `before` is undefined for a new row. */
  prepare?: (given: PartRow, context: Context, before?: PartRow) => Promise<PartRow>
}

/** Handlers of `stationPart()` for a table of equipment: read within the caller's stations, written where the caller may write. `rows` reads across stations. */
export function partOn<T extends Part>(contract: Record<string, Endpoint>, table: T, { prepare, ...options }: PartOptions<T>) {
  const crud = crudOn(contract, table, { ...options, scope: ({ user }) => inStations(user, table.station_id) })
  const { policy } = contract.create!
  const whereOf = async (id: number, { db }: Context) => {
    const [row] = await db
      .select({ station_id: table.station_id })
      .from(table as PgTable)
      .where(eq(table.id, id))
    return row?.station_id as number | undefined
  }
  const handlers = {
    async list({ id, ...input }: { id: number; search?: string; query?: string; sort?: string }, context: Context) {
      await needStation(context.db, context.user, id)
      const piece = (page: number) => ({ ...input, page, per_page: 100, is_paginated: 0 })
      return allOf((page) => crud.list(piece(page), context, eq(table.station_id, id)))
    },
    async create(input: { station_id: number }, context: Context) {
      await needStation(context.db, context.user, input.station_id, policy)
      return crud.create(prepare ? await prepare(input, context) : input, context)
    },
    async update(input: { id: number }, context: Context) {
      const station = await whereOf(input.id, context)
      if (station === undefined) throw problem.notFound()
      await needStation(context.db, context.user, station, policy)
      return crud.update(prepare ? await prepare(input, context, await crud.get(input, context)) : input, context)
    },
    /** If the path names a station, the piece must belong to it. */
    async remove({ stationId, id }: { stationId?: number; id: number }, context: Context) {
      const station = await whereOf(id, context)
      const named = stationId ?? station
      if (named === undefined) return undefined
      await needStation(context.db, context.user, named, policy)
      if (station !== undefined && station !== named) throw problem.notFound()
      return crud.remove({ id }, context)
    },
  }
  return { handlers, rows: { list: crud.list, get: crud.get } }
}
export const stationPartOn = <T extends Part>(contract: Record<string, Endpoint>, table: T, options: PartOptions<T>) =>
  partOn(contract, table, options).handlers
