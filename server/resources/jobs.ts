import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { jobs as contract, JOBS_SHOWN, LOG_SHOWN } from '../../src/contract/jobs.ts'
import { job_history, job_log, job_rows } from '../db/schema/jobs.ts'
import { users } from '../db/schema/people.ts'
import type { Context } from '../lib/context.ts'
import { implement } from '../lib/implement.ts'
import type { AnyJobKind } from '../lib/job-kind.ts'
import { note } from '../lib/job-run.ts'
import { problem } from '../lib/problem.ts'
import { matches, ordering, paged } from '../lib/table.ts'
import { jobKinds } from './job-kinds.ts'
import { mimitPrices } from './mimit-prices.ts'

const { input: _, user_id, ...columns } = getTableColumns(job_history)
const nameOf = (type: string) => jobKinds.find((kind) => kind.type === type)?.name ?? type
const active = ['in_coda', 'in_corso']
/** One of a kind at a time: its index refuses a second one. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
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
async function record(context: Pick<Context, 'db'>, id: number) {
  const [job] = await selected(context).where(eq(job_history.id, id))
  if (!job) throw problem.notFound()
  const log = await context.db
    .select({ id: job_log.id, at: job_log.at, text: job_log.text })
    .from(job_log)
    .where(eq(job_log.job_id, id))
    .orderBy(desc(job_log.id))
    .limit(LOG_SHOWN)
  return { ...job, name: nameOf(job.type), log }
}
/** The job, locked: its batches wait for this transaction, and this one has waited for the one under way. */
async function locked({ db }: Context, id: number) {
  const [job] = await db.select().from(job_history).where(eq(job_history.id, id)).for('update')
  if (!job) throw problem.notFound()
  return job
}

/** Puts a job in the queue, in the transaction of the request. 409 while another of its kind is under way. */
export async function start(kind: AnyJobKind, input: object, description: string, { db, jobs, user, audit }: Context) {
  const values = { type: kind.type, description, input, user_id: user.id }
  const [made] = await alone(() => db.insert(job_history).values(values).returning())
  await jobs.run(db, { id: made!.id })
  audit({ action: 'comando', entity: 'jobs', entity_id: made!.id })
  return { ...made!, name: kind.name, user: { id: user.id, name: user.name } }
}

/** Those that failed first, then what waits; each in its order. */
const byOutcome = sql`array_position(array['errore', 'attesa', 'fatto', 'invariato'], ${job_rows.outcome})`

export default implement(contract, {
  async list(_, context) {
    const found = await selected(context).orderBy(desc(job_history.id)).limit(JOBS_SHOWN)
    return found.map((job) => ({ ...job, name: nameOf(job.type) }))
  },
  get: ({ id }, context) => record(context, id),
  async rows({ id, ...input }, context) {
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
    const job = await locked(context, id)
    if (!active.includes(job.status)) throw problem.conflict('Il job non è in corso.')
    await db.update(job_history).set({ status: 'fermato', ended_at: now.toISOString() }).where(eq(job_history.id, id))
    const far = job.items === null ? 'prima di iniziare' : `dopo ${job.done} righe di ${job.items}`
    await note(db, id, `Fermato da ${user.name} ${far}.`, now)
    return record(context, id)
  },
  async retry({ id }, context) {
    const { db, now, user, jobs } = context
    const job = await locked(context, id)
    if (active.includes(job.status)) throw problem.conflict('Operazione già in corso.')
    // Of an old job the rows are gone (tidy.ts): without them it would only be said to be done.
    const open = and(eq(job_rows.job_id, id), inArray(job_rows.outcome, ['errore', 'attesa']))
    if (job.status === 'completato' || (job.items !== null && !(await db.$count(job_rows, open))))
      throw problem.unprocessable('Non ci sono righe da riprovare.')
    await db
      .update(job_rows)
      .set({ outcome: 'attesa', message: null, at: null })
      .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'errore')))
    const again = { status: 'in_coda', done: job.done - job.errors, errors: 0, ended_at: null } as const
    await alone(() => db.update(job_history).set(again).where(eq(job_history.id, id)))
    const left = job.items === null ? '' : ` per ${job.items - job.done + job.errors} righe`
    await note(db, id, `Rimesso in coda da ${user.name}${left}.`, now)
    await jobs.run(db, { id })
    return record(context, id)
  },
  mimitPrices: (_, context) => start(mimitPrices, {}, 'Prezzi comunicati al MIMIT', context),
})
