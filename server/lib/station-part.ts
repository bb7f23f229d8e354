import { eq } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Context } from './context.ts'
import { crudOn } from './crud-on.ts'
import { problem } from './problem.ts'
import { inStations, needStation } from './scope.ts'
import { allOf } from './table.ts'

type Part = PgTable & { id: AnyPgColumn; station_id: AnyPgColumn }
type Options<T extends Part> = Omit<Parameters<typeof crudOn<T>>[2], 'scope'>

/** The handlers of `stationPart()` in the contract, for a table whose rows stand on a station: read within the person's stations, written where he may write. */
export function stationPartOn<T extends Part>(contract: Record<string, Endpoint>, table: T, options: Options<T>) {
  const crud = crudOn(contract, table, { ...options, scope: ({ user }) => inStations(user, table.station_id) })
  const whereOf = async (id: number, { db }: Context) => {
    const [row] = await db
      .select({ station_id: table.station_id })
      .from(table as PgTable)
      .where(eq(table.id, id))
    return row?.station_id as number | undefined
  }
  return {
    async list({ id, ...input }: { id: number; search?: string; query?: string; sort?: string }, context: Context) {
      await needStation(context.db, context.user, id)
      const piece = (page: number) => ({ ...input, page, per_page: 100, is_paginated: 0 })
      return allOf((page) => crud.list(piece(page), context, eq(table.station_id, id)))
    },
    async create(input: { station_id: number }, context: Context) {
      await needStation(context.db, context.user, input.station_id, 'net.write')
      return crud.create(input, context)
    },
    async update(input: { id: number }, context: Context) {
      const station = await whereOf(input.id, context)
      if (station === undefined) throw problem.notFound()
      await needStation(context.db, context.user, station, 'net.write')
      return crud.update(input, context)
    },
    async remove({ stationId, id }: { stationId: number; id: number }, context: Context) {
      await needStation(context.db, context.user, stationId, 'net.write')
      const station = await whereOf(id, context)
      if (station !== undefined && station !== stationId) throw problem.notFound()
      return crud.remove({ id }, context)
    },
  }
}
