import { and, desc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { activityActions, activityEntities, activity as contract } from '../../src/contract/activity.ts'
import { folded } from '../db/folded.ts'
import { users } from '../db/schema/people.ts'
import { activity_log as log } from '../db/schema/system.ts'
import { fold } from '../domain/search-text.ts'
import type { Db } from '../lib/db.ts'
import { implement } from '../lib/implement.ts'
import { has, inWords, ordering, paged, wordsOf } from '../lib/table.ts'
import { among, within } from './past.ts'

const person = { id: users.id, name: users.name }
const author = eq(users.id, log.user_id)
/** There may be millions: beyond so many a list says only that there are more. */
const COUNTED = 10_000
const sorts = {
  created_at: log.created_at,
  user: users.name,
  action: inWords(log.action, activityActions),
  entity: inWords(log.entity, activityEntities),
  ip: log.ip,
  status: log.status,
}
/** The values whose words hold a word of the search. */
const named = (words: Readonly<Record<string, string>>, word: string) =>
  Object.keys(words).filter((value) => fold(words[value]!).includes(word))

/**
 * Each word in the person, in what was done to what, in the path or in the address. Only names are folded, once each: the rest is plain letters, and folding
 * five columns of a million and a half rows took fifty seconds.
 */
const finds = (db: Db, search: string | undefined): SQL | undefined =>
  and(
    ...wordsOf(search).map((word) =>
      or(
        inArray(
          log.user_id,
          db
            .select({ id: users.id })
            .from(users)
            .where(has(folded(users.name), word)),
        ),
        inArray(log.action, named(activityActions, word)),
        inArray(log.entity, named(activityEntities, word)),
        ...[log.entity, log.entity_id, sql`lower(${log.path})`, log.ip].map((text) => has(text, word)),
      ),
    ),
  )

export default implement(contract, {
  list(input, context) {
    const { db } = context
    const search = input.search ?? input.query
    const found = finds(db, search)
    const where = and(
      within(log.created_at, input),
      input.until ? lte(log.id, input.until) : undefined,
      among(log.user_id, input.user_id),
      among(log.action, input.action),
      among(log.entity, input.entity),
      found,
    )
    const sort = input.sort ?? '-created_at'
    // What few rows may have is not looked for along an index: a row at a time took six times as long as all of them at once.
    const created_at = found ? sql`${log.created_at} + interval '0'` : log.created_at
    const order = sort === '-created_at' && !found ? [desc(log.created_at), desc(log.id)] : ordering(sort, { ...sorts, created_at }, log.id)
    return paged(
      input,
      context,
      [sql`${log} left join ${users} on ${author}`, where],
      async (in_all, limit, offset) => {
        // Which rows first, off the index; then what they hold.
        const page = db
          .select({ id: log.id })
          .from(log)
          .leftJoin(users, author)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
          .as('page')
        const rows = await db
          .select({ row: log, user: person, in_all })
          .from(page)
          .innerJoin(log, eq(log.id, page.id))
          .leftJoin(users, author)
          .orderBy(...order)
        return rows.map(({ row, ...more }) => ({ ...row, ...more }))
      },
      { action: log.action, entity: log.entity },
      COUNTED,
    )
  },
})
