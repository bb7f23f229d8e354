import { and, eq, isNull, sql } from 'drizzle-orm'
import { station_acl, users } from '../db/schema/people.ts'
import type { Db } from '../lib/context.ts'

/** The accounts with the role of manager that the station is assigned to (domain.md 4.3, MG), by name. */
export const managersOf = (db: Db, station_id: number) =>
  db
    .select({ name: users.name, email: users.email })
    .from(users)
    .innerJoin(station_acl, eq(station_acl.user_id, users.id))
    .where(
      and(eq(station_acl.station_id, station_id), sql`'manager' = any(${users.roles})`, eq(users.enabled, 1), isNull(users.deleted_at)),
    )
    .orderBy(users.name, users.id)
/** Their names on one line; null where nobody is known. */
export const managerNames = async (db: Db, station_id: number): Promise<string | null> =>
  (await managersOf(db, station_id)).map(({ name }) => name).join(', ') || null
