import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { eq, like } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { openDatabase } from '../../server/db/open.ts'
import { banks } from '../../server/db/schema/banks.ts'
import { idempotency_keys } from '../../server/db/schema/system.ts'
import { diskStore } from '../../server/lib/files.ts'
import { API_BASE } from '../../src/contract/constants.ts'
import { COPY, TEMPLATE } from '../global-setup.ts'
import { PASSWORD } from './world.ts'

/** What only an engine with many connections can show: TEST_DATABASE_URL names a PostgreSQL (`npm test` starts one where it can). */
const url = process.env.TEST_DATABASE_URL
if (!url) console.log('skipped: no PostgreSQL (TEST_DATABASE_URL)')

test.skipIf(!url)('two servers on one PostgreSQL: of deliveries that meet, one has an effect', { timeout: 120_000 }, async () => {
  const name = `${COPY}${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  const databaseUrl = Object.assign(new URL(url!), { pathname: `/${name}` }).toString()
  const servers = []
  for (const _ of [1, 2]) {
    const database = await openDatabase({ dataDir: '', databaseUrl })
    const more = {
      files: diskStore(os.tmpdir()),
      mail: { send: async () => {} },
      origin: 'http://piazzale.test',
      demo: true,
      version: 'test',
    }
    servers.push({ database, app: await createApp({ ...more, db: database.db, now: () => new Date() }) })
  }
  const [one, two] = servers as [(typeof servers)[0], (typeof servers)[0]]
  const login = await one.app.inject({
    method: 'POST',
    url: `${API_BASE}/auth/login`,
    payload: { email: 'contabilita@demo.example.it', password: PASSWORD },
  })
  const authorization = `Bearer ${login.json().data.token}`
  const deliver = (app: typeof one.app, key: string, name: string) =>
    app.inject({ method: 'POST', url: `${API_BASE}/banks`, headers: { authorization, 'idempotency-key': key }, payload: { name } })

  const KEYS = 50
  const different: unknown[] = []
  let running = 0
  for (let i = 0; i < KEYS; i++) {
    const key = randomUUID()
    const answers = await Promise.all([one, two, one, two].map(({ app }) => deliver(app, key, `Banca contesa ${i}`)))
    const final = await deliver(two.app, key, `Banca contesa ${i}`)
    expect(final.statusCode).toBe(201)
    for (const answer of answers)
      if (answer.statusCode === 409 && answer.json().code === 'in_progress') running++
      else if (answer.statusCode !== 201 || !isDeepStrictEqual(answer.json(), final.json())) different.push(answer.json())
  }
  const { db } = one.database
  console.log(`${KEYS} keys × 4 deliveries on 2 servers: ${different.length} differing answers, ${running} told to come back`)
  expect(different).toEqual([])
  expect(await db.$count(banks, like(banks.name, 'Banca contesa %'))).toBe(KEYS)
  expect(await db.$count(idempotency_keys)).toBe(KEYS)

  // The other server sees at once that the session has ended.
  const signedOut = await one.app.inject({ method: 'POST', url: `${API_BASE}/auth/logout`, headers: { authorization } })
  expect(signedOut.statusCode).toBe(200)
  expect((await deliver(two.app, randomUUID(), 'Banca tardiva')).statusCode).toBe(401)
  expect(await db.$count(banks, eq(banks.name, 'Banca tardiva'))).toBe(0)

  for (const { app, database } of servers) {
    await app.close()
    await database.close()
  }
  await admin.query(`drop database ${name}`)
  await admin.end()
})
