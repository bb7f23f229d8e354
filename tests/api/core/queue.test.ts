import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { createJobs, MAIL_QUEUE, RUN_QUEUE } from '../../../server/lib/jobs/jobs.ts'
import { testDatabase } from '../support/database.ts'

const { db, script, close } = await testDatabase()
const jobs = createJobs(db, script, console.error)
afterAll(async () => {
  await jobs.stop()
  await close()
})
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
  expect(done.sort()).toEqual([
    ['mail', mail, 36],
    ['print', { id: 7 }],
    ['run', { id: 8 }],
  ])
  expect(await rowsOf(MAIL_QUEUE)).toEqual([{ state: 'completed', output: { outcome: 'file' } }])
})
