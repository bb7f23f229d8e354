import { randomUUID } from 'node:crypto'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { notification_times, notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_assignments, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { createJobs, MAIL_QUEUE, type Workers } from '../../../server/lib/jobs/jobs.ts'
import { queueOf, type TaskName } from '../../../server/lib/jobs/tasks.ts'
import { notify } from '../../../server/resources/notifications/notify.ts'
import { sendHeldNotices } from '../../../server/resources/notifications/send-held-notices.ts'
import { checkSla } from '../../../server/resources/tickets/sla-check.ts'
import { testDatabase } from '../support/database.ts'

/** Tasks of two processes at once, against a database whose transactions are committed: what only the real thing shows. */
const { db, script, close } = await testDatabase()
const [one, other] = [createJobs(db, script, console.error), createJobs(db, script, console.error)]
afterAll(close)
const at = (jobs: typeof one, now: string) => ({ db, jobs, origin: 'http://piazzale.test', now: new Date(now) })
const mails = async () =>
  (
    (await db.execute(sql`select data->>'subject' as subject from pgboss.job where name = ${MAIL_QUEUE} order by 1`)) as unknown as {
      rows: { subject: string }[]
    }
  ).rows.map(({ subject }) => subject)

test('what two processes check at once is told once: tickets that are late, and what was held', async () => {
  const [person] = await db.select().from(users).where(eq(users.email, 'helpdesk@demo.example.it'))
  const late = await db
    .insert(tickets)
    .values(
      Array.from({ length: 5 }, (_, i) => ({
        ...{ id_year: 2025, id_number: 90_000 + i, category_id: 1, subject: `Tardi ${i}`, description: 'Non eroga da ieri.' },
        ...{ priority: 2, requester_id: person!.id, due_at: '2026-01-02T08:00:00.000Z', sla_hours: 8, source: 'web' as const },
        uid: randomUUID(),
      })),
    )
    .returning()
  await db.insert(ticket_assignments).values(late.map(({ id }) => ({ ticket_id: id, user_id: person!.id, at: '2026-01-01T08:00:00.000Z' })))
  const runs = Array.from({ length: 6 }, (_, i) => checkSla(at(i % 2 ? one : other, '2026-06-01T08:00:00.000Z')))
  await Promise.all(runs)
  const told = await db.select().from(notifications).where(eq(notifications.user_id, person!.id))
  const mine = told.filter(({ reasons }) => reasons.includes('Il ticket ti è assegnato.'))
  expect(mine.map(({ subject_id }) => subject_id)).toHaveMembers(late.map(({ id }) => id))
  await db.execute(sql`delete from pgboss.job`)
  await db.insert(notification_times).values({ user_id: person!.id, quiet_from: '00:00', quiet_to: '23:00' })
  for (const title of ['Prima', 'Seconda'])
    await notify(
      {
        ...{ event: 'job_failed', subject: { type: 'job', id: 1, link: '/' }, title, text: 'Testo.', mayRead: () => true },
        people: [{ user_id: person!.id, reason: 'Perché sì.' }],
      },
      at(one, '2026-06-01T10:00:00.000Z'),
    )
  expect(await mails()).toEqual([])
  await Promise.all(Array.from({ length: 6 }, (_, i) => sendHeldNotices(at(i % 2 ? one : other, '2026-06-01T22:00:00.000Z'))))
  expect(await mails()).toEqual(['Prima', 'Seconda'])
  expect(await db.$count(notifications, like(notifications.title, 'Prima'))).toBe(1)
})

test('of two processes that both look at the clock one does what is due, once', {
  timeout: 120_000,
}, async () => {
  const queue = queueOf('failed')
  await db.execute(sql`delete from pgboss.job`)
  await db.execute(sql`update pgboss.schedule set cron = case name when ${queue} then '* * * * *' else '0 0 1 1 *' end`)
  const ran: [process: string, task: TaskName][] = []
  const processes = ['a', 'b'].map((name) => {
    const jobs = createJobs(db, script, console.error, 5, { cron: 1, task: 1, mail: 1 })
    const idle = async () => undefined
    const work: Workers = {
      ...{ deliver: async () => ({ outcome: 'sent' as const }), print: idle, run: idle, push: idle },
      task: async (task) => void ran.push([name, task]),
    }
    return { jobs, begun: jobs.work(work, false) }
  })
  try {
    await Promise.all(processes.map(({ begun }) => begun))
    await vi.waitUntil(() => ran.length > 0, { timeout: 90_000, interval: 100 })
    // Long enough for the other to have looked at the clock, and into the queue, several times.
    await new Promise((done) => setTimeout(done, 5_000))
    const { rows } = (await db.execute(
      sql`select count(*)::int as jobs, count(distinct date_trunc('minute', created_on))::int as minutes from pgboss.job where name = ${queue}`,
    )) as unknown as { rows: { jobs: number; minutes: number }[] }
    expect(rows[0]!.jobs).toBe(rows[0]!.minutes)
    expect(ran.map(([, task]) => task)).toEqual(Array.from({ length: rows[0]!.jobs }, () => 'failed'))
  } finally {
    await Promise.all(processes.map(({ jobs }) => jobs.stop()))
  }
})
