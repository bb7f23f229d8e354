import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { access_tokens, known_devices, links, login_attempts, sessions } from '../../../server/db/schema/core/accounts.ts'
import { job_history, job_log, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { idempotency_keys } from '../../../server/db/schema/core/system.ts'
import { KEEP_KEYS_DAYS } from '../../../server/lib/core/idempotency.ts'
import { newLink } from '../../../server/lib/core/sessions.ts'
import { settle } from '../../../server/lib/jobs/settle.ts'
import { deleteExpired } from '../../../server/resources/overview/delete-expired.ts'
import { testDatabase } from '../support/database.ts'
import { inWorld } from '../support/world.ts'

const DAY = 86_400_000

test('what has done its work goes in its time, and nothing before', () =>
  inWorld(
    async ({ as, db, deps }) => {
      const conti = await as('contabilita')
      await newLink({ db, now: deps.now() } as Parameters<typeof newLink>[0], conti.user_id, 'reset')
      const left = async (days: number) => {
        await deleteExpired(db, new Date(deps.now().getTime() + days * DAY))
        const tables = { access_tokens, sessions, links, login_attempts, known_devices }
        const counts: Record<string, number> = {}
        for (const [name, table] of Object.entries(tables)) counts[name] = await db.$count(table)
        return counts
      }
      const all = { access_tokens: 1, sessions: 1, links: 1, login_attempts: 1, known_devices: 1 }
      expect(await left(0)).toEqual(all)
      expect((await conti.get('/auth/me')).status).toBe(200)
      // The session is younger than the hour after which it is idle.
      expect(await left(0.02)).toEqual({ ...all, access_tokens: 0 })
      expect(await left(0.6)).toEqual({ ...all, access_tokens: 0, sessions: 0, links: 0 })
      expect(await left(1.1)).toEqual({ ...all, access_tokens: 0, sessions: 0, links: 0, login_attempts: 0 })
      expect(await left(181)).toEqual({ access_tokens: 0, sessions: 0, links: 0, login_attempts: 0, known_devices: 0 })
    },
    () => new Date(Date.UTC(2026, 4, 1, 8)),
  ))

test('a job that ended three months ago is kept without its rows and its log; one that still runs keeps all', () =>
  inWorld(async ({ db, as }) => {
    const now = new Date()
    const aged = (days: number) => new Date(now.getTime() - days * DAY).toISOString()
    for (const ended_at of [aged(91), aged(89), null]) {
      const running = ended_at ? 'completato' : 'in_corso'
      const [job] = await db
        .insert(job_history)
        .values({ type: 'prova', description: 'Prova', status: running, user_id: 1, created_at: aged(100), ended_at })
        .returning()
      await db.insert(job_rows).values({ job_id: job!.id, label: 'Riga', data: {} })
      await db.insert(job_log).values({ job_id: job!.id, text: 'Iniziato' })
    }
    await deleteExpired(db, now)
    const held = [await db.$count(job_history), await db.$count(job_rows), await db.$count(job_log)]
    expect(held).toEqual([3, 2, 2])
    // Rows left undone cannot be tried again, and are not called done.
    const [old] = await db
      .update(job_history)
      .set({ status: 'completato_con_errori', items: 1, done: 1, errors: 1 })
      .where(eq(job_history.ended_at, aged(91)))
      .returning()
    expect(await (await as('admin')).post(`/admin/history/${old!.id}/retry`)).toMatchObject({
      status: 422,
      body: { error: 'Non ci sono righe da riprovare.' },
    })
  }))

test('a key goes after 400 days by the clock of the database, whatever clock the server has', () =>
  inWorld(async ({ db }) => {
    const aged = (days: number) => new Date(Date.now() - days * DAY).toISOString()
    for (const [key, days] of Object.entries({ young: KEEP_KEYS_DAYS - 1, old: KEEP_KEYS_DAYS + 1 }))
      await db.insert(idempotency_keys).values({ user_id: 1, key, fingerprint: 'f', status: 201, created_at: aged(days) })
    await deleteExpired(db, new Date(Date.now() + 1_000 * DAY))
    expect(await db.select({ key: idempotency_keys.key }).from(idempotency_keys)).toEqual([{ key: 'young' }])
  }))

// PostgreSQL does it by itself.
test.skipIf(!!process.env.TEST_DATABASE_URL)('tables of which much has changed are settled, the others left alone', async () => {
  const { db, script, close } = await testDatabase()
  const known = async () => {
    const { rows } = (await db.execute(
      sql`select relallvisible as settled, reltuples as rows from pg_class where relname = 'activity_log'`,
    )) as unknown as { rows: [{ settled: number; rows: number }] }
    return rows[0]
  }
  await settle(db)
  expect(await settle(db)).toEqual([])
  await script(
    `insert into activity_log (action, entity, method, path, status) select 'modifica', 'banks', 'PUT', '/' || n, 200 from generate_series(1, 5000) n`,
  )
  expect(await settle(db)).toEqual(['activity_log'])
  const { settled, rows } = await known()
  expect(rows).toBeGreaterThanOrEqual(5_000)
  expect(settled).toBeGreaterThan(0)
  expect(await settle(db)).toEqual([])
  await close()
})
