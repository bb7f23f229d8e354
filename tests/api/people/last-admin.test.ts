import os from 'node:os'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { testDatabase } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

interface Sent {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  payload?: object
}
/** Each way of being no super administrator any more, as one does it to the other. */
const WAYS: Record<string, (id: number, rev: number) => Sent> = {
  disabled: (id, rev) => ({ method: 'PUT', path: `/users/${id}`, payload: { rev, enabled: 0 } }),
  deleted: (id) => ({ method: 'DELETE', path: `/users/${id}` }),
  'of another role': (id, rev) => ({ method: 'PUT', path: `/users/${id}`, payload: { rev, roles: ['accounting'] } }),
}
const NAMES = ['admin', 'contabilita']
const TURNS = 4

// In transactions of their own, unlike in the world of other tests: on a PostgreSQL they overlap.
test('of two super administrators who put each other out at the same moment one remains', { timeout: 120_000 }, async () => {
  const database = await testDatabase()
  const { db } = database
  const app = await createApp({
    ...{ db, files: diskStore(os.tmpdir()), mail: { sends: false, send: async () => {} } },
    jobs: createJobs(db, database.script, console.error),
    ...{ now: () => new Date(), origin: 'http://piazzale.test', demo: true, version: 'test' },
  })
  const send = async ({ method, path, payload }: Sent, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url: API_BASE + path, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
  }
  const supers = sql`${users.enabled} = 1 and ${users.deleted_at} is null and ${users.roles} @> array['superAdmin']`
  const both = NAMES.map((name) => `${name}@demo.example.it`)
  try {
    for (const [way, make] of Object.entries(WAYS))
      for (let turn = 0; turn < TURNS; turn++) {
        for (const email of both)
          await db
            .update(users)
            .set({ enabled: 1, deleted_at: null, roles: ['superAdmin'] })
            .where(eq(users.email, email))
        const people = []
        for (const email of both) {
          const { id, rev } = (await db.select().from(users).where(eq(users.email, email)))[0]!
          const login = await send({ method: 'POST', path: '/auth/login', payload: { email, password: PASSWORD } })
          expect(login.status, login.body?.error).toBe(200)
          people.push({ id, rev, token: login.body.data.token })
        }
        expect(await db.$count(users, supers), 'no other').toBe(2)
        const [one, other] = people as [(typeof people)[0], (typeof people)[0]]
        const answers = await Promise.all([send(make(other.id, other.rev), one.token), send(make(one.id, one.rev), other.token)])
        expect(await db.$count(users, supers), `${way}: ${JSON.stringify(answers)}`).toBe(1)
        const refused = answers.filter(({ status }) => status >= 400)
        expect(refused, way).toHaveLength(1)
        // A person removed before their own call was checked is refused like anybody without a session.
        if (refused[0]!.status !== 401)
          expect(refused[0]).toMatchObject({ status: 409, body: { error: 'Deve rimanere almeno un super amministratore attivo.' } })
      }
  } finally {
    await app.close()
    await database.close()
  }
})
