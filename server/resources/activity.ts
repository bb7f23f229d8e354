import { and, eq, sql } from 'drizzle-orm'
import { activity as contract } from '../../src/contract/activity.ts'
import { users } from '../db/schema/people.ts'
import { activity_log } from '../db/schema/system.ts'
import { implement } from '../lib/implement.ts'
import { matches, ordering, paged } from '../lib/table.ts'
import { among, within } from './past.ts'

const person = { id: users.id, name: users.name }

export default implement(contract, {
  list(input, context) {
    const { db } = context
    const log = activity_log
    const where = and(
      within(log.created_at, input),
      among(log.user_id, input.user_id),
      among(log.action, input.action),
      matches(input.search ?? input.query, users.name, log.entity, log.entity_id, log.path, log.ip),
    )
    // Rows are written as things happen: the id gives the order of time, and has the index.
    const order = ordering(input.sort ?? '-created_at', { created_at: log.id, user: users.name, action: log.action }, log.id)
    const author = eq(users.id, log.user_id)
    return paged(
      input,
      context,
      [sql`${log} left join ${users} on ${author}`, where],
      async (in_all, limit, offset) => {
        const rows = await db
          .select({ row: log, user: person, in_all })
          .from(log)
          .leftJoin(users, author)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
        return rows.map(({ row, ...more }) => ({ ...row, ...more }))
      },
      { action: log.action },
    )
  },
})
