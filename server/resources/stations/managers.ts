import { and, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../../db/schema/core/accounts.ts'
import { managements } from '../../db/schema/people/managements.ts'
import { managers } from '../../db/schema/people/managers.ts'
import { station_acl } from '../../db/schema/stations/station-acl.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { Db } from '../../lib/core/db.ts'

/** The management of a station that runs today: who it is by, and the company of the contract. */
export async function runningManagement(db: Db, station_id: number) {
  const today = sql`(now() at time zone 'Europe/Rome')::date`
  const [running] = await db
    .select({
      name: sql<string>`${managers.name} || ' ' || ${managers.lastname}`,
      ...{ email: managers.email, businessName: managements.businessName, piva: managements.piva },
    })
    .from(managements)
    .innerJoin(managers, eq(managers.id, managements.manager_id))
    .where(
      and(
        ...[eq(managements.station_id, station_id), isNull(managements.deleted_at)],
        sql`${managements.from} <= ${today} and (${managements.ended_at} is null or ${managements.ended_at} > ${today})`,
      ),
    )
    .orderBy(sql`${managements.from} desc`)
    .limit(1)
  return running
}
/** Who runs the station: by its management; without one, the enabled accounts with the role "manager" that the station is granted to, by name. */
export async function managersOf(db: Db, station_id: number): Promise<{ name: string; email: string }[]> {
  const running = await runningManagement(db, station_id)
  if (running) return [{ name: running.name, email: running.email }]
  return db
    .select({ name: users.name, email: users.email })
    .from(users)
    .innerJoin(station_acl, eq(station_acl.user_id, users.id))
    .where(
      and(eq(station_acl.station_id, station_id), sql`'manager' = any(${users.roles})`, eq(users.enabled, 1), isNull(users.deleted_at)),
    )
    .orderBy(users.name, users.id)
}
/** The managers' names on one line; null if there are none. */
export const managerNames = async (db: Db, station_id: number): Promise<string | null> =>
  (await managersOf(db, station_id)).map(({ name }) => name).join(', ') || null
/** Mail addresses for messages about a station: its managers', otherwise the station's own. */
export async function managerAddresses(db: Db, station: { id: number; name: string }): Promise<{ name: string; email: string }[]> {
  const managers = await managersOf(db, station.id)
  if (managers.length) return managers
  const [own] = await db.select({ email: stations.email }).from(stations).where(eq(stations.id, station.id))
  return own?.email ? [{ name: station.name, email: own.email }] : []
}
