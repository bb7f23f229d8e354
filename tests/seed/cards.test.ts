import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cards } from '../../server/db/schema/cards/cards.ts'
import { customers } from '../../server/db/schema/cards/customers.ts'
import { insertCustomers } from '../../server/db/seed/cards/cards.ts'
import { seed } from '../../server/db/seed/profiles.ts'
import { isFiscalCode, isIban, isPiva, isPlate, luhnDigit } from '../../src/contract/kernel/italian-codes.ts'

const client = new PGlite()
const db = drizzle(client)
const options = { seed: 42, asOf: '2026-11-20' }
beforeAll(async () => {
  await migrate(db, { migrationsFolder: 'server/db/migrations' })
  await seed(db, 'test', options)
}, 60_000)
afterAll(() => client.close())
const STATES = ['active', 'blocked', 'expired', 'replaced', 'suspended', 'terminated', 'to_activate']
const rows = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows

test('the smallest profile has cards in every state', async () => {
  expect(await db.$count(customers)).toBe(10)
  expect(await db.$count(cards)).toBe(16)
  expect((await rows(sql`select distinct status from cards order by 1`)).map(({ status }) => status)).toEqual(STATES)
})

test('900 customers and 1,500 cards are valid and keep the invariants', { timeout: 60_000 }, async () => {
  await db.execute(sql`truncate customers, cards restart identity cascade`)
  await insertCustomers(db, options, { customers: 900, cards: 1_500, stations: 8 }, '2026-11-19T23:00:00.000Z')
  const people = await db.select().from(customers)
  const made = await db.select().from(cards).orderBy(cards.id)
  expect([people.length, made.length]).toEqual([900, 1_500])
  // Whoever was registered twice has no codice fiscale the second time, and the name in capitals.
  const twins = people.filter(({ fiscalCode }) => fiscalCode === null)
  expect(twins).toHaveLength(6)
  for (const { kind, denomination, fiscalCode, piva, iban, payment } of people) {
    expect(fiscalCode === null ? denomination === denomination.toUpperCase() : isFiscalCode(fiscalCode), denomination).toBe(true)
    if (kind !== 'privato') expect(isPiva(piva!), denomination).toBe(true)
    if (payment === 'sdd') expect(isIban(iban!), denomination).toBe(true)
    expect(denomination.trim()).not.toBe('')
  }
  for (const { number, plate, type } of made) {
    expect(number).toMatch(/^9380\d{12}$/)
    expect(luhnDigit(number.slice(0, -1))).toBe(Number(number.at(-1)))
    if (type === 'credit' || type === 'gpl') expect(isPlate(plate!)).toBe(true)
  }
  expect(Math.max(...people.map(({ denomination }) => denomination.length))).toBe(160)
  expect((await rows(sql`select distinct status from cards order by 1`)).map(({ status }) => status)).toEqual(STATES)
  // A chain of three replacements, and each replacement keeps customer, type and plate.
  expect(made.filter(({ id }) => id <= 4).map(({ status, replaced_by_id }) => [status, replaced_by_id])).toEqual([
    ['replaced', 2],
    ['replaced', 3],
    ['replaced', 4],
    ['active', null],
  ])
  const byId = new Map(made.map((card) => [card.id, card]))
  for (const card of made) {
    expect(card.status === 'replaced', `${card.id}`).toBe(card.replaced_by_id !== null)
    const next = byId.get(card.replaced_by_id ?? 0)
    if (next) expect([next.customer_id, next.type, next.plate]).toEqual([card.customer_id, card.type, card.plate])
  }
  expect(
    await rows(sql`select 1 from cards c join customers h on h.id = c.customer_id where c.status = 'active' and not h.active`),
  ).toEqual([])
  expect(await rows(sql`select 1 from cards c join customers h on h.id = c.customer_id where c.created_at < h.created_at`)).toEqual([])
  // The last change of each card led to its state.
  expect(
    await rows(sql`select c.id, c.status from cards c where c.status <> coalesce(
      (select h."to" from card_status_history h where h.card_id = c.id order by h.id desc limit 1), 'to_activate')`),
  ).toEqual([])
  expect(await rows(sql`select 1 from cards c, card_ranges r where r.type = c.type and substr(c.number, 6, 10)::bigint >= r.next`)).toEqual(
    [],
  )
})
