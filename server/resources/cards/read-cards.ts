import { and, desc, eq, inArray, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { Card, cards as contract } from '../../../src/contract/cards/cards.ts'
import { cardStatuses } from '../../../src/contract/cards/words.ts'
import { compact } from '../../../src/contract/kernel/italian-codes.ts'
import { inWords, words } from '../../db/folded.ts'
import { card_plate_history, card_status_history, cardCustomerKey, cardWords, cards as table } from '../../db/schema/cards/cards.ts'
import { customers } from '../../db/schema/cards/customers.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { addDays } from '../../domain/shared/days.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'
import type { Db } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { ENOUGH, enough } from '../../lib/tables/search-kind.ts'
import { asPrefix, neverNull, wordsOf } from '../../lib/tables/table.ts'

export const masked = (number: typeof table.number) => sql<string>`'•••• ' || right(${number}, 6)`
/** What a row of the list shows, from cards and their customers. */
export const rowColumns = {
  ...{ id: table.id, rev: table.rev, type: table.type, status: table.status, number: masked(table.number), plate: table.plate },
  customer: { id: customers.id, code: customers.code, name: customers.denomination, active: customers.active },
  ...{ foreign_plate: table.foreign_plate, holder: table.holder, valid_from: table.valid_from, expires_at: table.expires_at },
  ...{ block_reason: table.block_reason, synced_at: table.synced_at, sync_error: table.sync_error },
}
/** The letters and digits of a word, as the indexes have them. */
const lexemes = (word: string) => word.split(/[^a-z0-9]+/).filter(Boolean)
/** `to_tsquery` of a word as the beginning of indexed words; undefined for one of signs alone. */
const begun = (word: string) => lexemes(word).map(asPrefix).join(' & ') || undefined
export const customerWords = words(
  customers.denomination,
  customers.code,
  customers.piva,
  customers.fiscalCode,
  customers.email,
  customers.city,
)
/** Customers that have every word of a search in their name, code, tax codes, mail or town. */
export const customerHas = (word: string) => {
  const query = begun(word)
  return query ? sql`${customerWords} @@ to_tsquery('simple', ${query})` : sql`false`
}
/**
 * Ids of the cards that a word names themselves: the beginning of a plate or of a word of the holder, the last six digits or the whole of the
 * number. Each part uses an index of its own, which a condition with `or` could not.
 */
export function cardsByCode(word: string): SQL {
  const query = begun(word)
  if (!query) return sql`select null::int as id`
  const digits = word.replace(/[\s.-]/g, '')
  const number = /^\d{10,19}$/.test(digits) ? sql` union select "cards"."id" from cards where "cards"."number" = ${digits}` : sql``
  return sql`select "cards"."id" from cards where ${cardWords(table)} @@ to_tsquery('simple', ${query})${number}`
}
/** Cards that a search finds. `many`: they are too many to be counted while somebody waits; `all`: nothing else chooses among them. */
interface Found {
  where: SQL | undefined
  many: boolean
  all?: boolean
}
/** The cards that a word names: rare words are resolved to ids first, because the planner misjudges them. */
async function matching(word: string, db: Db): Promise<{ where: SQL; many: boolean }> {
  const most = sql.raw(String(ENOUGH + 1))
  const owners = sql`select customers.id from customers where ${customerHas(word)} limit ${most}`
  const { rows } = (await db.execute(
    sql`select id from (${cardsByCode(word)} limit ${most}) named union select id from (select id from cards where customer_id = any(array(${owners})) limit ${most}) held`,
  )) as unknown as { rows: { id: number }[] }
  // A word that names more cards than that is looked for card by card, in the order of the list.
  if (rows.length <= ENOUGH) return { where: sql`${table.id} = any(${`{${rows.map(({ id }) => id)}}`}::int[])`, many: false }
  // Both lists of ids are made once and hashed, which PostgreSQL does for a condition with `or`.
  const owned = sql`cards.customer_id in (select customers.id from customers where ${customerHas(word)})`
  return { where: sql`(cards.id in (${cardsByCode(word)}) or ${owned})`, many: true }
}
/** A text of several words as one code, as a plate or number that was typed with spaces; undefined if it can be none. */
export function joined(typed: string | undefined): string | undefined {
  const code = compact(typed ?? '').toLowerCase()
  return wordsOf(typed).length > 1 && /^(?=.*\d)[a-z0-9]{4,20}$/.test(code) ? code : undefined
}
/** Condition of the cards that every word of a search names. */
async function cardMatches(typed: string | undefined, db: Db): Promise<Found> {
  const found: Awaited<ReturnType<typeof matching>>[] = []
  for (const word of wordsOf(typed)) found.push(await matching(word, db))
  const every = and(...found.map(({ where }) => where))
  // A rare word beside common ones leaves few.
  const many = found.length > 0 && found.every((one) => one.many)
  const code = joined(typed)
  if (!code) return { where: every, many }
  const { rows } = (await db.execute(sql`${cardsByCode(code)} limit ${enough}`)) as unknown as {
    rows: { id: number }[]
  }
  return { where: rows.length ? or(every, sql`${table.id} = any(${`{${rows.map(({ id }) => id)}}`}::int[])`) : every, many }
}

type Input = Partial<v.InferOutput<typeof contract.list.query>>
export const cardFilter = async (input: Input, context: Pick<Context, 'db' | 'now'>) => (await cardsFound(input, context)).where
/** The cards of a list. */
export async function cardsFound(input: Input, { db, now }: Pick<Context, 'db' | 'now'>): Promise<Found> {
  const { type, status, customer_id, expiring, fuel, plate, sync_error } = input
  const until = expiring?.length ? addDays(dayInRome(now), Math.max(...expiring.map(Number))) : undefined
  const searched = await cardMatches(input.search ?? input.query, db)
  const chosen = and(
    type?.length ? inArray(table.type, type) : undefined,
    status?.length ? inArray(table.status, status) : undefined,
    customer_id?.length ? inArray(table.customer_id, customer_id) : undefined,
    until ? and(lte(table.expires_at, until), notInArray(table.status, ['replaced', 'terminated'])) : undefined,
    fuel?.length ? or(sql`${table.fuel_ids} && ${`{${fuel}}`}::int[]`, sql`${table.fuel_ids} = '{}'`) : undefined,
    plate?.length
      ? inArray(
          table.plate,
          plate.map((one) => one.toUpperCase().replace(/[^A-Z0-9]/g, '')),
        )
      : undefined,
    sync_error === undefined ? undefined : sync_error ? sql`${table.sync_error} is not null` : isNull(table.sync_error),
  )
  const all = !chosen && wordsOf(input.search ?? input.query).length === 1
  return { where: and(isNull(table.deleted_at), searched.where, chosen), many: searched.many, all }
}
export const cardSorts = {
  ...{ id: table.id, number: table.number, plate: table.plate, customer: neverNull(cardCustomerKey) },
  ...{ status: neverNull(inWords(table.status, cardStatuses)), expires_at: table.expires_at },
}

const link = (of: ReturnType<typeof alias<typeof table, string>>) => ({ id: of.id, number: masked(of.number as never), status: of.status })
const next = alias(table, 'next')
const previous = alias(table, 'previous')
/** The whole record. @throws 404 */
export async function readCard(id: number, { db }: Pick<Context, 'db'>): Promise<Card> {
  const [row] = await db
    .select({
      ...rowColumns,
      customer_id: table.customer_id,
      ...{ fuel_ids: table.fuel_ids, limit_day: table.limit_day, limit_month: table.limit_month, km_required: table.km_required },
      ...{ discount: table.discount, tank_expiration: table.tank_expiration, note: table.note, points_balance: table.points_balance },
      ...{ credit_balance: table.credit_balance, delivered_at: table.delivered_at, suspended_by: table.suspended_by },
      ...{ icad_id: table.icad_id, created_at: table.created_at, has_pin: sql<boolean>`${table.pin} is not null` },
      ...{ replaced_by: link(next), replaces: link(previous) },
    })
    .from(table)
    .innerJoin(customers, eq(customers.id, table.customer_id))
    .leftJoin(next, eq(next.id, table.replaced_by_id))
    .leftJoin(previous, eq(previous.replaced_by_id, table.id))
    .where(and(eq(table.id, id), isNull(table.deleted_at)))
  if (!row) throw problem.notFound()
  const { from, to, reason, at } = card_status_history
  const states = await db
    .select({ from, to, reason, user: users.name, at })
    .from(card_status_history)
    .leftJoin(users, eq(users.id, card_status_history.user_id))
    .where(eq(card_status_history.card_id, id))
    .orderBy(desc(card_status_history.id))
  const plates = await db
    .select({
      old: card_plate_history.old,
      new: card_plate_history.new,
      reason: card_plate_history.reason,
      user: users.name,
      at: card_plate_history.at,
    })
    .from(card_plate_history)
    .leftJoin(users, eq(users.id, card_plate_history.user_id))
    .where(eq(card_plate_history.card_id, id))
    .orderBy(desc(card_plate_history.id))
  return { ...row, states, plates }
}
