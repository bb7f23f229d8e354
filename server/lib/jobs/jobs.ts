import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { users } from '../../db/schema/core/accounts.ts'
import type { Db } from '../core/db.ts'
import { heldSince } from './held.ts'
import type { Mail } from './mail.ts'
import { queueOf, TASKS, type TaskName, taskNames } from './tasks.ts'

/** A mail with a link to choose a password. The link is made when the mail is sent; the database only has its hash (`link`). */
export interface LinkJob {
  kind: 'reset' | 'invitation'
  email: string
  link?: string
}
/** A mail to be sent; `sealed`: its text is encrypted (`sealed.ts`), because it holds a password. */
export type MailJob = ({ kind: 'mail'; sealed?: true } & Omit<Mail, 'id'>) | LinkJob
/** A document to be printed and stored, by the id of its record: of an inspection unless said otherwise. */
export interface PrintJob {
  id: number
  of?: 'coupons'
}
/** A job of the job history to be begun or continued (`job-run.ts`). */
export interface RunJob {
  id: number
}
/** A notice to be shown by a browser (Web Push): the ids of notice and subscription. */
export interface PushJob {
  id: number
  to: number
}
/** `file`: written as a file, without an SMTP server; `none`: there was nobody to write to. */
export interface Delivered {
  outcome: 'sent' | 'file' | 'none'
}
/** The functions that work on each queue. */
export interface Workers {
  deliver: (job: MailJob, id: string) => Promise<Delivered>
  print: (job: PrintJob) => Promise<unknown>
  run: (job: RunJob) => Promise<unknown>
  push: (job: PushJob) => Promise<unknown>
  task: (name: TaskName) => Promise<unknown>
}
/** The queues of work outside of the database. Everything is queued in the transaction that is given. */
export interface Jobs {
  /**
   * Queues a mail with what the caller writes: both are committed, or neither. Mails of different kinds and origins are sent by turns, so that many of one
   * do not hold up another. A link for an address that no account has, or that waits already, is taken back at once.
   * @param origin who or what causes the mail; those of one kind and origin are sent in their order
   */
  mail(db: Db, job: MailJob, origin?: string): Promise<void>
  /** Queues a document to be printed, likewise. */
  print(db: Db, job: PrintJob): Promise<void>
  /** Queues a notice to be shown by one of the person's browsers. */
  push(db: Db, job: PushJob): Promise<void>
  /** Queues a run of a task at an instant, beside those by the clock. */
  task(db: Db, name: TaskName, at: Date): Promise<void>
  /** Queues a job to be begun or continued. */
  run(db: Db, job: RunJob): Promise<void>
  /** Puts a failed entry back in the queue, with all its tries. False if there is none. */
  retry(db: Db, id: string): Promise<boolean>
  /**
   * Begins to work on the queues in this process; several processes share the work.
   * @param alone no other process works on this database: jobs marked as active were left by a process that died, and are taken up at once
   */
  work(workers: Workers, alone: boolean): Promise<void>
  /** Resolves when what is under way is done. */
  stop(): Promise<void>
}

export const MAIL_QUEUE = 'mail'
export const PRINT_QUEUE = 'print'
export const RUN_QUEUE = 'run'
export const PUSH_QUEUE = 'push'
/** Queues whose failed entries a person may retry; jobs of the job history have their own page. */
export const RETRIED = [MAIL_QUEUE, PUSH_QUEUE, ...taskNames.map(queueOf)]
/** Five more tries, after 30 s, 1, 2, 4 and 8 minutes. A job of a process that died can be taken again after a minute. */
const TRIES = { retryLimit: 5, retryDelay: 30, retryBackoff: true, expireInSeconds: 60 }
/** Fifty large photos take a while on a small machine. */
const PRINT_TRIES = { ...TRIES, expireInSeconds: 600 }
/** A job is tried again only after its process died or the database was away; its own failures are recorded by the job. */
const RUN_TRIES = { retryLimit: 1_000, retryDelay: 5, retryBackoff: false, expireInSeconds: 60 }
/** Twice more within minutes; after that it is reported, and the next run comes anyway. */
const TASK_TRIES = { retryLimit: 2, retryDelay: 60, retryBackoff: false, expireInSeconds: 600 }
const DAY_S = 86_400

/** Runs a text of several statements. */
export type Script = (text: string) => Promise<unknown>

