import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { drizzleOf, EmbeddedPool } from '../../../server/db/embedded.ts'
import { createJobs, evenly, installJobs, type MailJob, noteLink } from '../../../server/lib/jobs/jobs.ts'

/** A database with nothing in it but the tables of the jobs. */
async function made() {
  const client = await PGlite.create()
  const pool = new EmbeddedPool(client)
  const script = (text: string) => pool.query(text)
  const db = drizzleOf(pool)
  await installJobs(db, script)
  await pool.query('create table settings (key text primary key, value jsonb)')
  await pool.query(`create table users (email text, enabled int, deleted_at timestamptz)`)
  await pool.query(
    `insert into users values ('A@example.it', 1, null), ('c@example.it', 1, null), ('off@example.it', 0, null), ('gone@example.it', 1, now())`,
  )
  const told: unknown[] = []
  const rows = async (text: string) => (await pool.query(text)).rows
  return {
    db,
    rows,
    told,
    jobs: createJobs(db, script, (error) => told.push(error), 1_000, { cron: 30, task: 10, mail: 600 }),
    close: () => client.close(),
  }
}
const TRIED = { policy: 'standard', retry_limit: 5, retry_delay: 30, retry_backoff: true }
const TWICE = { policy: 'standard', retry_limit: 2, retry_delay: 60, retry_backoff: false, expire_seconds: 600 }
const OFTEN = { policy: 'standard', retry_limit: 1_000, retry_delay: 5, retry_backoff: false, expire_seconds: 60 }

test('what waits is left with the write, is tried as often as its kind allows, and is done once', async () => {
  const { db, rows, told, jobs, close } = await made()
  expect(
    await rows('select name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds from pgboss.queue order by name'),
  ).toEqual([
    expect.objectContaining({ name: 'mail', ...TRIED, expire_seconds: 60 }),
    expect.objectContaining({ name: 'print', ...TRIED, expire_seconds: 600 }),
    expect.objectContaining({ name: 'push', ...TRIED, expire_seconds: 60 }),
    expect.objectContaining({ name: 'run', ...OFTEN }),
    ...['calendar', 'cards', 'checks', 'communications', 'failed', 'held', 'late', 'reminders', 'retention', 'seals', 'sla'].map((name) =>
      expect.objectContaining({ name: `task-${name}`, ...TWICE }),
    ),
  ])
  await db
    .transaction(async (tx) => {
      await jobs.run(tx, { id: 1 })
      throw new Error('undone')
    })
    .catch(() => undefined)
  await db.transaction(async (tx) => {
    await jobs.mail(tx, { kind: 'reset', email: 'a@example.it' })
    await jobs.print(tx, { id: 2 })
    await jobs.run(tx, { id: 3 })
  })
  const waiting = await rows(
    'select id, name, data, state, retry_limit, retry_delay, retry_backoff, extract(epoch from expire_in)::int as seconds from pgboss.job order by name',
  )
  const tries = { state: 'created', retry_limit: 5, retry_delay: 30, retry_backoff: true }
  expect(waiting).toMatchObject([
    { name: 'mail', data: { kind: 'reset', email: 'a@example.it' }, ...tries, seconds: 60 },
    { name: 'print', data: { id: 2 }, ...tries, seconds: 600 },
    { name: 'run', data: { id: 3 }, ...tries, retry_limit: 1_000, retry_delay: 5, retry_backoff: false, seconds: 60 },
  ])
  const mail = waiting[0].id
  await noteLink(db, mail, 'abc')
  // Only a mail that is over is sent again.
  expect(await jobs.retry(db, mail)).toBe(false)
  expect(await jobs.retry(db, randomUUID())).toBe(false)
  await db.execute(`update pgboss.job set state = 'failed', retry_count = 5, completed_on = now(), keep_until = now() where name = 'mail'`)
  expect(await jobs.retry(db, mail)).toBe(true)
  expect(
    await rows(
      `select state, retry_count, completed_on, keep_until > now() + interval '13 days' as kept from pgboss.job where name = 'mail'`,
    ),
  ).toEqual([{ state: 'retry', retry_count: 0, completed_on: null, kept: true }])
  await db.execute(`update pgboss.job set state = 'failed' where name = 'run'`)
  expect(await jobs.retry(db, waiting[2].id), 'no mail').toBe(false)
  // As a process leaves it that dies while it is at it.
  await db.execute(`update pgboss.job set state = 'active', started_on = now() where name <> 'mail'`)

  const done: unknown[] = []
  const workers = {
    deliver: async (...given: unknown[]) => {
      done.push(['deliver', ...given])
      return { outcome: 'file' as const }
    },
    print: async (given: unknown) => done.push(['print', given]),
    run: async (given: unknown) => done.push(['run', given]),
    push: async (given: unknown) => done.push(['push', given]),
    task: async () => undefined,
  }
  await jobs.work(workers, true)
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(3)
  await expect
    .poll(
      async () => (await rows(`select from pgboss.job where state <> 'completed' and name in ('mail', 'print', 'run', 'push')`)).length,
      { timeout: 20_000 },
    )
    .toBe(0)
  await jobs.stop()
  expect(done).toHaveMembers([
    ['deliver', { kind: 'reset', email: 'a@example.it', link: 'abc' }, mail],
    ['print', { id: 2 }],
    ['run', { id: 3 }],
  ])
  expect(await rows(`select output from pgboss.job where name = 'mail'`)).toEqual([{ output: { outcome: 'file' } }])
  expect(told).toEqual([])
  await close()
}, 60_000)

