import { and, eq, exists, getTableColumns, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { customers as contract } from '../../../src/contract/cards/customers.ts'
import type { Parsed } from '../../../src/contract/kernel/endpoint.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { exportableList } from '../../lib/tables/exportable-list.ts'
import { among, COUNTED, within } from '../../lib/tables/history-filters.ts'
import { onPage, ordering } from '../../lib/tables/table.ts'
import { customerSearch } from './customer-search.ts'

type Input = Parsed<typeof contract.list, never>
const held = and(eq(cards.customer_id, customers.id), isNull(cards.deleted_at))
const counted = (where: SQL | undefined) => sql<number>`(select count(*)::int from ${cards} where ${where})`
/** How many cards a customer holds, and how many of these are active. */
export const cardCounts = { cards_count: counted(held), cards_active: counted(and(held, eq(cards.status, 'active'))) }
const { password_hash: _, password_expired: __, ...columns } = getTableColumns(customers)
const sorts = { code: customers.code, name: customers.denomination, city: customers.city, created_at: customers.created_at }
const stated = (column: SQL | undefined, wanted: boolean | undefined, not: SQL | undefined) =>
  wanted === undefined ? undefined : wanted ? column : not

/** Condition for the customers that a search and the filters find. */
export async function customersFound(input: Partial<Input>, db: Db): Promise<SQL> {
  const some = db.select({ id: cards.id }).from(cards).where(held)
  return and(
    isNull(customers.deleted_at),
    await customerSearch(input.search ?? input.query, db),
    among(customers.kind, input.kind),
    among(customers.station_id, input.station_id),
    among(customers.province, input.province),
    input.active === undefined ? undefined : eq(customers.active, input.active),
    input.portal_enabled === undefined ? undefined : eq(customers.portal_enabled, input.portal_enabled),
    stated(exists(some), input.has_cards, notExists(some)),
    stated(isNotNull(customers.sync_error), input.sync_error, isNull(customers.sync_error)),
    within(customers.created_at, input),
  )!
}

export const customerList = exportableList(async (input: Input, { db }: Context) => {
  const where = await customersFound(input, db)
  const order = ordering(input.sort ?? contract.list.order, sorts, customers.id)
  return {
    ...{ id: customers.id, from: customers, where, order, most: (input.search ?? input.query) ? COUNTED : undefined },
    rows: ({ where, in_all, limit, offset }) =>
      db
        .select({ ...columns, ...cardCounts, in_all })
        .from(customers)
        .where(onPage(customers.id, where, order, limit, offset))
        .orderBy(...order),
  }
})
