import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { PolicyName } from '../../../src/contract/kernel/policies.ts'
import { users } from '../../db/schema/core/accounts.ts'
import type { FileOwner } from '../../db/schema/core/system.ts'
import type { Context } from '../../lib/core/context.ts'
import { isOlder, problem } from '../../lib/core/problem.ts'
import { needPictures, picturesOf } from '../../lib/files/offline-pictures.ts'
import { crudOn } from '../../lib/tables/crud-on.ts'
import { inStations, needStation } from './scope.ts'

type Names = 'id' | 'rev' | 'uuid' | 'station_id' | 'noted_at' | 'photos' | 'field_revs' | 'deleted_at' | 'created_by' | 'updated_by'
type Part = PgTable & Record<Names, AnyPgColumn> & { _: { name: FileOwner } }
interface Row {
  id: number
  rev: number
  uuid: string
  station_id: number
  field_revs: Record<string, number>
  deleted_at: string | null
  created_by: number
}
const ARRIVED = 'Era già arrivato, e intanto è stato modificato da altri: aprilo e aggiungi quello che manca.'
type Body = Record<string, unknown> & { photos?: string[] | undefined }
interface Options {
  model: HistoryModel
  /** Message for a deleted record. */
  gone: string
  /** Policy needed to write at the station; by default everybody who sees the station may write. */
  write?: PolicyName
  /** Anybody who may write the record may delete it, not only its author. */
  sharedDeletion?: true
  /** Further output of a record. */
  row?: Record<string, SQL>
  /** Values computed by the server and stored with the input, in the same transaction. `held` is the record before, undefined for a new one. */
  computed?: (input: Record<string, any>, held: any, context: Context) => Promise<object>
}

/**
 * Handlers of `offlinePart()`: records are read and written within the caller's stations and deleted by their author. A repeated creation by
 * the author returns the existing record, or corrects it as long as nobody has changed it. Each field carries the `rev` of its last change,
 * so the client can tell which fields both sides changed.
 */
export function offlinePartOn<T extends Part>(
  contract: Record<string, Endpoint>,
  table: T,
  { model, gone, write, sharedDeletion, computed = async () => ({}), ...options }: Options,
) {
  const place = getTableName(table)
  // Written out, because drizzle omits the table name in a select from one table, and `users` has these columns too.
  const nameOf = (column: string) => sql<string | null>`(select u.name from ${users} u where u.id = ${sql.raw(`"${place}"."${column}"`)})`
  const row = {
    ...options.row,
    author: nameOf('created_by'),
    last_save: sql<object>`json_build_object('name', ${nameOf('updated_by')}, 'agent', null)`,
  }
  const crud = crudOn(contract, table as PgTable, {
    ...{ model, row, search: [], sort: ['noted_at'] as never[] },
    scope: ({ user }) => inStations(user, table.station_id),
  })
  const fields = Object.keys(contract.update!.body!.entries).filter((name) => name !== 'rev')
  const given = (input: Body) => fields.filter((name) => input[name] !== undefined)

  const find = async (uuid: string, { db }: Context): Promise<Row | undefined> => {
    // The lock waits for a concurrent deletion, so that the change sees it.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext(${uuid}))`)
    return (
      await db
        .select()
        .from(table as PgTable)
        .where(eq(table.uuid, uuid))
    )[0] as Row | undefined
  }
  /** The record, if the caller may change it. @throws 404, 403 */
  async function need(uuid: string, context: Context): Promise<Row> {
    const found = await find(uuid, context)
    if (!found) throw problem.notFound()
    await needStation(context.db, context.user, found.station_id, write)
    return found
  }
  async function change(found: Row, input: Body & { rev?: number | undefined }, context: Context) {
    context.audit({ entity_id: found.id })
    await needPictures(context.db, place, found.uuid, input.photos)
    const revs = Object.fromEntries(given(input).map((name) => [name, found.rev + 1]))
    const more = !isOlder(input.rev, found.rev) ? await computed(input, found, context) : {}
    return crud.update({ ...input, ...more, id: found.id, field_revs: { ...found.field_revs, ...revs } }, context)
  }
  const reach = async (uuid: string, context: Context) => {
    const scope: SQL | undefined = inStations(context.user, table.station_id)
    const [found] = await context.db
      .select({ seen: sql<boolean>`${scope ?? sql`true`}`, alive: sql<boolean>`${table.deleted_at} is null` })
      .from(table as PgTable)
      .where(eq(table.uuid, uuid))
    return found
  }
  return {
    async list({ id }: { id: number }, context: Context) {
      await needStation(context.db, context.user, id)
      const all = { sort: '-noted_at', page: 1, per_page: 100, is_paginated: 0 }
      return (await crud.list(all, context, eq(table.station_id, id))).data as never
    },
    async create(input: Body & { uuid: string; station_id: number; noted_at: string }, context: Context) {
      const { db, user, now } = context
      await needStation(db, user, input.station_id, write)
      const held = await find(input.uuid, context)
      if (held && (held.created_by !== user.id || held.station_id !== input.station_id))
        throw problem.unprocessable('Un altro record ha già questo identificativo.', { code: 'uuid_taken' })
      if (held?.deleted_at) throw problem.conflict(gone, { code: 'deleted' })
      if (held) {
        context.status(200)
        context.audit({ entity_id: held.id })
        const as = await crud.get({ id: held.id }, context)
        const same = given(input).every((name) => JSON.stringify(as[name as never]) === JSON.stringify(input[name]))
        if (same) return as as never
        if (held.rev > 1) throw problem.unprocessable(ARRIVED, { code: 'arrived' })
        return (await change(held, { ...input, rev: held.rev }, context)) as never
      }
      await needPictures(db, place, input.uuid, input.photos)
      const noted_at = Date.parse(input.noted_at) < now.getTime() ? input.noted_at : now.toISOString()
      return (await crud.create(
        {
          ...input,
          ...(await computed(input, undefined, context)),
          noted_at,
          field_revs: Object.fromEntries(given(input).map((name) => [name, 1])),
        },
        context,
      )) as never
    },
    async update(input: Body & { uuid: string; rev?: number | undefined }, context: Context) {
      const found = await need(input.uuid, context)
      if (found.deleted_at) throw problem.conflict(gone, { code: 'deleted' })
      return (await change(found, input, context)) as never
    },
    async remove({ uuid }: { uuid: string }, context: Context) {
      const found = await need(uuid, context)
      if (!sharedDeletion && found.created_by !== context.user.id && !context.user.roles.includes('superAdmin')) throw problem.forbidden()
      context.audit({ entity_id: found.id })
      return crud.remove(found, context)
    },
    ...picturesOf(place, reach),
  }
}
