import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { TOTAL_COUNT_HEADER } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint, Named, Page } from '../../../src/contract/kernel/endpoint.ts'
import { isOutdated } from '../../db/prepared.ts'
import type { MailJob } from '../jobs/jobs.ts'
import { runInsert } from '../tables/single-statement-insert.ts'
import { activityRow, emptyTrail, historyRow, writeTrail } from './audit.ts'
import type { CallerProof } from './authenticate.ts'
import type { AuditFact, Context, User } from './context.ts'
import { isRefused } from './database-errors.ts'
import type { Db } from './db.ts'
import { wrap } from './envelope.ts'
import { type ApiResponse, type KeyedRequest, type Outcome, once } from './idempotency.ts'
import { keyStore } from './idempotency-keys.ts'
import type { AnyHandler } from './implement.ts'
import { type Parts, validate } from './input.ts'
import { Problem } from './problem.ts'

/** An endpoint with the handler that carries it out. */
export interface Call {
  endpoint: Endpoint & Named
  handler: AnyHandler
}
/** With `proof` the caller comes from the cache, and the statement that writes must check the caller again. */
type Base = Omit<Context<User | undefined>, 'status' | 'audit' | 'history' | 'send'> & { proof?: CallerProof | undefined }
type Answer = ApiResponse & Partial<Outcome>
/** Takes the last statement of a transaction without waiting for it. */
type Last = (statement: Promise<void>) => void

/**
 * One call of one person while it runs. This is the only place where effect, history, activity and the answer stored under the idempotency key become one
 * transaction, whether the call is a request or comes from the export of a device.
 */
export class RunningCall {
  readonly #db: Db
  readonly #endpoint: Call['endpoint']
  readonly #handler: AnyHandler
  readonly #path: string
  readonly #context: Context<User | undefined>
  readonly #facts: AuditFact = {}
  #trail = emptyTrail()
  #status: number

  /** `base` itself becomes the context of the handler: copying its many fields took 5 % of a request. `path` is the one in the activity log. */
  constructor(base: Base, { endpoint, handler }: Call, path: string) {
    this.#db = base.db
    this.#endpoint = endpoint
    this.#handler = handler
    this.#path = path
    this.#status = endpoint.success[0]!
    this.#context = Object.assign(base, {
      status: (code: number) => {
        this.#status = code
      },
      audit: (fact: AuditFact) => Object.assign(this.#facts, fact),
      history: async (...change: Parameters<Context['history']>) => void this.#trail.history.push(historyRow(this.#context, ...change)),
      send: (job: MailJob) => base.jobs.mail(this.#context.db, job, String(base.user?.id ?? '')),
    })
  }

