import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { EXPORT_DAYS } from '../../../src/contract/kernel/exporting.ts'
import type { JobStatus } from '../../../src/contract/kernel/jobs.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { job_history } from '../../db/schema/core/jobs.ts'
import type { Context } from '../core/context.ts'
import { problem } from '../core/problem.ts'
import type { AnyJobKind } from './job-kind.ts'

/** A person may have so many jobs waiting or running at a time. */
const MOST = 10
export const ACTIVE: JobStatus[] = ['in_coda', 'in_corso']
const { input: _, alone: __, user_id, ...columns } = getTableColumns(job_history)
type Stored = Pick<typeof job_history.$inferSelect, 'type' | 'status' | 'done' | 'errors' | 'ended_at'>

export const isUndoable = ({ status, done, errors }: Stored, kind: AnyJobKind | undefined) =>
  !!kind?.undo && done > errors && ![...ACTIVE, 'annullato'].includes(status)
/** Whether it has left a file that is still there. */
export const hasFile = ({ status, done, errors, ended_at }: Stored, kind: AnyJobKind | undefined, now: Date) =>
  !!kind?.file &&
  (status === 'completato' || (kind.file === 'rows' && done > errors && !ACTIVE.includes(status))) &&
  !!ended_at &&
  now.getTime() - Date.parse(ended_at) < EXPORT_DAYS * 86_400_000
/** A job as the API tells it; `kind` is undefined for a type that this version no longer has. */
export const describeJob = <J extends Stored>(job: J, kind: AnyJobKind | undefined, now: Date) => ({
  ...job,
  name: kind?.name ?? job.type,
  undoable: isUndoable(job, kind),
  file: hasFile(job, kind, now),
})
/** Jobs with the person who started each. */
export const selectJobs = ({ db }: Pick<Context, 'db'>) =>
  db
    .select({ ...columns, user: { id: users.id, name: users.name } })
    .from(job_history)
    .leftJoin(users, eq(users.id, user_id))
/** Runs a write that queues a job; 409 where another of its kind is under way, which a unique index refuses. */
export async function queueOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { cause?: { constraint?: string } }).cause?.constraint !== 'job_history_running') throw error
    throw problem.conflict('Operazione già in corso.')
  }
}

/** The newest job of a kind; an empty list where there is none. */
export const latestJob = async (kind: AnyJobKind, { db, now }: Pick<Context, 'db' | 'now'>) =>
  (await selectJobs({ db }).where(eq(job_history.type, kind.type)).orderBy(desc(job_history.id)).limit(1)).map((job) =>
    describeJob(job, kind, now),
  )
/** Puts a job in the queue, in the transaction of the request. 409 while another of its kind is under way. */
export async function startJob(kind: AnyJobKind, input: object, description: string, { db, jobs, user, audit, now }: Context) {
  if ((await db.$count(job_history, and(eq(job_history.user_id, user.id), inArray(job_history.status, ACTIVE)))) >= MOST)
    throw problem.conflict('Hai già molte operazioni in corso: attendi che una finisca.')
  const values = { type: kind.type, description, input, user_id: user.id, alone: !kind.many }
  const [made] = await queueOnce(() => db.insert(job_history).values(values).returning())
  await jobs.run(db, { id: made!.id })
  audit({ action: 'comando', entity: 'jobs', entity_id: made!.id })
  return { ...describeJob(made!, kind, now), user: { id: user.id, name: user.name } }
}