const nothing = { print: async () => undefined, run: async () => undefined, push: async () => undefined, task: async () => undefined }
test('mails of several kinds and origins leave by turns, each line in its order, without waiting for a poll', async () => {
  const { db, rows, told, jobs, close } = await made()
  const mail = (to: string, origin: string) => jobs.mail(db, { kind: 'mail', to, subject: 's', text: 't' }, origin)
  for (let n = 1; n <= 4; n++) await mail(`a${n}`, 'a')
  for (let n = 1; n <= 2; n++) await mail(`b${n}`, 'b')
  await jobs.mail(db, { kind: 'reset', email: 'c@example.it' })
  // Of an earlier failure, not due yet: it does not let newcomers pass those that wait.
  await db.execute(`insert into pgboss.job (name, data, priority, start_after) values ('mail', '{}', 9, now() + interval '1 hour')`)
  await mail('d1', 'd')
  const sent: string[] = []
  const deliver = async (job: MailJob) => {
    sent.push(job.kind === 'mail' ? job.to : job.email)
    return { outcome: 'file' as const }
  }
  await jobs.work({ ...nothing, deliver }, false)
  // The next poll would be in ten minutes.
  await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(8)
  await expect.poll(async () => (await rows(`select from pgboss.job where state = 'completed'`)).length, { timeout: 30_000 }).toBe(8)
  await jobs.stop()
  expect(sent).toEqual(['a1', 'b1', 'c@example.it', 'd1', 'a2', 'b2', 'a3', 'a4'])
  expect(told).toEqual([])
  await close()
}, 60_000)
test('a link for an address without an account, or one that waits already, is not queued', async () => {
  const { db, rows, jobs, close } = await made()
  for (const email of ['a@example.it', 'A@EXAMPLE.it', 'nobody@example.it', 'off@example.it', 'gone@example.it', 'c@example.it'])
    await jobs.mail(db, { kind: 'reset', email })
  await jobs.mail(db, { kind: 'invitation', email: 'a@example.it' })
  expect(await rows(`select data from pgboss.job where name = 'mail' order by created_on`)).toEqual([
    { data: { kind: 'reset', email: 'a@example.it' } },
    { data: { kind: 'reset', email: 'c@example.it' } },
    { data: { kind: 'invitation', email: 'a@example.it' } },
  ])
  await close()
}, 60_000)
test('mails leave evenly, at the rate that is configured', async () => {
  let clock = 10_000
  const at: number[] = []
  const turn = evenly(
    4,
    () => clock,
    async (ms) => (clock += ms),
  )
  for (let n = 0; n < 3; n++) await turn().then(() => at.push(clock))
  clock += 5_000
  for (let n = 0; n < 2; n++) await turn().then(() => at.push(clock))
  expect(at).toEqual([10_000, 10_250, 10_500, 15_500, 15_750])
})
