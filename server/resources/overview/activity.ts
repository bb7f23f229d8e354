import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { activityActions, activityEntities, activity as contract, SEARCHED_DAYS } from '../../../src/contract/overview/activity.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { activity_log as log } from '../../db/schema/core/system.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, COUNTED, isPerson, named, within } from '../../lib/tables/history-filters.ts'
import { has, ordering, wordsOf } from '../../lib/tables/table.ts'
import { withObjectNames } from './object-names.ts'

const person = { id: users.id, name: users.name }
const author = eq(users.id, log.user_id)
/**
 * Each word in the person, in what was done to what, in the path or in the address. Only names are folded, once each: the rest is plain letters, and folding
 * five columns of a million and a half rows took fifty seconds.
 */
const finds = (db: Db, search: string | undefined): SQL | undefined =>
  and(
    ...wordsOf(search).map((word) =>
      or(
        isPerson(db, log.user_id, word),
        inArray(log.action, named(activityActions, word)),
        inArray(log.entity, named(activityEntities, word)),
        ...[log.entity, log.entity_id, sql`lower(${log.path})`, log.ip].map((text) => has(sql`replace(${text}, '-', '')`, word)),
      ),
    ),
  )

export default implement(contract, {
  list: exportableList((input, { db, now, user }) => {
    const search = input.search ?? input.query
    const found = finds(db, search)
    // Without a period a search would read a million rows and more.
    const lately = found && !input.from && !input.to ? { from: addDays(dayInRome(now), -SEARCHED_DAYS) } : input
    const where = and(
      within(log.created_at, lately),
      among(log.user_id, input.user_id),
      among(log.action, input.action),
      among(log.entity, input.entity),
      found,
    )
    // Values that few rows have are not looked up along an index: row by row that took six times as long as all at once.
    const created_at = found ? sql`${log.created_at} + interval '0'` : log.created_at
    const order = ordering(input.sort ?? contract.list.order, { created_at }, log.id)
    return {
      ...{ id: log.id, from: sql`${log} left join ${users} on ${author}`, where, order },
      ...{ facets: { action: log.action, entity: log.entity }, most: COUNTED },
      async rows({ where, in_all, limit, offset }) {
        // The ids come first, from the index; their rows are read afterwards.
        const page = db
          .select({ id: log.id })
          .from(log)
          .leftJoin(users, author)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
          .as('page')
        // One by one, whatever the database believes of the table: as a plain join it went through all of them for each of a page, for minutes,
        // where many rows had come since it last counted.
        const whole = db.select().from(log).where(eq(log.id, page.id)).limit(1).as('activity_log')
        const rows = await db
          .select({ row: log, user: person, in_all })
          .from(page)
          .innerJoinLateral(whole, sql`true`)
          .leftJoin(users, author)
          .orderBy(...order)
        return withObjectNames(
          db,
          user,
          rows.map(({ row, ...more }) => ({ ...row, ...more })),
        )
      },
    }
  }),
})
