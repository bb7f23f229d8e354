import type * as v from 'valibot'
import type { PolicyName } from '../../../src/contract/kernel/policies.ts'
import type { Context, Deps, User } from '../core/context.ts'

/** The parts of the server that a job runs on. */
export interface JobDeps extends Pick<Deps, 'db' | 'jobs' | 'now' | 'files' | 'mail' | 'origin' | 'demo' | 'registry' | 'dropDir'> {
  /** Called when a job fails, with the reason, in the transaction that records it. */
  onFailed?: (job: number, why: string, teller: Pick<Context, 'db' | 'jobs' | 'origin' | 'now'>) => Promise<unknown>
}
/** The context of a job; `db` is the transaction of its batch, or of its row. */
export interface JobContext extends Pick<Context, 'db' | 'now' | 'history'> {
  user: User
  deps: JobDeps
  /** The id of the job. */
  job: number
}
/** One row of a job: its label on screen, and the data to do it. */
export interface PlannedRow<D> {
  label: string
  data: D
}
/** `invariato`: there was nothing to change. A row that cannot be done throws a Problem, whose sentence the person reads. */
export interface RowResult {
  outcome: 'fatto' | 'invariato'
  message: string
  /** Further findings, shown as rows of their own. */
  more?: { label: string; message: string }[]
}
/**
 * A kind of job that runs for long, in independent rows. Rows go in batches, one transaction each: the effect of a row, its history and its outcome are
 * committed together. A process that dies leaves whole batches behind, and another goes on from there (decision 040).
 */
export interface JobKind<I, D extends object> {
  /** Its name in the database. */
  type: string
  /** Its name on screen. */
  name: string
  /** The policy of starting it; checked again at every batch. */
  policy: PolicyName
  input: v.GenericSchema<unknown, I>
  /** Rows a transaction: other requests wait for as many. */
  batch: number
  /** Two of it may run at the same time. */
  many?: true
  /** Its changes can be undone as a whole. */
  undo?: true
  /** Of an import: the fields of its sheet. Rows that failed can be had as such a sheet again. */
  sheet?: v.ObjectEntries
  /** It leaves a file; `rows`: of the rows that are done, so that also a job that was stopped or had errors has one. */
  file?: true | 'rows'
  /** Runs before the plan and outside of a transaction, for what must not block the database, such as asking another system. After a kill it runs again. */
  before?(input: I, deps: JobDeps): Promise<unknown>
  /** All rows, in order; called once, when the job begins. `ready`: the result of `before`. */
  plan(input: I, context: JobContext, ready?: any): Promise<PlannedRow<D>[]>
  /** Does one row. An error undoes this row alone. */
  row(data: D, context: JobContext, input: I): Promise<RowResult>
  /** Runs after the last row, in the transaction that ends the job, and gives the last line of its log. */
  end?(input: I, rows: { well: number; errors: number }, context: JobContext): Promise<string>
}
export type AnyJobKind = JobKind<any, any>
/** Makes the compiler check that `row` takes what `plan` gives. */
export const jobKind = <I, D extends object>(kind: JobKind<I, D>): AnyJobKind => kind