type UnderWay = Set<Promise<unknown>>
/** The database as pg-boss sees it: a transaction of ours, or the connection itself. `script` runs texts without values; `underWay` collects open queries. */
function through(db: Db, script?: Script, underWay?: UnderWay): PgBoss.Db {
  async function run(text: string, values: unknown[]) {
    const answer = values.length || !script ? await db.execute(bound(text, values)) : await script(text)
    const all = [answer].flat() as { rows?: unknown[] }[]
    return { rows: (all.findLast(({ rows }) => rows?.length) ?? all.at(-1))?.rows ?? [] }
  }
  return {
    executeSql(text, values = []) {
      const answer = run(text, values)
      underWay?.add(answer)
      const over = () => underWay?.delete(answer)
      answer.then(over, over)
      return answer as never
    },
  }
}
/** Turns `$1` and so on into parameters of drizzle. */
const bound = (text: string, values: unknown[]) =>
  sql.join(text.split(/\$(\d+)/).map((part, at) => (at % 2 ? sql`${sql.param(asText(values[Number(part) - 1]))}` : sql.raw(part))))
const asText = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) ? JSON.stringify(value) : (value ?? null)

/** The kind of a mail, by which the queue is fair: links to choose a password, or the sort of record it is about. */
const kindOf = (job: MailJob) => (job.kind === 'mail' ? (job.about?.type ?? job.kind) : job.kind)
const waiting = sql`name = ${MAIL_QUEUE} and state < 'active'`
/**
 * Fair queuing: the turn of a mail is its priority. A line (one kind and origin) that has none waiting joins at the front, and each further mail of a line comes
 * one turn after the one before.
 */
async function turnOf(db: Db, line: string): Promise<number> {
  const { rows } = (await db.execute(sql`
    select coalesce(max(priority) filter (where start_after <= now()), 0) as front, min(priority) filter (where singleton_key = ${line}) as last
    from pgboss.job where ${waiting}`)) as unknown as { rows: [{ front: number; last: number | null }] }
  const [{ front, last }] = rows
  return last === null ? front : Math.min(front, last - 1)
}
/** Takes back a link that nobody needs. The statement is made for every address alike, so that the time of the answer tells nothing. */
const takeBackUseless = (db: Db, id: string, { kind, email }: LinkJob) =>
  db.execute(sql`
    delete from pgboss.job where name = ${MAIL_QUEUE} and id = ${id}::uuid and (
      not exists (select from ${users} where lower(${users.email}) = lower(${email}) and ${users.enabled} = 1 and ${users.deleted_at} is null)
      or exists (select from pgboss.job as other where other.name = ${MAIL_QUEUE} and other.state = 'created' and other.id <> ${id}::uuid
        and other.data ->> 'kind' = ${kind} and lower(other.data ->> 'email') = lower(${email})))`)

/** Seconds between two looks for due tasks, between two polls of a task's queue, and between two polls of the mails when none is waiting. */
const EVERY = { cron: 30, task: 10, mail: 1 }
const MAILS_A_SECOND = 5
const bossOf = (db: Db, script?: Script, schedule?: typeof EVERY, underWay?: UnderWay) =>
  new PgBoss({
    db: through(db, script, underWay),
    ...(schedule
      ? { cronMonitorIntervalSeconds: schedule.cron, cronWorkerIntervalSeconds: Math.min(schedule.cron, 5) }
      : { schedule: false }),
    maintenanceIntervalSeconds: 30,
    archiveCompletedAfterSeconds: 7 * DAY_S,
    archiveFailedAfterSeconds: 60 * DAY_S,
    deleteAfterDays: 60,
    ...TRIES,
  })

/** Creates the tables and queues of the jobs that are missing. Called once a start, before anything is served. */
export async function installJobs(db: Db, script: Script): Promise<void> {
  const boss = bossOf(db, script)
  boss.on('error', () => undefined)
  await boss.start()
  // Existing queues are not created again: each would be a query before anything is served.
  const made = new Set((await boss.getQueues()).map(({ name }) => name))
  const queue = async (name: string, tries: typeof TRIES) => {
    if (!made.has(name)) await boss.createQueue(name, { name, policy: 'standard', ...tries })
  }
  await queue(MAIL_QUEUE, TRIES)
  await queue(PRINT_QUEUE, PRINT_TRIES)
  await queue(PUSH_QUEUE, TRIES)
  await queue(RUN_QUEUE, RUN_TRIES)
  const kept = new Map((await boss.getSchedules()).map(({ name, cron, options }) => [name, { cron, options }]))
  for (const task of taskNames) {
    const [name, { cron }] = [queueOf(task), TASKS[task]]
    const options = { tz: 'Europe/Rome', ...TASK_TRIES }
    await queue(name, TASK_TRIES)
    if (!isDeepStrictEqual(kept.get(name), { cron, options })) await boss.schedule(name, cron, {}, options)
  }
  await boss.stop({ graceful: false })
}

