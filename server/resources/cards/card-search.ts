import { eq, isNull, sql } from 'drizzle-orm'
import { cardStatuses } from '../../../src/contract/cards/words.ts'
import { cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { enough, kind, numbers } from '../../lib/tables/search-kind.ts'
import { wordsOf } from '../../lib/tables/table.ts'
import { cardsByCode, joined, masked } from './read-cards.ts'

const owner = eq(customers.id, table.customer_id)
/** Global search of cards by plate, whole number, last six digits and holder (src/contract/kernel/search.ts). A customer's cards are found on its page. */
export const cardFound = kind({
  from: table,
  scope: () => isNull(table.deleted_at),
  order: sql`${table.id} desc`,
  matches: (typed, _user, lately) => {
    const all = wordsOf(typed)
    const code = joined(typed)
    if (code) {
      const every = sql.join(
        all.map((word) => sql`(${cardsByCode(word)})`),
        sql` intersect `,
      )
      return sql`${table.id} in (${every} union (${cardsByCode(code)}))`
    }
    if (all.length === 1) {
      const found = cardsByCode(all[0]!)
      const again = lately && sql` union all select ${table.id} from ${table} where ${lately} and ${table.id} in (${found})`
      return sql`${table.id} in ((select id from (${found}) named limit ${enough})${again})`
    }
    return all.length
      ? sql.join(
          all.map((word) => sql`${table.id} in (${cardsByCode(word)})`),
          sql` and `,
        )
      : sql`false`
  },
  text: sql`lower(coalesce(${table.plate}, ''))`,
  named: numbers(table.id),
  shown: {
    ...{ id: table.id, number: masked(table.number), plate: table.plate, status: table.status },
    // Looked up for the shown ones alone; joined, all customers were read for a word that many cards have.
    code: sql<number>`(select ${customers.code} from ${customers} where ${owner})`,
    name: sql<string>`(select ${customers.denomination} from ${customers} where ${owner})`,
  },
  hit: ({ id, number, plate, status, code, name }) => ({
    ...{ id: String(id), name: [number, plate].filter(Boolean).join(' ') },
    also: `${code} ${name}, ${cardStatuses[status].toLowerCase()}`,
  }),
})
