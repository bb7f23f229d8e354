import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stations } from '../../server/db/schema/stations/stations.ts'
import { insertReference } from '../../server/db/seed/network.ts'
import { seed } from '../../server/db/seed/profiles.ts'
import { clear, digests, isEmpty } from '../../server/db/seed/tables.ts'

const client = new PGlite()
const db = drizzle(client)
beforeAll(() => migrate(db, { migrationsFolder: 'server/db/migrations' }))
afterAll(() => client.close())
const options = { seed: 42, asOf: '2026-11-20' }

test('two runs of a profile write the same rows; another seed or day gives other rows', { timeout: 120_000 }, async () => {
  const run = async (more = {}) => {
    await clear(db)
    expect(await isEmpty(db)).toBe(true)
    await seed(db, 'test', { ...options, ...more })
    expect(await isEmpty(db)).toBe(false)
    return digests(db)
  }
  const first = await run()
  expect(await run()).toEqual(first)
  const sums = (found: typeof first) => Object.fromEntries(found.map(({ table, sha256 }) => [table, sha256]))
  for (const other of [await run({ seed: 43 }), await run({ asOf: '2026-11-19' })]) {
    expect(sums(other).stations).not.toBe(sums(first).stations)
    expect(sums(other).prices).not.toBe(sums(first).prices)
  }
  expect(Object.fromEntries(first.map(({ table, rows }) => [table, rows]))).toMatchObject({
    stations: 8,
    dispensers: 15,
    users: 38,
    fuels: 10,
  })
})

test('ids continue after the seeded rows, and reference rows are written once', async () => {
  await clear(db)
  await insertReference(db)
  const before = await digests(db)
  await insertReference(db)
  expect(await digests(db)).toEqual(before)
  await clear(db)
  await seed(db, 'test', options)
  const [made] = await db
    .insert(stations)
    .values({ code: 'ZZ1', name: 'Prova', address: 'Via Roma 1', cap: '43036', city: 'Fidenza', province: 'PR' })
    .returning()
  expect(made!.id).toBe(9)
  const { rows } = await db.execute(sql`select count(*)::int as n from stations where search_text = ''`)
  expect(rows).toEqual([{ n: 1 }])
})
