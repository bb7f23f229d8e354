import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { customerLogs as contract } from '../../../src/contract/cards/customer-logs.ts'
import { customerLogActions } from '../../../src/contract/cards/words.ts'
import { cards, customer_logs as log } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { users } from '../../db/schema/core/accounts.ts'
import type { Db } from '../../lib/core/db.ts'
import { implement } from '../../lib/core/implement.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, COUNTED, isPerson, named, within } from '../../lib/tables/history-filters.ts'
import { ordering, wordsOf } from '../../lib/tables/table.ts'
import { customerSearch } from './customer-search.ts'

/** Each word in the person or the operation, or all of them in the customer or its cards. */
async function finds(db: Db, search: string | undefined) {
  const typed = wordsOf(search)
  const found = typed.length ? await customerSearch(search, db) : undefined
  if (!found) return undefined
  const told = and(
    ...typed.map((word) => or(isPerson(db, log.user_id, word), inArray(log.action, named(customerLogActions, word) as never[]))),
  )
  return or(told, inArray(log.customer_id, db.select({ id: customers.id }).from(customers).where(found)))
}

export default implement(contract, {
  list: exportableList(async (input, { db }) => {
    const where = and(
      within(log.created_at, input),
      among(log.customer_id, input.customer_id),
      among(log.card_id, input.card_id),
      among(log.user_id, input.user_id),
      among(log.action, input.action),
      await finds(db, input.search ?? input.query),
    )
    const order = ordering(input.sort ?? contract.list.order, { created_at: log.created_at }, log.id)
    return {
      ...{ id: log.id, from: log, where, order, facets: { action: log.action }, most: COUNTED },
      async rows({ where, in_all, limit, offset }) {
        const page = db
          .select({ id: log.id })
          .from(log)
          .where(where)
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
          .as('page')
        return db
          .select({
            ...{ id: log.id, created_at: log.created_at, action: log.action, detail: log.detail, ip: log.ip, in_all },
            user: { id: users.id, name: users.name },
            customer: { id: customers.id, code: customers.code, name: customers.denomination },
            card: { id: cards.id, number: sql<string>`'•••• ' || right(${cards.number}, 6)` },
          })
          .from(page)
          .innerJoin(log, eq(log.id, page.id))
          .leftJoin(users, eq(users.id, log.user_id))
          .leftJoin(customers, eq(customers.id, log.customer_id))
          .leftJoin(cards, eq(cards.id, log.card_id))
          .orderBy(...order)
      },
    }
  }),
})
