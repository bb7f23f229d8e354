import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { JobOutcome, JobStatus } from '../../../../src/contract/kernel/jobs.ts'
import { bigIdentity, identity, instant, owner } from './columns.ts'

/** Jobs, which run for long, row by row. Their id is the `batch_id` of the history they write. */
export const job_history = pgTable(
  'job_history',
  {
    id: identity(),
    type: text().notNull(),
    description: text().notNull(),
    status: text().$type<JobStatus>().notNull().default('in_coda'),
    input: jsonb().notNull().default({}),
    /** A second one of its type has to wait. */
    alone: boolean().notNull().default(true),
    items: integer(),
    done: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    /** Null: nobody who signs in, but the command line. */
    user_id: integer(),
    created_at: instant().notNull().default(sql`now()`),
    started_at: instant(),
    ended_at: instant(),
  },
  // Two of a kind would do the same rows at once.
  (t) => [uniqueIndex('job_history_running').on(t.type).where(sql`alone and status in ('in_coda', 'in_corso')`)],
)
/** The rows of a job with their outcomes. An outcome is written in the transaction of its effect, so that each row is done once. */
export const job_rows = pgTable(
  'job_rows',
  {
    id: bigIdentity(),
    job_id: owner(() => job_history.id),
    label: text().notNull(),
    data: jsonb().notNull(),
    outcome: text().$type<JobOutcome>().notNull().default('attesa'),
    message: text(),
    at: instant(),
  },
  (t) => [index('job_rows_of').on(t.job_id, t.outcome, t.id)],
)
export const job_log = pgTable(
  'job_log',
  {
    id: bigIdentity(),
    job_id: owner(() => job_history.id),
    at: instant().notNull().default(sql`now()`),
    text: text().notNull(),
  },
  (t) => [index('job_log_of').on(t.job_id, t.id)],
)
