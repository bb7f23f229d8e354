import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { signIn } from '../support/world.ts'

const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

test('cached equipment is read anew after a committed change', async () => {
  const admin = await signIn(app, 'admin')
  const version = async () => (await admin.get('/inspection/offline/equipment')).body.data.version as string
  const seen = [await version()]
  const [tank] = await engine.db.select().from(tanks).limit(1)
  const [price] = await engine.db.select().from(prices).orderBy(prices.valid_from).limit(1)
  const step = async (change: PromiseLike<unknown>) => {
    await change
    seen.push(await version())
  }
  await step(engine.db.update(tanks).set({ number: 'Z1' }).where(eq(tanks.id, tank!.id)))
  await step(engine.db.update(tanks).set({ number: 'Z2' }).where(eq(tanks.id, tank!.id)))
  const newest = { ...price!, id: undefined, valid_from: new Date(Date.now() - 1_000).toISOString() }
  await step(engine.db.insert(prices).values({ ...newest, price: 1.111 }))
  await step(engine.db.update(prices).set({ price: 2.222 }).where(eq(prices.price, 1.111)))
  expect(new Set(seen).size).toBe(seen.length)
  expect(await version()).toBe(seen.at(-1))
})