/**
 * @param tell called with errors of the queue itself
 * @param mailRate mails a second of this process
 * @param every seconds
 */
export function createJobs(
  db: Db,
  script: Script | undefined,
  tell: (error: unknown) => void,
  mailRate = MAILS_A_SECOND,
  every = EVERY,
): Jobs {
  const underWay: UnderWay = new Set()
  const boss = bossOf(db, script, every, underWay)
  boss.on('error', tell)
  let asking: NodeJS.Timeout | undefined
  let stopped = false
  /** Only a restore holds sendings, and it runs before any start: from held to released is the one change that a running server can see. */
  const unlessHeld = async (send: () => Promise<void>): Promise<void> => {
    const held = await heldSince(db).catch((error) => {
      tell(error)
      return true
    })
    if (stopped) return
    if (held) asking = setTimeout(() => void unlessHeld(send).catch(tell), every.mail * 1_000)
    else await send()
  }
  return {
    async mail(db, job, origin = '') {
      const line = `${kindOf(job)} ${origin}`
      const id = await boss.send(MAIL_QUEUE, job, { db: through(db), singletonKey: line, priority: await turnOf(db, line) })
      if (job.kind !== 'mail') await takeBackUseless(db, id!, job)
    },
    async print(db, job) {
      await boss.send(PRINT_QUEUE, job, { ...PRINT_TRIES, db: through(db) })
    },
    async push(db, job) {
      await boss.send(PUSH_QUEUE, job, { db: through(db) })
    },
    async task(db, name, at) {
      await boss.send(queueOf(name), {}, { ...TASK_TRIES, db: through(db), startAfter: at })
    },
    async run(db, job) {
      await boss.send(RUN_QUEUE, job, { ...RUN_TRIES, db: through(db) })
    },
    async retry(db, id) {
      const { rows } = (await db.execute(sql`
        update pgboss.job set state = 'retry', retry_count = 0, started_on = null, completed_on = null,
          start_after = now(), keep_until = now() + interval '14 days'
        where name in (${sql.join(
          RETRIED.map((name) => sql`${name}`),
          sql`, `,
        )}) and id = ${id}::uuid and state in ('failed', 'cancelled', 'retry') returning id`)) as unknown as {
        rows: unknown[]
      }
      return rows.length > 0
    },
    async work({ deliver, print, run, push, task }, alone) {
      if (alone) await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
      await boss.start()
      await unlessHeld(async () => {
        const mailTurn = evenly(mailRate)
        const mails: string = await boss.work<MailJob>(MAIL_QUEUE, { pollingIntervalSeconds: every.mail }, async ([job]) => {
          // The next one is looked for as soon as this one has left, not at the next poll.
          boss.notifyWorker(mails)
          await mailTurn()
          return job && deliver(job.data, job.id)
        })
        await boss.work<PushJob>(PUSH_QUEUE, { pollingIntervalSeconds: 2 }, async ([job]) => {
          return job && push(job.data)
        })
      })
      await boss.work<PrintJob>(PRINT_QUEUE, { pollingIntervalSeconds: 1 }, async ([job]) => {
        if (job) await print(job.data)
      })
      for (const name of taskNames) await boss.work(queueOf(name), { pollingIntervalSeconds: every.task }, () => task(name))
      await boss.work<RunJob>(RUN_QUEUE, { pollingIntervalSeconds: 1 }, async ([job]) => {
        if (job) await run(job.data)
      })
    },
    // pg-boss does not wait for its own open queries, and the database is closed next.
    async stop() {
      stopped = true
      clearTimeout(asking)
      await boss.stop({ timeout: 10_000 })
      while (underWay.size) await Promise.allSettled(underWay)
    },
  }
}

/** Resolves at most `rate` times a second, evenly. */
export function evenly(rate: number, now: () => number = Date.now, wait: (ms: number) => Promise<unknown> = pause): () => Promise<void> {
  let next = 0
  return async () => {
    const at = Math.max(now(), next)
    next = at + 1000 / rate
    if (at > now()) await wait(at - now())
  }
}
/** Stores the hash of a link in the job that made it, so that its next try renews the same row. */
export const noteLink = (db: Db, id: string, link: string) =>
  db.execute(
    sql`update pgboss.job set data = data || jsonb_build_object('link', ${link}::text) where name = ${MAIL_QUEUE} and id = ${id}::uuid`,
  )
