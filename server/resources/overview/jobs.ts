import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { jobs as contract, JOBS_SHOWN, LOG_SHOWN } from '../../../src/contract/kernel/jobs.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { job_history, job_log, job_rows } from '../../db/schema/core/jobs.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { failedLines } from '../../lib/files/import-template.ts'
import { note } from '../../lib/jobs/job-run.ts'
import { ACTIVE, describeJob, isUndoable, queueOnce, selectJobs, startJob } from '../../lib/jobs/start-job.ts'
import type { ImportedLine } from '../../lib/tables/import.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'
import { mimitPrices } from '../prices/mimit-prices.ts'
import { jobKinds } from './job-kinds.ts'
import { undoKind } from './undo-kind.ts'

const kindOf = (type: string) => jobKinds.find((kind) => kind.type === type)
const told = <J extends Parameters<typeof describeJob>[0]>(job: J, now: Date) => describeJob(job, kindOf(job.type), now)
/** One's own; all of them for super administrators. */
const within = ({ user }: Pick<Context, 'user'>) => (allows('super', user) ? undefined : eq(job_history.user_id, user.id))
async function record(context: Context, id: number) {
  const [job] = await selectJobs(context).where(and(eq(job_history.id, id), within(context)))
  if (!job) throw problem.notFound()
  // Of the input this alone leaves the server: the rest may be large, and is not for every reader of jobs.
  const [asked] = await context.db
    .select({ valid_from: sql<string | null>`${job_history.input} ->> 'valid_from'` })
    .from(job_history)
    .where(eq(job_history.id, id))
  const log = await context.db
    .select({ id: job_log.id, at: job_log.at, text: job_log.text })
    .from(job_log)
    .where(eq(job_log.job_id, id))
    .orderBy(desc(job_log.id))
    .limit(LOG_SHOWN)
  const open = and(eq(job_rows.job_id, id), inArray(job_rows.outcome, ['errore', 'attesa']), isOpen)
  const retriable = job.items === null || (await context.db.$count(job_rows, open)) > 0
  const has_sheet = !!kindOf(job.type)?.sheet && job.errors > 0
  return { ...told(job, context.now), valid_from: asked!.valid_from, log, retriable, has_sheet, ...(await undoing(context, id)) }
}
/** The newest undo of a job, and the job that it undoes itself. */
async function undoing({ db }: Context, id: number) {
  const { status, errors, input, type } = job_history
  const of = sql<number>`(${input} ->> 'job')::int`
  const ours = eq(type, undoKind.type)
  const [by] = await db
    .select({ id: job_history.id, status, errors })
    .from(job_history)
    .where(and(ours, eq(of, id)))
    .orderBy(desc(job_history.id))
    .limit(1)
  const [self] = await db
    .select({ of })
    .from(job_history)
    .where(and(ours, eq(job_history.id, id)))
  return { undone_by: by ?? null, undoes: self?.of ?? null }
}
/** The job, locked: its batches wait for this transaction, and this one has waited for the one under way. */
async function locked(context: Context, id: number) {
  const { db } = context
  const [job] = await db
    .select()
    .from(job_history)
    .where(and(eq(job_history.id, id), within(context)))
    .for('update')
  if (!job) throw problem.notFound()
  return job
}

/** Starts the job that undoes another one. */
async function startUndo(id: number, context: Context) {
  const job = await locked(context, id)
  if (!isUndoable(job, kindOf(job.type))) throw problem.conflict('L’operazione non si può ripristinare.')
  const running = and(
    eq(job_history.type, undoKind.type),
    inArray(job_history.status, ACTIVE),
    sql`(${job_history.input} ->> 'job')::int = ${id}`,
  )
  if (await context.db.$count(job_history, running)) throw problem.conflict('Operazione già in corso.')
  return startJob(undoKind, { job: id }, `Ripristino dell’operazione ${id}: ${job.description}`, context)
}

/** A row that tried again would fail again is not (`final` in its data): a line of a file that cannot be read. */
const isOpen = sql`(${job_rows.data} ->> 'final') is null`
/** Those that failed first, then what waits; each in its order. */
const byOutcome = sql`array_position(array['errore', 'attesa', 'fatto', 'invariato'], ${job_rows.outcome})`

