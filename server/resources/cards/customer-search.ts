import { and, eq, gte, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { compact, phoneNumber } from '../../../src/contract/kernel/italian-codes.ts'
import { sortKey, words } from '../../db/folded.ts'
import { cards } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import type { Db } from '../../lib/core/db.ts'
import { ENOUGH, enough, kind, numbers } from '../../lib/tables/search-kind.ts'
import { asPrefix, wordsOf } from '../../lib/tables/table.ts'

const indexed = words(customers.denomination, customers.code, customers.piva, customers.fiscalCode, customers.email, customers.city)
const lexemes = (text: string) => wordsOf(text.replace(/[^\p{L}\p{N}]+/gu, ' '))
/** Every word of the search is the beginning of a word of the customer. */
const hasWords = (found: readonly string[]) => sql`${indexed} @@ to_tsquery('simple', ${found.map(asPrefix).join(' & ')})`
/** Plates and card numbers have at least so many signs; a shorter text is no beginning of one. */
const LEAST_CODE = 4

/** Those of the cards whose number or plate begins with the text, or whose number ends with its six digits. */
function ofCards(text: string): SQL | undefined {
  const code = compact(text)
  if (!/^[A-Z0-9]+$/.test(code) || code.length < LEAST_CODE) return undefined
  const held = (where: SQL | undefined) => sql`select ${cards.customer_id} from ${cards} where ${where}`
  const either = [held(begins(cards.plate, code))]
  if (/^\d+$/.test(code)) either.push(held(begins(cards.number, code)))
  if (/^\d{6}$/.test(code)) either.push(held(and(sql`right(${cards.number}, 6) = ${code}`, isNull(cards.deleted_at))))
  return sql.join(either, sql` union all `)
}
/** Those who have the text as their phone number, written in any way, or as their name at the portal. */
function ofIdentifiers(text: string): SQL | undefined {
  const trimmed = text.trim()
  const number = /^[+\d][\d\s./()-]{5,}$/.test(trimmed) ? phoneNumber(trimmed) : null
  const user = /^C\d{6}$/i.test(trimmed) ? trimmed.toUpperCase() : null
  const either = [
    ...(number ? [eq(customers.phone, number), eq(customers.mobile, number)] : []),
    ...(user ? [eq(customers.username, user)] : []),
  ].map((where) => sql`select ${customers.id} as customer_id from ${customers} where ${where}`)
  return either.length ? sql.join(either, sql` union all `) : undefined
}
/** Customers by what names them besides their words. */
function byCode(text: string): SQL | undefined {
  const either = [ofCards(text), ofIdentifiers(text)].filter((one) => one !== undefined)
  return either.length ? sql.join(either, sql` union all `) : undefined
}
/** As a range, which an index of any collation can be asked for: digits and capital letters come before what follows so many Z. */
const begins = (column: AnyPgColumn, code: string) =>
  and(gte(column, code), lte(column, code + 'Z'.repeat(20)), like(column, `${code}%`), isNull(cards.deleted_at))

/**
 * Condition on customers for a search text: words of name, code, P.IVA, codice fiscale, email and town by their beginnings, the number or plate of a card,
 * a whole phone number, or the name at the portal.
 * Rare words are resolved to ids first, because the planner misjudges them; for frequent ones it reads the list in its order.
 */
export async function customerSearch(text: string | undefined, db: Db): Promise<SQL | undefined> {
  const found = lexemes(text ?? '')
  if (!found.length) return text?.trim() ? sql`false` : undefined
  const coded = byCode(text!)
  const { rows } = (await db.execute(
    sql`select id from (select ${customers.id} as id from ${customers} where ${hasWords(found)} limit ${sql.raw(String(ENOUGH + 1))}) named
      ${coded ? sql`union all (select customer_id from (${coded} limit ${enough}) held)` : sql``}`,
  )) as unknown as { rows: { id: number }[] }
  const ids = sql`${customers.id} = any(${`{${rows.map(({ id }) => id)}}`}::int[])`
  // Of more than that the planner finds the rows itself.
  return rows.length > ENOUGH ? or(hasWords(found), ids) : ids
}

/** Global search of customers (src/contract/kernel/search.ts). */
export const customerFound = kind({
  ...{ from: customers, scope: () => isNull(customers.deleted_at), order: customers.denomination },
  matches: (typed, _user, lately) => {
    const found = lexemes(typed)
    const coded = byCode(typed)
    // A word of signs alone is part of no customer.
    if (!found.length || wordsOf(typed).some((word) => !/[\p{L}\p{N}]/u.test(word))) return sql`false`
    const among = (where: SQL | undefined) => sql`select ${customers.id} from ${customers} where ${where}`
    const first = sql`(${among(hasWords(found))} limit ${enough})`
    const named = lately ? sql`${first} union all ${among(and(lately, hasWords(found)))}` : first
    // An array is found once. Without statistics (an embedded database in its first hour) `in` was looked up anew for each customer: minutes.
    return sql`${customers.id} = any(array(${coded ? sql`${named} union all ${coded}` : named}))`
  },
  text: sortKey(customers.denomination),
  named: numbers(customers.id),
  shown: {
    id: customers.id,
    code: customers.code,
    denomination: customers.denomination,
    city: customers.city,
    province: customers.province,
  },
  hit: ({ id, code, denomination, city, province }) => ({ id: String(id), name: `${code} ${denomination}`, also: `${city} (${province})` }),
})
