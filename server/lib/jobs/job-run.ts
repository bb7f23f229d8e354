import { setTimeout as rest } from 'node:timers/promises'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { job_history, job_log, job_rows } from '../../db/schema/core/jobs.ts'
import { emptyTrail, historyRow, writeTrail } from '../core/audit.ts'
import type { User } from '../core/context.ts'
import { isDiskFull, isUnreachable } from '../core/database-errors.ts'
import type { Db } from '../core/db.ts'
import { Problem } from '../core/problem.ts'
import { names, recordset } from '../tables/upsert.ts'
import type { AnyJobKind, JobContext, JobDeps, RowResult } from './job-kind.ts'

type Job = typeof job_history.$inferSelect
/** After so long the rest becomes another entry of the queue, which takes an entry for dead that runs too long. */
const SLICE_MS = 15_000
/** A batch ends after the row under way at this time: on the embedded database nobody else can ask anything meanwhile. */
const BATCH_MS = 100
const { id, outcome, message, at } = job_rows

export const note = (db: Db, job_id: number, text: string, now: Date) => db.insert(job_log).values({ job_id, text, at: now.toISOString() })

/** Runs a job until it is done, is stopped or its time is over. If it runs twice at once, both share the batches. */
export async function runJob(job: number, kinds: readonly AnyJobKind[], deps: JobDeps, tell: Tell): Promise<void> {
  const until = Date.now() + SLICE_MS
  const ready = await prepared(job, kinds, deps, tell)
  if (ready === FAILED) return undefined
  for (let since = performance.now(); await step(job, kinds, deps, tell, ready); since = performance.now()) {
    if (Date.now() > until) return deps.jobs.run(deps.db, { id: job })
    // The database is left to others for as long as the batch took.
    await rest(performance.now() - since)
  }
}

/** For so long a kind that is not known here may be one of a newer version: during an update its processes run beside ours, and one of them carries the job out. */
const UPDATE_MS = 30 * 60_000
class UnknownKind extends Error {}
const FAILED = Symbol('failed')
type Tell = (error: unknown) => void
/** Runs `before` of a job, once, before its plan. */
async function prepared(of: number, kinds: readonly AnyJobKind[], deps: JobDeps, tell: Tell): Promise<unknown> {
  const [job] = await deps.db.select().from(job_history).where(eq(job_history.id, of))
  const kind = job && kinds.find(({ type }) => type === job.type)
  if (!kind?.before || job!.status !== 'in_coda' || job!.items !== null) return undefined
  try {
    return await kind.before(job!.input, deps)
  } catch (error) {
    if (isUnreachable(error) || isDiskFull(error)) throw error
    if (!(error instanceof Problem)) tell(error)
    await fail(deps.db, job!, said(error), deps)
    return FAILED
  }
}

/** One transaction of a job: its plan, one batch, or its end. False if nothing is left to do. */
async function step(of: number, kinds: readonly AnyJobKind[], deps: JobDeps, tell: Tell, ready: unknown): Promise<boolean> {
  const now = deps.now()
  try {
    return await deps.db.transaction(async (db) => {
      // Another process with the same job, and a person who stops it, wait here for the end of a batch.
      const [job] = await db.select().from(job_history).where(eq(job_history.id, of)).for('update')
      if (job?.status !== 'in_coda' && job?.status !== 'in_corso') return false
      const kind = kinds.find(({ type }) => type === job.type)
      if (!kind && now.getTime() - Date.parse(job.created_at) < UPDATE_MS) throw new UnknownKind(job.type)
      const user = kind && (await starter(db, job, kind))
      if (!kind || !user) {
        const why = kind ? 'Chi l’ha avviato non ne ha più il diritto.' : 'Questo server non conosce questo tipo di job.'
        await fail(db, job, why, deps)
        return false
      }
      const given = contextOf(job, { db, user, now, deps })
      if (job.items === null) return begin(job, kind, given, ready)
      return batch(job, kind, given, tell)
    })
  } catch (error) {
    // The queue tries again once the database can be reached, or gives it to another process.
    if (isUnreachable(error) || isDiskFull(error) || error instanceof UnknownKind) throw error
    if (!(error instanceof Problem)) tell(error)
    await fail(deps.db, { id: of }, said(error), deps)
    return false
  }
}
/** The text of an error for people: the sentence of a refusal; for anything else, that there was an error. */
const said = (error: unknown) => (error instanceof Problem ? sentence(error) : 'Errore imprevisto: il dettaglio è nel log del server.')
const sentence = ({ message: words, fields }: Problem) => (fields ? Object.values(fields).join(' ') : words)