export default implement(contract, {
  list: async (_, context) =>
    (await selectJobs(context).orderBy(desc(job_history.id)).limit(JOBS_SHOWN)).map((job) => told(job, context.now)),
  own: async (_, context) =>
    (await selectJobs(context).where(eq(job_history.user_id, context.user.id)).orderBy(desc(job_history.id)).limit(JOBS_SHOWN)).map((job) =>
      told(job, context.now),
    ),
  get: ({ id }, context) => record(context, id),
  async rows({ id, ...input }, context) {
    if (!(await context.db.$count(job_history, and(eq(job_history.id, id), within(context))))) throw problem.notFound()
    const where = and(
      eq(job_rows.job_id, id),
      input.outcome?.length ? inArray(sql`${job_rows.outcome}`, input.outcome) : undefined,
      matches(input.search ?? input.query, job_rows.label, job_rows.message),
    )
    const sorts = { outcome: byOutcome, label: job_rows.label, at: job_rows.at }
    const { id: row, label, outcome, message, at } = job_rows
    return paged(input, context, [job_rows, where], (in_all, limit, offset) =>
      context.db
        .select({ id: row, label, outcome, message, at, in_all })
        .from(job_rows)
        .where(where)
        .orderBy(...ordering(input.sort, sorts, row))
        .limit(limit)
        .offset(offset),
    )
  },
  async sheet({ id }, context) {
    const { db } = context
    const [job] = await db
      .select({ type: job_history.type })
      .from(job_history)
      .where(and(eq(job_history.id, id), within(context)))
    const fields = job && kindOf(job.type)?.sheet
    if (!fields) throw problem.notFound()
    const rows = await db
      .select({ data: job_rows.data, reason: job_rows.message })
      .from(job_rows)
      .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'errore')))
      .orderBy(job_rows.id)
    if (!rows.length) throw problem.notFound()
    return failedLines(
      fields,
      rows.map(({ data, reason }) => ({ values: (data as ImportedLine).values, reason: reason ?? '' })),
    )
  },
  async cancel({ id }, context) {
    const { db, now, user } = context
    context.audit({ action: 'comando' })
    const job = await locked(context, id)
    if (!ACTIVE.includes(job.status)) throw problem.conflict('L’operazione non è in corso.')
    await db.update(job_history).set({ status: 'fermato', ended_at: now.toISOString() }).where(eq(job_history.id, id))
    const far = job.items === null ? 'prima di iniziare' : `dopo ${howMany(job.done, 'riga', 'righe')} di ${job.items}`
    await note(db, id, `Fermato da ${user.name} ${far}.`, now)
    return record(context, id)
  },
  async retry({ id }, context) {
    const { db, now, user, jobs } = context
    context.audit({ action: 'comando' })
    const job = await locked(context, id)
    if (ACTIVE.includes(job.status)) throw problem.conflict('Operazione già in corso.')
    // The rows of an old job are gone (delete-expired.ts), so the job could only say that it is done.
    const open = and(eq(job_rows.job_id, id), inArray(job_rows.outcome, ['errore', 'attesa']), isOpen)
    if (
      ['completato', 'annullato', 'annullato_in_parte'].includes(job.status) ||
      (job.items !== null && !(await db.$count(job_rows, open)))
    )
      throw problem.unprocessable('Non ci sono righe da riprovare.')
    const failed = await db
      .update(job_rows)
      .set({ outcome: 'attesa', message: null, at: null })
      .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'errore'), isOpen))
      .returning({ id: job_rows.id })
    const again = { status: 'in_coda', done: job.done - failed.length, errors: job.errors - failed.length, ended_at: null } as const
    await queueOnce(() => db.update(job_history).set(again).where(eq(job_history.id, id)))
    const left = job.items === null ? '' : ` per ${howMany(job.items - job.done + failed.length, 'riga', 'righe')}`
    await note(db, id, `Rimesso in coda da ${user.name}${left}.`, now)
    await jobs.run(db, { id })
    return record(context, id)
  },
  undo: ({ id }, context) => startUndo(id, context),
  async revert({ id }, context) {
    context.audit({ action: 'comando' })
    const result = `Ripristino dell’operazione ${id} avviato.`
    return { data: { result, job: await startUndo(id, context) }, result }
  },
  mimitPrices: (_, context) => startJob(mimitPrices, {}, 'Prezzi comunicati al MIMIT', context),
})
