import { and, eq, inArray, isNull } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { counters } from '../../../src/contract/overview/counters.ts'
import { NC_UNSOLVED } from '../../../src/rules/inspections/nc-states.ts'
import { banks } from '../../db/schema/banks/banks.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { inspections, non_conformities } from '../../db/schema/inspections/inspections.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { implement } from '../../lib/core/implement.ts'
import { stationScope } from '../stations/scope.ts'

export default implement(counters, {
  admin: async (_, { db }) => ({
    users: await db.$count(users, and(eq(users.enabled, 1), isNull(users.deleted_at))),
    stations: await db.$count(stations, isNull(stations.deleted_at)),
  }),
  accounting: async (_, { db }) => ({ banks: await db.$count(banks), cards: null, customers: null }),
  station: async (_, { db, user }) => ({ stations: await db.$count(stations, stationScope(user)) }),
  async inspection(_, { db, user }) {
    const own = and(isNull(inspections.deleted_at), allows('super', user) ? undefined : eq(inspections.inspector_id, user.id))
    const mine = db.select({ id: inspections.id }).from(inspections).where(own)
    return {
      drafts: await db.$count(inspections, and(own, eq(inspections.status, 'draft'))),
      planned: await db.$count(inspections, and(own, eq(inspections.status, 'planned'))),
      open_nc: await db.$count(
        non_conformities,
        and(inArray(non_conformities.status, [...NC_UNSOLVED]), inArray(non_conformities.inspection_id, mine)),
      ),
    }
  },
})
