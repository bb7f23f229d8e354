import type * as v from 'valibot'
import type { PolicyName } from '../../../src/contract/kernel/policies.ts'
import type { Context, Deps, User } from '../core/context.ts'

/** What a job runs on. */
export interface JobDeps extends Pick<Deps, 'db' | 'jobs' | 'now' | 'files' | 'mail' | 'origin' | 'demo' | 'registry'> {
  /** Told of a job that could not be done, with why, in the transaction that says so. */
  onFailed?: (job: number, why: string, teller: Pick<Context, 'db' | 'jobs' | 'origin' | 'now'>) => Promise<unknown>
}
/** What a job works with; `db` is the transaction of its batch, or of its row. */
export interface JobContext extends Pick<Context, 'db' | 'now' | 'history'> {
  user: User
  deps: JobDeps
  /** The id of the job. */
  job: number
}
/** Something to be done by itself: what it is called, and what is needed to do it. */
export interface PlannedRow<D> {
  label: string
  data: D
}
/** `invariato`: there was nothing to change. What cannot be done is thrown as a Problem, whose sentence the person reads. */
export interface RowResult {
  outcome: 'fatto' | 'invariato'
  message: string
  /** What else was found: rows of their own, that nobody planned. */
  more?: { label: string; message: string }[]
}
/**
 * Something that runs for long, in rows that stand by themselves. Rows go in batches, one transaction each: the effect of a row, its history and its outcome
 * are committed together. A process that dies leaves whole batches behind, and the next one goes on from there.
 */
export interface JobKind<I, D extends object> {
  /** Its name in the database. */
  type: string
  /** What it is called on screen. */
  name: string
  /** Who may start it; asked again at every batch. */
  policy: PolicyName
  input: v.GenericSchema<unknown, I>
  /** Rows a transaction: as many as others can wait for. */
  batch: number
  /** Two of it do not get in each other's way. */
  many?: true
  /** What it changed can be put back as a whole. */
  undo?: true
  /** It leaves a file. */
  file?: true
  /** What must not hold the database, such as asking another system: before the plan, outside of any transaction. After a kill it is done once more. */
  before?(input: I, deps: JobDeps): Promise<unknown>
  /** All there is to do, in order; once, when it begins. `ready`: what `before` gave. */
  plan(input: I, context: JobContext, ready?: any): Promise<PlannedRow<D>[]>
  /** Does one. What it throws undoes this row alone. */
  row(data: D, context: JobContext, input: I): Promise<RowResult>
  /** After the last row, in the transaction that ends the job; gives what its log says. */
  end?(input: I, rows: { well: number; errors: number }, context: JobContext): Promise<string>
}
export type AnyJobKind = JobKind<any, any>
/** Checks at compile time what a kind's plan hands to its rows. */
export const jobKind = <I, D extends object>(kind: JobKind<I, D>): AnyJobKind => kind
