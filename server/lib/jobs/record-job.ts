import { eq } from 'drizzle-orm'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { job_history, job_rows } from '../../db/schema/core/jobs.ts'
import { emptyTrail, historyRow, writeTrail } from '../core/audit.ts'
import type { Context } from '../core/context.ts'
import type { AnyJobKind } from './job-kind.ts'
import { note } from './job-run.ts'

/** What was done with each row of a job that is recorded. */
export interface DoneRow {
  id: number
  label: string
  message: string
}
/**
 * Does the work of a request at once and records it as a job that has ended, so that its rows are read, and undone as a whole, like those of any other job.
 * `work` writes its history through the context it gets; no job is recorded where nothing was done.
 */
export async function recordJob(
  { type }: AnyJobKind,
  describe: (rows: number) => string,
  input: object,
  context: Context,
  work: (context: Context & { job: number }) => Promise<DoneRow[]>,
): Promise<DoneRow[]> {
  const { db, user, now } = context
  const at = now.toISOString()
  const [made] = await db
    .insert(job_history)
    .values({ type, description: describe(0), input, user_id: user.id, alone: false, status: 'completato', started_at: at, ended_at: at })
    .returning({ id: job_history.id })
  const job = made!.id
  const trail = emptyTrail()
  const rows = await work({
    ...context,
    job,
    history: async (...change) => void trail.history.push({ ...historyRow(context, ...change), batch_id: String(job) }),
  })
  if (!rows.length) {
    await db.delete(job_history).where(eq(job_history.id, job))
    return rows
  }
  await db
    .update(job_history)
    .set({ description: describe(rows.length), items: rows.length, done: rows.length })
    .where(eq(job_history.id, job))
  for (let from = 0; from < rows.length; from += 1_000)
    await db
      .insert(job_rows)
      .values(
        rows
          .slice(from, from + 1_000)
          .map(({ id, label, message }) => ({ job_id: job, label, data: { id }, outcome: 'fatto' as const, message, at })),
      )
  await note(db, job, `Finito: ${howMany(rows.length, 'riga', 'righe')}, 0 con errori.`, now)
  await writeTrail(db, trail)
  return rows
}
