import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../../server/db/seed/profiles.ts'
import duplicates from '../../server/resources/cards/duplicates.ts'
import { cardStatuses } from '../../src/contract/cards/words.ts'

const client = new PGlite()
const db = drizzle(client)
beforeAll(async () => {
  await migrate(db, { migrationsFolder: 'server/db/migrations' })
  await seed(db, 'demo', { seed: 42, asOf: '2026-11-20' })
}, 240_000)
afterAll(() => client.close())
const rows = async (text: string) => (await db.execute(sql.raw(text))).rows

test('the demonstration has the customers and cards of a real office', async () => {
  expect(await rows('select count(*)::int as n from customers')).toEqual([{ n: 900 }])
  expect(await rows('select count(*)::int as n from cards')).toEqual([{ n: 1_500 }])
  const states = await rows('select distinct status from cards order by 1')
  expect(states.map(({ status }) => status)).toEqual(Object.keys(cardStatuses).toSorted())
  const chains = await rows(`with recursive chain as (select id, replaced_by_id, 1 as n from cards where replaced_by_id is not null
    union all select c.id, next.replaced_by_id, n + 1 from chain c join cards next on next.id = c.replaced_by_id where next.replaced_by_id is not null)
    select max(n) as longest from chain`)
  expect(chains).toEqual([{ longest: 3 }])
})

test('companies that were registered twice are proposed as duplicates, and only they', async () => {
  const proposed = (await duplicates.handlers.list!({}, { db } as never)) as {
    reason: string
    customers: { name: string; fiscalCode: string | null }[]
  }[]
  expect(proposed.length).toBeGreaterThanOrEqual(4)
  for (const { reason, customers } of proposed) {
    expect(reason).toBe('email')
    const [first, second] = customers
    expect(second!.name).toBe(first!.name.toUpperCase())
    expect([typeof first!.fiscalCode, second!.fiscalCode]).toEqual(['string', null])
  }
})

test('an import with errors and a deactivation that can be undone stand among the jobs', async () => {
  const jobs = await rows('select type, status, items, done, errors from job_history order by id')
  expect(jobs).toEqual([
    { type: 'disattiva_clienti', status: 'completato', items: 8, done: 8, errors: 0 },
    { type: 'import_tessere', status: 'completato_con_errori', items: 12, done: 12, errors: 2 },
  ])
  const [undo] = await rows(`select count(*)::int as n from model_history h join job_history j on h.batch_id = j.id::text
    join customers c on c.id = h.model_id and not c.active where j.type = 'disattiva_clienti' and h.event = 'status'`)
  expect(undo).toEqual({ n: 8 })
})
