import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { EXPORT_DAYS } from '../../../src/contract/kernel/exporting.ts'
import { jobs as contract, JOBS_SHOWN, type JobStatus, LOG_SHOWN } from '../../../src/contract/kernel/jobs.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { job_history, job_log, job_rows } from '../../db/schema/core/jobs.ts'
import type { Context } from '../../lib/core/context.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import type { AnyJobKind } from '../../lib/jobs/job-kind.ts'
import { note } from '../../lib/jobs/job-run.ts'
import { matches, ordering, paged } from '../../lib/tables/table.ts'
import { mimitPrices } from '../prices/mimit-prices.ts'
import { jobKinds } from './job-kinds.ts'
import { undoKind } from './undo-kind.ts'

const { input: _, alone: __, user_id, ...columns } = getTableColumns(job_history)
const kindOf = (type: string) => jobKinds.find((kind) => kind.type === type)
const active: JobStatus[] = ['in_coda', 'in_corso']
/** So many of one person may wait or run at a time. */
const MOST = 10
type Stored = Pick<typeof job_history.$inferSelect, 'type' | 'status' | 'done' | 'errors' | 'ended_at'>
const isUndoable = ({ type, status, done, errors }: Stored) =>
  !!kindOf(type)?.undo && done > errors && ![...active, 'annullato'].includes(status)
/** Whether it has left a file that is still there. */
export const hasFile = ({ type, status, ended_at }: Stored, now: Date) =>
  !!kindOf(type)?.file && status === 'completato' && !!ended_at && now.getTime() - Date.parse(ended_at) < EXPORT_DAYS * 86_400_000
const told = <J extends Stored>(job: J, now: Date) => ({
  ...job,
  name: kindOf(job.type)?.name ?? job.type,
  undoable: isUndoable(job),
  file: hasFile(job, now),
})
/** One's own; all of them for super administrators. */
const within = ({ user }: Pick<Context, 'user'>) => (allows('super', user) ? undefined : eq(job_history.user_id, user.id))
/** One of a kind at a time: its index refuses a second one. */
async function singly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { cause?: { constraint?: string } }).cause?.constraint !== 'job_history_running') throw error
    throw problem.conflict('Operazione già in corso.')
  }
}
const selected = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ ...columns, user: { id: users.id, name: users.name } })
    .from(job_history)
    .leftJoin(users, eq(users.id, user_id))
async function record(context: Context, id: number) {
  const [job] = await selected(context).where(and(eq(job_history.id, id), within(context)))
  if (!job) throw problem.notFound()
  const log = await context.db
    .select({ id: job_log.id, at: job_log.at, text: job_log.text })
    .from(job_log)
    .where(eq(job_log.job_id, id))
    .orderBy(desc(job_log.id))
    .limit(LOG_SHOWN)
  return { ...told(job, context.now), log }
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

/** The newest job of a kind. */
export const latest = async (type: string, { db, now }: Pick<Context, 'db' | 'now'>) =>
  (await selected({ db }).where(eq(job_history.type, type)).orderBy(desc(job_history.id)).limit(1)).map((job) => told(job, now))

/** Puts a job in the queue, in the transaction of the request. 409 while another of its kind is under way. */
export async function start(kind: AnyJobKind, input: object, description: string, { db, jobs, user, audit, now }: Context) {
  if ((await db.$count(job_history, and(eq(job_history.user_id, user.id), inArray(job_history.status, active)))) >= MOST)
    throw problem.conflict('Hai già molte operazioni in corso: attendi che una finisca.')
  const values = { type: kind.type, description, input, user_id: user.id, alone: !kind.many }
  const [made] = await singly(() => db.insert(job_history).values(values).returning())
  await jobs.run(db, { id: made!.id })
  audit({ action: 'comando', entity: 'jobs', entity_id: made!.id })
  return { ...told(made!, now), user: { id: user.id, name: user.name } }
}

/** Those that failed first, then what waits; each in its order. */
const byOutcome = sql`array_position(array['errore', 'attesa', 'fatto', 'invariato'], ${job_rows.outcome})`

export default implement(contract, {
  list: async (_, context) =>
    (await selected(context).orderBy(desc(job_history.id)).limit(JOBS_SHOWN)).map((job) => told(job, context.now)),
  own: async (_, context) =>
    (await selected(context).where(eq(job_history.user_id, context.user.id)).orderBy(desc(job_history.id)).limit(JOBS_SHOWN)).map((job) =>
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
  async cancel({ id }, context) {
    const { db, now, user } = context
    context.audit({ action: 'comando' })
    const job = await locked(context, id)
    if (!active.includes(job.status)) throw problem.conflict('Il job non è in corso.')
    await db.update(job_history).set({ status: 'fermato', ended_at: now.toISOString() }).where(eq(job_history.id, id))
    const far = job.items === null ? 'prima di iniziare' : `dopo ${job.done} righe di ${job.items}`
    await note(db, id, `Fermato da ${user.name} ${far}.`, now)
    return record(context, id)
  },
  async retry({ id }, context) {
    const { db, now, user, jobs } = context
    context.audit({ action: 'comando' })
    const job = await locked(context, id)
    if (active.includes(job.status)) throw problem.conflict('Operazione già in corso.')
    // Of an old job the rows are gone (tidy.ts): without them it would only be said to be done.
    const open = and(eq(job_rows.job_id, id), inArray(job_rows.outcome, ['errore', 'attesa']))
    if (['completato', 'annullato'].includes(job.status) || (job.items !== null && !(await db.$count(job_rows, open))))
      throw problem.unprocessable('Non ci sono righe da riprovare.')
    await db
      .update(job_rows)
      .set({ outcome: 'attesa', message: null, at: null })
      .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'errore')))
    const again = { status: 'in_coda', done: job.done - job.errors, errors: 0, ended_at: null } as const
    await singly(() => db.update(job_history).set(again).where(eq(job_history.id, id)))
    const left = job.items === null ? '' : ` per ${job.items - job.done + job.errors} righe`
    await note(db, id, `Rimesso in coda da ${user.name}${left}.`, now)
    await jobs.run(db, { id })
    return record(context, id)
  },
  async undo({ id }, context) {
    const job = await locked(context, id)
    if (!isUndoable(job)) throw problem.conflict('Il job non si può ripristinare.')
    const running = and(
      eq(job_history.type, undoKind.type),
      inArray(job_history.status, active),
      sql`(${job_history.input} ->> 'job')::int = ${id}`,
    )
    if (await context.db.$count(job_history, running)) throw problem.conflict('Operazione già in corso.')
    return start(undoKind, { job: id }, `Ripristino del job ${id}: ${job.description}`, context)
  },
  mimitPrices: (_, context) => start(mimitPrices, {}, 'Prezzi comunicati al MIMIT', context),
})
