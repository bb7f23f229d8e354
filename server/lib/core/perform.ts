import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { TOTAL_COUNT } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint, Named, Page } from '../../../src/contract/kernel/endpoint.ts'
import { isOutdated } from '../../db/prepared.ts'
import type { MailJob } from '../jobs/jobs.ts'
import { writeMade } from '../tables/at-once.ts'
import { activityRow, emptyTrail, historyRow, writeTrail } from './audit.ts'
import type { Proof } from './authenticate.ts'
import type { AuditFact, Context, User } from './context.ts'
import { isRefused } from './database-errors.ts'
import type { Db } from './db.ts'
import { wrap } from './envelope.ts'
import { type ApiResponse, type KeyedRequest, type Outcome, once } from './idempotency.ts'
import { keyStore } from './idempotent.ts'
import type { AnyHandler } from './implement.ts'
import { type Parts, validate } from './input.ts'
import { Problem } from './problem.ts'

/** An endpoint with what carries it out. */
export interface Call {
  endpoint: Endpoint & Named
  handler: AnyHandler
}
/** `proof`: of who it is nothing more is known yet than that they were it lately. */
type Base = Omit<Context<User | undefined>, 'status' | 'audit' | 'history' | 'send'> & { proof?: Proof | undefined }

/**
 * One call of somebody, carried out: the only place where effect, history, activity and the answer under its key become one transaction, whether it
 * comes as a request or in the export of a device. `base` becomes the context of the handler; `path` is what the activity is told under.
 */
export function performer(base: Base, { endpoint, handler }: Call, path: string) {
  const { db } = base
  const facts: AuditFact = {}
  let trail = emptyTrail()
  let status = endpoint.success[0]!
  // Its fields are many: to copy them took a twentieth of a request.
  const context: Context<User | undefined> = Object.assign(base, {
    status: (code: number) => {
      status = code
    },
    audit: (fact: AuditFact) => Object.assign(facts, fact),
    history: async (...change: Parameters<Context['history']>) => void trail.history.push(historyRow(context, ...change)),
    send: (job: MailJob) => base.jobs.mail(context.db, job),
  })
  const writes = (endpoint.method !== 'GET' && !endpoint.fleeting) || endpoint.acts === true
  const log = (code: number) => trail.activity.push(activityRow(context, endpoint, path, code, facts))
  const work = async (parts: Parts, ready?: unknown): Promise<ApiResponse> => {
    const input = validate(endpoint, parts)
    const result = await (handler.written?.(input, context as Context) ?? handler(input, context, ready))
    if (input.id !== undefined && facts.entity_id === undefined) facts.entity_id = String(input.id)
    if (writes) log(status)
    return shaped(result, input)
  }
  async function shaped(result: unknown, input: { is_paginated?: unknown }): Promise<ApiResponse> {
    const plain = endpoint.envelope === 'page' && input.is_paginated === 0
    if (plain) context.setHeader(TOTAL_COUNT, String((result as Page<unknown>).total))
    return { status, body: await wrap(endpoint, result, plain) }
  }
  /**
   * A plain record with all that it leaves behind, as one statement, which is a transaction by itself. Undefined where it cannot be made so, where the
   * caller could not be proven, or where the database has refused it (the key or a name is taken): then nothing is there, and the long way tells why.
   */
  async function madeAtOnce(parts: Parts, keyed: KeyedRequest | undefined) {
    if (!handler.atOnce || !endpoint.ok || endpoint.envelope !== 'item') return undefined
    try {
      const head = handler.atOnce(validate(endpoint, parts), context as Context)
      if (!head) return undefined
      const make = (tx: Db) => writeMade(tx, head, activityRow(context, endpoint, path, status, facts), endpoint.ok, keyed)
      // Where all is within one transaction (a test), its end is not that of this statement.
      const body = await (is(db, PgTransaction) ? db.transaction(make) : make(db))
      return body === undefined ? undefined : { status, body, recorded: !!keyed, replayed: false }
    } catch (error) {
      if (error instanceof Problem || isRefused(error)) return undefined
      throw error
    }
  }
  /** A list as the database writes it, for a caller who is proven by that. Undefined where that cannot be. */
  async function readAtOnce(parts: Parts): Promise<ApiResponse | undefined> {
    const input = validate(endpoint, parts)
    const page = await handler.written?.(input, context as Context)
    return page === undefined ? undefined : shaped(page, input)
  }
  const before = (parts: Parts) => handler.before?.(validate(endpoint, parts), context)
  /** What a refusal leaves behind although it undoes the write: the audit row, the count of failed sign-ins. */
  async function remember(refused: Problem): Promise<void> {
    context.db = db
    if (refused.extra.action) facts.action = refused.extra.action
    await refused.extra.keep?.()
    if (refused.status !== 403 && !refused.extra.action) return
    trail = emptyTrail()
    log(refused.status)
    await writeTrail(db, trail)
  }
  return {
    remember,
    madeAtOnce,
    readAtOnce,
    read: async (parts: Parts) => work(parts, await before(parts)),
    /** Each piece of it is a write of its own, as if it had come by itself. */
    async inPieces(parts: Parts): Promise<ApiResponse> {
      const made = await work(parts, await before(parts))
      await writeTrail(db, trail)
      return made
    },
    /** In one transaction. A refusal under a key is an answer; without one it is thrown. */
    async write(parts: Parts, keyed: KeyedRequest | undefined): Promise<ApiResponse & Partial<Outcome>> {
      const made = await madeAtOnce(parts, keyed)
      if (made) return made
      const ready = await before(parts)
      let refused: Problem | undefined
      const within = <R>(run: (tx: Db, last: (statement: Promise<void>) => void) => Promise<R>): Promise<R> =>
        again(async () => {
          // The last statement and the commit leave together: where the one fails, the other is a rollback.
          let last = Promise.resolve()
          try {
            return await db.transaction((tx) => {
              context.db = tx
              trail = emptyTrail()
              return run(tx, (statement) => {
                last = statement
                last.catch(() => undefined)
              })
            })
          } finally {
            await last
          }
        })
      const refusal = (error: unknown) => {
        if (!(error instanceof Problem)) return undefined
        refused = error
        return { status: error.status, body: error.body(context.requestId) }
      }
      if (!keyed)
        return within(async (tx, last) => {
          const made = await work(parts, ready)
          last(writeTrail(tx, trail))
          return made
        })
      const sent = await once(
        (run) => within((tx, last) => run(keyStore(tx, async (request, answer) => last(writeTrail(tx, trail, { request, answer }))))),
        keyed,
        () => work(parts, ready),
        refusal,
      )
      if (refused && !sent.replayed) await remember(refused)
      return sent
    },
  }
}

/** Tries once more what found a statement outdated in the middle of a transaction: a new version has changed the schema under this one. */
const again = <R>(work: () => Promise<R>): Promise<R> =>
  work().catch((error) => {
    if (!isOutdated(error)) throw error
    return work()
  })
