import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { devices as contract } from '../../../src/contract/people/devices.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { devices } from '../../db/schema/people/devices.ts'
import { implement } from '../../lib/core/implement.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'

const SILENT_MS = 24 * 3_600_000
const { user_id, ...columns } = getTableColumns(devices)

export default implement(contract, {
  async report({ uuid, oldest_age_s, ...state }, { db, user, now, agent, audit }) {
    const at = now.toISOString()
    const oldest_at = state.unsent && oldest_age_s != null ? new Date(now.getTime() - oldest_age_s * 1000).toISOString() : null
    const row = { ...state, usage: state.usage ?? null, quota: state.quota ?? null, oldest_at, user_id: user.id, last_contact: at, agent }
    await db
      .insert(devices)
      .values({ id: uuid, ...row })
      .onConflictDoUpdate({ target: devices.id, set: row })
    audit({ entity_id: uuid })
    return { at }
  },
  list(input, context) {
    const { db, now } = context
    const before = new Date(now.getTime() - SILENT_MS).toISOString()
    const silent = sql<boolean>`(${devices.unsent} > 0 and ${devices.last_contact} < ${before}::timestamptz)`
    const where = and(
      matches(input.search ?? input.query, users.name, devices.agent, devices.app_version),
      input.silent === undefined ? undefined : sql`${silent} = ${input.silent}`,
    )
    const sorts = { last_contact: devices.last_contact, unsent: devices.unsent, oldest_at: devices.oldest_at, user: users.name }
    const author = eq(users.id, user_id)
    return paged(input, context, [sql`${devices} inner join ${users} on ${author}`, where], (in_all, limit, offset) =>
      db
        .select({ ...columns, in_all, silent, user: { id: users.id, name: users.name } })
        .from(devices)
        .innerJoin(users, author)
        .where(where)
        .orderBy(...ordering(input.sort ?? contract.list.order, sorts, devices.id))
        .limit(limit)
        .offset(offset),
    )
  },
})
