import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { expirations as table } from '../../db/schema/expirations/expirations.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import type { User } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { stationScope } from '../stations/scope.ts'

/** Expirations of the caller's stations, joined; those of the whole network only for callers who see all stations. */
export const expirationScope = (user: User): SQL => {
  const ofStations = stationScope(user)
  return seesAllStations(user) ? or(sql`${table.station_id} is null`, ofStations)! : ofStations
}
/** Whether a person may read this expiration. */
export const readersOfExpiration =
  (id: number, db: Db) =>
  async (person: User): Promise<boolean> => {
    if (!allows('exp.read', person)) return false
    const found = await db
      .select({ id: table.id })
      .from(table)
      .leftJoin(stations, eq(stations.id, table.station_id))
      .where(and(eq(table.id, id), expirationScope(person)))
    return found.length > 0
  }
