import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { networkWide, seesAllStations, type Viewer } from '../../../src/rules/stations/access.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { seesColumn } from '../../domain/stations/visible-columns.ts'
import type { User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'

/** A caller whose stations are the union over all roles, permissions and grants. Source: docs/spec/security.md#row-scopes */
type Caller = Pick<User, 'id'> & Viewer

/** Queries for the ids of stations granted to a person: the access list, for network managers their area, for managers their managements. */
export function assignedIds(user: Caller): SQL[] {
  const listed = sql`select ${station_acl.station_id} from ${station_acl} where ${station_acl.user_id} = ${user.id}`
  return [
    listed,
    ...(user.roles.includes('network_manager')
      ? [sql`select ${stations.id} from ${stations} where ${stations.area_manager_id} = ${user.id}`]
      : []),
    ...(user.roles.includes('manager') ? [managed(user.id)] : []),
  ]
}
/** Managements that run today, with their managers: rights begin on the first day. */
const today = sql`(now() at time zone 'Europe/Rome')::date`
const running = sql`${managements} inner join ${managers} on ${managers.id} = ${managements.manager_id} and ${managers.deleted_at} is null
  and ${managements.deleted_at} is null and ${managements.from} <= ${today} and (${managements.ended_at} is null or ${managements.ended_at} > ${today})`
/** Query for the stations of an account's managements that run today. */
const managed = (user_id: number) => sql`select ${managements.station_id} from ${running} where ${managers.user_id} = ${user_id}`
export const isAssigned = (user: Caller, column: AnyPgColumn | SQL): SQL =>
  or(...assignedIds(user).map((ids) => sql`${column} in (${ids})`))!
/** Condition that a station id is within the caller's scope; undefined for callers who see every station. */
export const inStations = (user: Caller, column: AnyPgColumn | SQL): SQL | undefined =>
  seesAllStations(user) ? undefined : isAssigned(user, column)
/** Condition for queries over `stations`: in the caller's scope and not deleted. */
export const stationScope = (user: Caller): SQL => and(isNull(stations.deleted_at), inStations(user, stations.id))!
/** Condition that the caller may see a column of the row's station; undefined if always. It also guards filters, which could reveal hidden values. */
export const seesStationColumn = (user: Caller, column: string): SQL | undefined => {
  if (seesColumn(networkWide(user), column)) return undefined
  return seesColumn(user, column) ? isAssigned(user, stations.id) : sql`false`
}
/**
 * Refuses a station that does not exist, is deleted or is out of the caller's scope, always with 404, so that the answer reveals nothing.
 * To `write` under a policy, the caller needs it for the whole network, or must have the station without a read-only grant; otherwise 403.
 */
export async function needStation(db: Db, user: Caller, id: number, write?: PolicyName): Promise<void> {
  const [row] = await db
    .select(grantColumns(user))
    .from(stations)
    .where(and(eq(stations.id, id), stationScope(user)))
  if (!row) throw problem.notFound()
  if (write && !mayWriteStation(user, row, write)) throw problem.forbidden()
}
/** Condition for queries over `stations`: the caller may change the station. */
export const writableStations = (user: Caller): SQL => {
  const { assigned, given } = grantColumns(user)
  if (!allows('net.write', user)) return sql`false`
  return and(
    stationScope(user),
    allows('net.write', networkWide(user)) ? undefined : sql`${assigned} and ${given} is distinct from 'read'`,
  )!
}
/** Columns that tell how the row's station is granted to the caller. */
export const grantColumns = (user: Caller) => ({
  assigned: sql<boolean>`${isAssigned(user, stations.id)}`,
  given: sql<
    string | null
  >`(select ${station_acl.level} from ${station_acl} where ${station_acl.station_id} = ${stations.id} and ${station_acl.user_id} = ${user.id})`,
})
export const mayWriteStation = (user: Caller, { assigned, given }: { assigned: boolean; given: string | null }, policy: PolicyName) =>
  allows(policy, networkWide(user)) || (allows(policy, user) && assigned && given !== 'read')
/** Condition on `users`: one of these stations is assigned to the person. It follows `assignedIds` from the other side. */
export const isAssignedOneOf = (ids: readonly number[]): SQL => {
  const list = sql`${`{${ids.join()}}`}::int[]`
  return sql`(${users.id} in (select ${station_acl.user_id} from ${station_acl} where ${station_acl.station_id} = any(${list}))
    or ('network_manager' = any(${users.roles}) and ${users.id} in (select ${stations.area_manager_id} from ${stations} where ${stations.id} = any(${list})))
    or ('manager' = any(${users.roles}) and ${users.id} in (select ${managers.user_id} from ${running} where ${managements.station_id} = any(${list}))))`
}