/** Jobs from the command line run with full rights. */
const COMMAND_LINE: User = {
  ...{ id: 0, name: 'riga di comando', email: '', roles: ['superAdmin'], permissions: [], all_stations: true, session_id: 0 },
}
/** The person who started the job, if that person still may. */
async function starter(db: Db, { user_id }: Job, { policy }: AnyJobKind): Promise<User | undefined> {
  if (user_id === null) return COMMAND_LINE
  const [row] = await db.select().from(users).where(eq(users.id, user_id))
  if (!row?.enabled || row.deleted_at) return undefined
  const { name, email, roles, permissions, all_stations } = row
  const user: User = { id: user_id, name, email, roles, permissions, all_stations, session_id: 0 }
  return allows(policy, user) ? user : undefined
}

async function end(db: Db, { id: job }: Pick<Job, 'id'>, status: Job['status'], text: string, now: Date) {
  await db.update(job_history).set({ status, ended_at: now.toISOString() }).where(eq(job_history.id, job))
  await note(db, job, text, now)
}
/** Ends a job as failed, and tells those who should know in the same transaction. */
const fail = (db: Db, { id: job }: Pick<Job, 'id'>, text: string, deps: JobDeps) =>
  db.transaction(async (tx) => {
    await end(tx as Db, { id: job }, 'fallito', text, deps.now())
    await deps.onFailed?.(job, text, { ...deps, db: tx as Db, now: deps.now() })
  })

async function begin(job: Job, kind: AnyJobKind, { context }: Given, ready: unknown) {
  const { db, now } = context
  const rows = await kind.plan(job.input, context, ready)
  for (let from = 0; from < rows.length; from += 1_000)
    await db.insert(job_rows).values(rows.slice(from, from + 1_000).map((row) => ({ ...row, job_id: job.id })))
  await db
    .update(job_history)
    .set({ status: 'in_corso', items: rows.length, started_at: now.toISOString() })
    .where(eq(job_history.id, job.id))
  await note(db, job.id, `Iniziato: ${howMany(rows.length, 'riga', 'righe')}.`, now)
  return true
}

/** The context of the rows of one transaction, and the history that they collect. */
function contextOf(job: Job, given: Omit<JobContext, 'history' | 'job'>) {
  const trail = emptyTrail()
  const batch_id = String(job.id)
  const context: JobContext = {
    ...given,
    job: job.id,
    history: async (...change) => void trail.history.push({ ...historyRow({ ...given, ip: null }, ...change), batch_id }),
  }
  return { context, trail }
}
type Given = ReturnType<typeof contextOf>

async function batch(job: Job, kind: AnyJobKind, { context, trail }: Given, tell: Tell) {
  const { db, now } = context
  const waiting = await db
    .select()
    .from(job_rows)
    .where(and(eq(job_rows.job_id, job.id), eq(outcome, 'attesa')))
    .orderBy(asc(id))
    .limit(kind.batch)
  if (!waiting.length) {
    const { done, errors } = job
    const said = await kind.end?.(job.input, { well: done - errors, errors }, context)
    await end(
      db,
      job,
      errors ? 'completato_con_errori' : 'completato',
      said ?? `Finito: ${howMany(done, 'riga', 'righe')}, ${errors} con errori.`,
      now,
    )
    return false
  }
  const results = []
  const found: { label: string; message: string }[] = []
  const final: number[] = []
  const since = performance.now()
  for (const { id: row, data } of waiting) {
    if (results.length && performance.now() - since > BATCH_MS) break
    const before = trail.history.length
    const result: RowResult | { outcome: 'errore'; message: string } = await db
      .transaction((savepoint) => kind.row(data, { ...context, db: savepoint }, job.input))
      .catch((error: unknown) => {
        if (isUnreachable(error) || isDiskFull(error)) throw error
        if (!(error instanceof Problem)) tell(error)
        trail.history.length = before
        if (error instanceof Problem && error.extra.final) final.push(row)
        return { outcome: 'errore' as const, message: said(error) }
      })
    if (result.outcome !== 'errore') found.push(...(result.more ?? []))
    results.push({ id: row, outcome: result.outcome, message: result.message, at: now.toISOString() })
  }
  const columns = [id, outcome, message, at]
  await db.execute(sql`update ${job_rows} set outcome = given.outcome, message = given.message, at = given.at
    from (select ${names(columns)} from ${recordset(results, columns, 'one')}) given where ${job_rows}.id = given.id`)
  if (final.length)
    await db
      .update(job_rows)
      .set({ data: sql`${job_rows.data} || '{"final":true}'` })
      .where(inArray(id, final))
  for (let from = 0; from < found.length; from += 1_000)
    await db
      .insert(job_rows)
      .values(
        found
          .slice(from, from + 1_000)
          .map((one) => ({ ...one, job_id: job.id, data: {}, outcome: 'invariato' as const, at: now.toISOString() })),
      )
  const errors = results.filter((one) => one.outcome === 'errore').length
  await db
    .update(job_history)
    .set({
      status: 'in_corso',
      items: job.items! + found.length,
      done: job.done + results.length + found.length,
      errors: job.errors + errors,
    })
    .where(eq(job_history.id, job.id))
  if (trail.history.length) await writeTrail(db, trail)
  return true
}