  async read(parts: Parts): Promise<ApiResponse> {
    const answer = await this.#carryOut(parts, await this.#prepare(parts))
    if (this.#endpoint.logged) await writeTrail(this.#db, this.#trail)
    return answer
  }

  /** Writes in one transaction. A refusal under a key is an answer; without a key it is thrown. */
  async write(parts: Parts, keyed: KeyedRequest | undefined): Promise<Answer> {
    const inserted = await this.insertInOneStatement(parts, keyed)
    if (inserted) return inserted
    const ready = await this.#prepare(parts)
    if (keyed) return this.#writeOnce(parts, keyed, ready)
    return this.#inTransaction(async (tx, last) => {
      const answer = await this.#carryOut(parts, ready)
      last(writeTrail(tx, this.#trail))
      return answer
    })
  }

  /** Runs a call that is no transaction itself: its handler makes many writes, each as if it had come alone. */
  async writeInPieces(parts: Parts): Promise<ApiResponse> {
    const answer = await this.#carryOut(parts, await this.#prepare(parts))
    await writeTrail(this.#db, this.#trail)
    return answer
  }

  /**
   * Fast path of a plain record: one statement writes the record, its history, its activity and its answer, and is a transaction by itself. Undefined
   * where the record needs more than that, where the caller could not be proven, or where the database refused it (the key or a name is taken). Nothing
   * was written then, and the normal path finds out why.
   */
  async insertInOneStatement(parts: Parts, keyed: KeyedRequest | undefined): Promise<Answer | undefined> {
    const { ok, envelope } = this.#endpoint
    if (!this.#handler.insertPlan || !ok || envelope !== 'item') return undefined
    try {
      const plan = this.#handler.insertPlan(validate(this.#endpoint, parts), this.#context as Context)
      if (!plan) return undefined
      const insert = (tx: Db) => runInsert(tx, plan, this.#activity(this.#status), ok, keyed)
      // Within the transaction of a test a refused statement needs a savepoint, or it would end that transaction.
      const body = await (is(this.#db, PgTransaction) ? this.#db.transaction(insert) : insert(this.#db))
      return body && { status: this.#status, body, recorded: !!keyed, replayed: false }
    } catch (error) {
      if (error instanceof Problem || isRefused(error)) return undefined
      throw error
    }
  }

  /** Writes down what a refusal leaves behind although it undoes the write: the activity row, the count of failed sign-ins. */
  async recordRefusal({ status, extra }: Problem): Promise<void> {
    this.#context.db = this.#db
    if (extra.action) this.#facts.action = extra.action
    await extra.keep?.()
    if (status !== 403 && !extra.action) return
    await writeTrail(this.#db, { ...emptyTrail(), activity: [this.#activity(status)] })
  }

  #prepare(parts: Parts) {
    return this.#handler.prepare?.(validate(this.#endpoint, parts), this.#context)
  }

  async #carryOut(parts: Parts, ready: unknown): Promise<ApiResponse> {
    const { method, fleeting, acts, logged } = this.#endpoint
    const input = validate(this.#endpoint, parts)
    const result = await (this.#handler.sqlPage?.(input, this.#context as Context) ?? this.#handler(input, this.#context, ready))
    if (input.id !== undefined && this.#facts.entity_id === undefined) this.#facts.entity_id = String(input.id)
    if ((method !== 'GET' && !fleeting) || acts || logged) this.#trail.activity.push(this.#activity(this.#status))
    const plain = this.#endpoint.envelope === 'page' && input.is_paginated === 0
    if (plain) this.#context.setHeader(TOTAL_COUNT_HEADER, String((result as Page<unknown>).total))
    return { status: this.#status, body: await wrap(this.#endpoint, result, plain) }
  }

  #activity(status: number) {
    return activityRow(this.#context, this.#endpoint, this.#path, status, this.#facts)
  }

  /** Writes at most once under the key (`once`). A refusal is recorded under it, and leaves its trace unless it was only repeated. */
  async #writeOnce(parts: Parts, keyed: KeyedRequest, ready: unknown): Promise<Outcome> {
    let refused: Problem | undefined
    const outcome = await once(
      (run) =>
        this.#inTransaction((tx, last) =>
          run(keyStore(tx, async (request, answer) => last(writeTrail(tx, this.#trail, { request, answer })))),
        ),
      keyed,
      () => this.#carryOut(parts, ready),
      (error) => {
        if (!(error instanceof Problem)) return undefined
        refused = error
        return { status: error.status, body: error.body(this.#context.requestId) }
      },
    )
    if (refused && !outcome.replayed) await this.recordRefusal(refused)
    return outcome
  }

  /** Its last statement and the commit leave together: where the statement fails, the commit is a rollback, and the call fails. */
  #inTransaction<R>(run: (tx: Db, last: Last) => Promise<R>): Promise<R> {
    return retryOutdated(async () => {
      let last = Promise.resolve()
      try {
        return await this.#db.transaction((tx) => {
          this.#context.db = tx
          this.#trail = emptyTrail()
          return run(tx, (statement) => {
            last = statement
            last.catch(() => undefined)
          })
        })
      } finally {
        await last
      }
    })
  }
}

/** Repeats once a transaction that found a prepared statement outdated: a new version has changed the schema under this one. */
const retryOutdated = <R>(work: () => Promise<R>): Promise<R> =>
  work().catch((error) => {
    if (!isOutdated(error)) throw error
    return work()
  })
