import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { type Database, openDatabase } from '../../../server/db/open.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { copyOfTemplate } from '../support/database.ts'
import { type Caller, signIn } from '../support/world.ts'

/** Two servers with connections and caches of their own on one PostgreSQL: TEST_DATABASE_URL names one (`npm test` starts one where it can). */
const url = process.env.TEST_DATABASE_URL
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends) await end()
})
async function server(databaseUrl: string) {
  const engine: Database = await openDatabase({ dataDir: '', databaseUrl })
  const app = await createApp({
    db: engine.db,
    ...(engine.changes && { changes: engine.changes }),
    files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
    mail: { sends: false, send: async () => undefined },
    jobs: createJobs(engine.db, engine.script, console.error),
    now: () => new Date(),
    ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
  })
  ends.push(
    () => app.close(),
    () => engine.close(),
  )
  return app
}
type App = Awaited<ReturnType<typeof server>>
const ask = async (app: App, { token, cookies }: Pick<Caller, 'token' | 'cookies'>, method: 'GET' | 'POST', at: string, payload?: object) =>
  (
    await app.inject({
      ...{ method, url: `/api/v1${at}`, headers: { authorization: `Bearer ${token}` }, cookies },
      ...(payload && { payload }),
    })
  ).statusCode

test.skipIf(!url)(
  'who is disabled, deleted, or has other roles or permissions is out at the very next call, whichever of two servers is asked',
  { timeout: 240_000 },
  async () => {
    const databaseUrl = await copyOfTemplate(url!)
    const [one, other] = [await server(databaseUrl), await server(databaseUrl)]
    const admins = [await signIn(one, 'admin'), await signIn(other, 'admin')]
    // A plain record and a read; the first is written by one statement, for a caller who is known from the cache.
    let banks = 0
    const bank = (app: App, who: Caller) => ask(app, who, 'POST', '/banks', { name: `Banca ${banks++}` })
    const me = (app: App, who: Caller) => ask(app, who, 'GET', '/auth/me')
    const name = 'contabilita'
    const acts: [what: string, change: (admin: Caller, at: string) => Promise<{ status: number }>][] = [
      ['other permissions', (admin, at) => admin.edit(at, { permissions: ['order_coupon'] })],
      ['permissions taken', (admin, at) => admin.edit(at, { permissions: [] })],
      ['other roles', (admin, at) => admin.edit(at, { roles: ['accounting', 'analysis'] })],
      ['disabled', (admin, at) => admin.edit(at, { enabled: 0 })],
      ['deleted', (admin, at) => admin.del(at)],
    ]
    for (const [index, [what, change]] of acts.entries())
      for (const from of what === 'deleted' ? [0] : [0, 1]) {
        const [here, there] = from ? [other, one] : [one, other]
        const admin = admins[from]!
        // Signed in at both; each server knows both from calls it has just answered.
        const people = [await signIn(here, name), await signIn(there, name)]
        const at = `/users/${people[0]!.user_id}`
        for (const who of people)
          for (const app of [here, there])
            expect([await me(app, who), await bank(app, who), await me(app, who)], what).toEqual([200, 201, 200])
        expect((await change(admin, at)).status, what).toBe(what === 'deleted' ? 204 : 200)
        // The very next call, at the server that was not told: a write in one half of the cases, a read in the other.
        const [first, second] = index % 2 ? [bank, me] : [me, bank]
        expect(await first(there, people[0]!), `${what}: ${from}`).toBe(401)
        expect(await second(there, people[1]!), `${what}: ${from}`).toBe(401)
        for (const who of people) expect([await bank(there, who), await me(there, who), await me(here, who)], what).toEqual([401, 401, 401])
        expect(await ask(there, people[1]!, 'POST', '/auth/refresh', { handle: people[1]!.handle })).toBe(401)
        // As it was, for the next.
        if (what === 'other roles') await admin.edit(at, { roles: ['accounting'] })
        if (what === 'other permissions' && !from) await admin.edit(at, { permissions: [] })
        if (what === 'permissions taken' && !from) await admin.edit(at, { permissions: ['order_coupon'] })
        if (what === 'disabled') await admin.edit(at, { enabled: 1 })
      }
  },
)
