import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createApp } from '../../../server/app.ts'
import type { Deps } from '../../../server/lib/core/context.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { deliver } from '../../../server/lib/jobs/deliver.ts'
import { runJob } from '../../../server/lib/jobs/job-run.ts'
import { createJobs, MAIL_QUEUE, type MailJob, PRINT_QUEUE, type PrintJob, RUN_QUEUE, type RunJob } from '../../../server/lib/jobs/jobs.ts'
import type { Mail } from '../../../server/lib/jobs/mail.ts'
import { jobKinds } from '../../../server/resources/overview/job-kinds.ts'
import { printDocument } from '../../../server/resources/overview/print-document.ts'
import { sendCommentNotices } from '../../../server/resources/tickets/comment-notices.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { RECALL_MS } from '../../../src/rules/tickets/recall.ts'
import { noteDone } from '../../coverage/note.ts'
import { callAt } from './calls.ts'
import { testDatabase } from './database.ts'
import { witness } from './witness.ts'

export const PASSWORD = 'Demo!2026rete'
const engine = await testDatabase()
class Rollback extends Error {}

export interface World {
  app: FastifyInstance
  db: Db
  /** Tells of comments and sends what waits, as the worker would, and gives all mails so far. */
  mails(): Promise<Mail[]>
  /** Prints what waits to be, as the worker would. */
  prints(): Promise<void>
  /** Carries the jobs that wait to their end, as the worker would. */
  runs(): Promise<void>
  deps: Deps
  /** Nobody looks at the writes of this test any more: it does so itself. */
  lookAway(): void
  /** A caller signed in as `name@demo.example.it`; without a name, nobody. */
  as(name?: string): Promise<Caller>
}
export interface Reply {
  status: number
  headers: Record<string, unknown>
  cookies: { name: string; value: string }[]
  bytes: Buffer
  body: any
}
export interface Caller {
  token: string | undefined
  user_id: number
  handle: string
  cookies: Record<string, string>
  get(url: string, headers?: Record<string, string>): Promise<Reply>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  /** A PUT over the record as the caller reads it at this moment. */
  edit(url: string, body: object, headers?: Record<string, string>): Promise<Reply>
  patch(url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  del(url: string, headers?: Record<string, string>): Promise<Reply>
  upload(
    url: string,
    files: { name: string; bytes: Buffer }[],
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

async function request(
  app: FastifyInstance,
  method: string,
  url: string,
  payload: unknown,
  headers: Record<string, string>,
  cookies: Record<string, string>,
): Promise<Reply> {
  const answer = await app.inject({
    method: method as 'GET',
    url: API_BASE + url,
    headers,
    cookies,
    ...(payload !== undefined && { payload: payload as object }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    cookies: answer.cookies,
    bytes: answer.rawPayload,
    body: answer.headers['content-type']?.toString().includes('json') && !answer.headers['content-encoding'] ? answer.json() : answer.body,
  }
}

/** The world that was begun last. One that hangs holds the database: the tests after it fail at once instead of each waiting for its own time-out. */
let open: { name: string | undefined; ended: Promise<unknown> } | undefined
const STILL_OPEN_MS = 15_000

/**
 * Runs a test against the real server, signed-in people and the test seed, inside a transaction that is always rolled back. Each of its writes is
 * looked at (`witness.ts`): history, activity, and that of a refusal nothing stayed.
 */
export async function inWorld(test: (world: World) => Promise<void>, now: () => Date = () => new Date()) {
  const last = open
  if (last && (await Promise.race([last.ended, setTimeout(STILL_OPEN_MS, 'open')])) === 'open')
    throw new Error(`"${last.name}" has not ended and holds the database.`)
  const running = rolledBack(test, now)
  const ignore = () => undefined
  open = { name: expect.getState().currentTestName, ended: running.then(ignore, ignore) }
  await running
}
async function rolledBack(test: (world: World) => Promise<void>, now: () => Date) {
  await engine.db
    .transaction(async (tx) => {
      const sent: Mail[] = []
      const jobs = createJobs(tx, undefined, (error) => console.error(error))
      const deps: Deps = {
        db: tx,
        files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
        mail: { sends: false, send: async (mail) => void sent.push(mail) },
        jobs,
        now,
        origin: 'http://piazzale.test',
        demo: true,
        version: 'test',
      }
      const app = await createApp(deps)
      const { faults, around, lookAway } = witness(tx)
      const turn = inTurn(app, around)
      // In the transaction of the test no time goes by: nothing in it is ever due for the worker's own query.
      const waiting = async <T>(queue: string) =>
        (
          (await tx.execute(
            // All of a test has one time, so their order is that of the statements that left them.
            sql`with due as (select id, cmin::text::bigint as turn from pgboss.job where name = ${queue} and state = 'created'),
              done as (update pgboss.job set state = 'completed' from due where job.id = due.id and job.name = ${queue} returning job.id, job.data, due.turn)
              select id, data from done order by turn`,
          )) as unknown as { rows: { id: string; data: T }[] }
        ).rows
      const mails = async () => {
        // As if the seconds in which comments may be taken back had gone by.
        await sendCommentNotices({ ...deps, now: new Date(now().getTime() + RECALL_MS) })
        for (const { id, data } of await waiting<MailJob>(MAIL_QUEUE)) {
          const output = JSON.stringify(await deliver(data, id, deps))
          await tx.execute(sql`update pgboss.job set output = ${output}::jsonb where name = ${MAIL_QUEUE} and id = ${id}::uuid`)
        }
        return sent
      }
      const prints = async () => {
        for (const { data } of await waiting<PrintJob>(PRINT_QUEUE)) await printDocument(data, { ...deps, now: now() })
      }
      const runs = async () => {
        // One that takes longer than its slice of time is in the queue again.
        for (let due = await waiting<RunJob>(RUN_QUEUE); due.length; due = await waiting<RunJob>(RUN_QUEUE))
          for (const { data } of due) await turn(() => runJob(data.id, jobKinds, { ...deps, now }, console.error))
      }
      const world: World = { app, db: tx, mails, prints, runs, deps, lookAway, as: (name) => signIn(app, name) }
      try {
        await test(world)
      } finally {
        await app.close()
      }
      expect(faults, 'what the writes of this test left behind').toEqual([])
      throw new Rollback()
    })
    .catch((error) => {
      if (!(error instanceof Rollback)) throw error
    })
}

/** One request after the other: all of a test is one database transaction, and a screen may ask for something while the test does. Gives what else takes a turn. */
function inTurn(app: FastifyInstance, around: ReturnType<typeof witness>['around']) {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  let line: Promise<unknown> = Promise.resolve()
  const turn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.then(work)
    line = mine.catch(() => undefined)
    return mine
  }
  app.inject = ((options: InjectOptions) =>
    turn(async () => {
      const answer = await around(options, () => inject(options))
      if (answer.statusCode < 300) noteCall(options)
      return answer
    })) as FastifyInstance['inject']
  return turn
}

/** Notes a call that was answered well, for the table of the documented ones. */
function noteCall({ method = 'GET', url }: InjectOptions) {
  const call = callAt(method, String(url).split('?')[0]!.replace(API_BASE, ''))
  if (call) noteDone(`${method} ${call.path}`)
}

/** A world whose clock stands still until the test moves it (`clock.now`, in milliseconds). */
export function atTime(test: (world: World, clock: { now: number }) => Promise<void>) {
  const clock = { now: Date.UTC(2026, 4, 1, 8) }
  return inWorld(
    (world) => test(world, clock),
    () => new Date(clock.now),
  )
}

/** Signs in as `name@demo.example.it`; without a name, nobody. */
export async function signIn(app: FastifyInstance, name?: string): Promise<Caller> {
  const cookies: Record<string, string> = {}
  let session = { token: undefined as string | undefined, user_id: 0, handle: '' }
  if (name) {
    const answer = await request(app, 'POST', '/auth/login', { email: `${name}@demo.example.it`, password: PASSWORD }, {}, cookies)
    if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${JSON.stringify(answer.body)}`)
    for (const cookie of answer.cookies as { name: string; value: string }[]) cookies[cookie.name] = cookie.value
    session = answer.body.data
  }
  const bearer: Record<string, string> = session.token ? { authorization: `Bearer ${session.token}` } : {}
  const call =
    (method: string) =>
    (url: string, body?: unknown, headers = {}) =>
      request(app, method, url, body, { ...bearer, ...headers }, cookies)
  const get: Caller['get'] = (url, headers = {}) => request(app, 'GET', url, undefined, { ...bearer, ...headers }, cookies)
  const put = call('PUT')
  return {
    ...session,
    cookies,
    get,
    post: call('POST'),
    put,
    edit: async (url, body, headers) => put(url, { rev: (await get(url)).body.data.rev, ...body }, headers),
    patch: call('PATCH'),
    del: (url, headers = {}) => request(app, 'DELETE', url, undefined, { ...bearer, ...headers }, cookies),
    upload(url, files, fields = {}, headers = {}) {
      const form = multipart(files, fields)
      return request(app, 'POST', url, form.body, { ...bearer, 'content-type': form.type, ...headers }, cookies)
    },
  }
}

function multipart(files: { name: string; bytes: Buffer }[], fields: Record<string, string>) {
  const boundary = '----piazzale-test'
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { name, bytes } of files)
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    )
  return { body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` }
}
