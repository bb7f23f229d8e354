import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { users } from '../../db/schema/core/accounts.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

/** Mail addresses for events at a station: its own address and its network managers'. */
export async function stationMailRecipients(db: Db, station_id: number): Promise<string[]> {
  const [station] = await db
    .select({ email: stations.email, area_manager_id: stations.area_manager_id })
    .from(stations)
    .where(eq(stations.id, station_id))
  const assigned = db.select({ id: station_acl.user_id }).from(station_acl).where(eq(station_acl.station_id, station_id))
  const people = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        sql`'network_manager' = any(${users.roles})`,
        eq(users.enabled, 1),
        isNull(users.deleted_at),
        or(inArray(users.id, assigned), eq(users.id, station?.area_manager_id ?? 0)),
      ),
    )
    .orderBy(users.id)
  return [...new Set([station?.email, ...people.map(({ email }) => email)])].filter((email) => !!email) as string[]
}
