import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { settings } from '../../../server/db/schema/core/system.ts'
import { HELD, heldSince, releaseSendings } from '../../../server/lib/jobs/held.ts'
import { createJobs, MAIL_QUEUE, RUN_QUEUE } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'

const { db, script, close } = await testDatabase()
const jobs = createJobs(db, script, console.error)
afterAll(async () => {
  await jobs.stop()
  await close()
})
const nothing = { print: async () => undefined, run: async () => undefined, push: async () => undefined, task: async () => undefined }
const rowsOf = async (queue: string) =>
  ((await db.execute(sql`select state::text, output from pgboss.job where name = ${queue}`)) as unknown as { rows: unknown[] }).rows

test('what waits is handed to who does it, once, and what a dead process had taken up is taken up by who is alone', async () => {
  const done: unknown[] = []
  const mail = { kind: 'mail', to: 'a@example.it', subject: 'Prova', text: 'Ciao' } as const
  await jobs.mail(db, mail)
  await jobs.print(db, { id: 7 })
  await jobs.run(db, { id: 8 })
  // As one leaves it that dies with the work in its hands.
  await db.execute(sql`update pgboss.job set state = 'active', started_on = now(), retry_count = 0 where name = ${RUN_QUEUE}`)
  await jobs.work(
    {
      deliver: async (job, id) => {
        done.push(['mail', job, id.length])
        return { outcome: 'file' }
      },
      print: async (job) => done.push(['print', job]),
      run: async (job) => done.push(['run', job]),
      push: async () => undefined,
      task: async () => undefined,
    },
    true,
  )
  await vi.waitUntil(async () => ((await rowsOf(MAIL_QUEUE))[0] as { state: string }).state === 'completed' && done.length >= 3, {
    timeout: 60_000,
    interval: 20,
  })
  expect(done).toHaveMembers([
    ['mail', mail, 36],
    ['print', { id: 7 }],
    ['run', { id: 8 }],
  ])
  expect(await rowsOf(MAIL_QUEUE)).toEqual([{ state: 'completed', output: { outcome: 'file' } }])
})

test('of a restored copy no mail and no notice leaves until somebody says so; then all that waited does', async () => {
  const held = await testDatabase()
  const copy = createJobs(held.db, held.script, console.error)
  try {
    await held.db.insert(settings).values({ key: HELD, value: { copied_at: '2026-11-05T09:00:00.000Z' } })
    const done: string[] = []
    for (const to of ['a@example.it', 'b@example.it']) await copy.mail(held.db, { kind: 'mail', to, subject: 'Prova', text: 'Ciao' })
    await copy.push(held.db, { id: 1, to: 1 })
    await copy.print(held.db, { id: 7 })
    const note = (what: string) => async () => void done.push(what)
    const deliver = async (job: { kind: string }) => {
      done.push(job.kind)
      return { outcome: 'file' as const }
    }
    await copy.work({ ...nothing, deliver, push: note('push'), print: note('print') }, true)
    await vi.waitUntil(() => done.length, { timeout: 30_000 })
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(done, 'documents are printed as ever').toEqual(['print'])
    expect(await heldSince(held.db)).toBe('2026-11-05T09:00:00.000Z')
    await releaseSendings(held.db)
    await vi.waitUntil(() => done.length === 4, { timeout: 30_000 })
    expect(done).toHaveMembers(['print', 'mail', 'mail', 'push'])
  } finally {
    await copy.stop()
    await held.close()
  }
})
