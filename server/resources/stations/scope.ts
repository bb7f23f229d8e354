import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { allows, type PolicyName } from '../../../src/contract/kernel/policies.ts'
import { networkWide, seesAllStations, type Viewer } from '../../../src/rules/stations/sight.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { seesColumn } from '../../domain/stations/columns.ts'
import type { User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'

/** Row scopes over stations (domain.md 4.3). The union over a person's roles and permissions. */
type Caller = Pick<User, 'id'> & Viewer

/** Ids of stations given to a person one by one, way by way: the access list, and for an area manager those of its area. */
export function assignedIds(user: Caller): SQL[] {
  const listed = sql`select ${station_acl.station_id} from ${station_acl} where ${station_acl.user_id} = ${user.id}`
  if (!user.roles.includes('network_manager')) return [listed]
  return [listed, sql`select ${stations.id} from ${stations} where ${stations.area_manager_id} = ${user.id}`]
}
export const isAssigned = (user: Caller, column: AnyPgColumn | SQL): SQL =>
  or(...assignedIds(user).map((ids) => sql`${column} in (${ids})`))!
/** Condition that keeps a station id within `stations_of(user)`; undefined for those who see every station. */
export const inStations = (user: Caller, column: AnyPgColumn | SQL): SQL | undefined =>
  seesAllStations(user) ? undefined : isAssigned(user, column)
/** The stations of a person, for queries over `stations` itself: in scope and not deleted. */
export const stationScope = (user: Caller): SQL => and(isNull(stations.deleted_at), inStations(user, stations.id))!
/** Condition that a person may see a column of the station: what one may not see one may not filter by either. */
export const seesStationColumn = (user: Caller, column: string): SQL | undefined => {
  if (seesColumn(networkWide(user), column)) return undefined
  return seesColumn(user, column) ? isAssigned(user, stations.id) : sql`false`
}
/**
 * Refuses a station that does not exist, is deleted or is out of the caller's reach: 404, which does not reveal which (domain.md 0.3). To `write` under
 * a policy, the caller must hold it for the whole network, or the station must be one of its own that was not given to read alone: 403 (domain.md 4.3, STNW).
 */
export async function needStation(db: Db, user: Caller, id: number, write?: PolicyName): Promise<void> {
  const [row] = await db
    .select(holdOf(user))
    .from(stations)
    .where(and(eq(stations.id, id), stationScope(user)))
  if (!row) throw problem.notFound()
  if (write && !mayWriteStation(user, row, write)) throw problem.forbidden()
}
/** The stations that a person may change, for queries over `stations` itself (domain.md 4.3, STNW). */
export const writableStations = (user: Caller): SQL => {
  const { assigned, given } = holdOf(user)
  if (!allows('net.write', user)) return sql`false`
  return and(
    stationScope(user),
    allows('net.write', networkWide(user)) ? undefined : sql`${assigned} and ${given} is distinct from 'read'`,
  )!
}
/** How a person has a station, as columns beside it. */
export const holdOf = (user: Caller) => ({
  assigned: sql<boolean>`${isAssigned(user, stations.id)}`,
  given: sql<
    string | null
  >`(select ${station_acl.level} from ${station_acl} where ${station_acl.station_id} = ${stations.id} and ${station_acl.user_id} = ${user.id})`,
})
export const mayWriteStation = (user: Caller, { assigned, given }: { assigned: boolean; given: string | null }, policy: PolicyName) =>
  allows(policy, networkWide(user)) || (allows(policy, user) && assigned && given !== 'read')
