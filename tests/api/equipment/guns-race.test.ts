import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { guns } from '../../../server/db/schema/equipment/equipment.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'
import { signIn } from '../support/world.ts'

/** Concurrent requests against a database with committed transactions, because races do not show within one transaction. */
const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

test('of concurrent dispensers with the same gun number one is created, the others are refused with the taken number', async () => {
  const people = [await signIn(app, 'admin'), await signIn(app, 'admin')]
  const gun = { number: 901, fuel_id: 1 }
  const asked = Array.from({ length: 6 }, (_, at) =>
    people[at % 2]!.post('/station/dispensers', { station_id: 3, number: `GARA-${at}`, guns: [gun] }),
  )
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toHaveMembers([201, 422, 422, 422, 422, 422])
  for (const { body } of answers.filter(({ status }) => status === 422))
    expect(Object.values(body.error)).toEqual(['N. pistola già presente per questo punto vendita.'])
  const held = await engine.db.select().from(guns)
  expect(held.filter(({ station_id, number }) => station_id === 3 && number === 901)).toHaveLength(1)
})
