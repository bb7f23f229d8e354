import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { idempotency_keys } from '../db/schema/system.ts'
import type { Db } from './context.ts'
import { sha256 } from './files.ts'
import { fingerprint, type KeyedRequest, type KeyPort, type Outcome, refuseDamaged, refuseHeaders } from './idempotency.ts'
import type { Parts } from './input.ts'
import { Problem } from './problem.ts'

const one = (headers: FastifyRequest['headers'], name: string) => [headers[name]].flat()[0]

/**
 * The key a write came with, once its headers and the wholeness of its files are seen to; undefined where it has none. An answer of bytes cannot be
 * stored, so a write that gives a file is not keyed.
 * @throws Problem for a malformed key, another person's write, a damaged file: none of them is recorded
 */
export function keyOf(endpoint: Endpoint, request: FastifyRequest, parts: Parts, user: number | undefined): KeyedRequest | undefined {
  const key = one(request.headers, 'idempotency-key')
  refuse(refuseHeaders({ key, author: one(request.headers, 'x-outbox-user') }, user ?? 0))
  const length = one(request.headers, 'x-content-length')
  const files = (parts.files ?? []).map(({ bytes }) => bytes)
  refuse(refuseDamaged(files, { length, sha256: one(request.headers, 'x-content-sha256') }))
  if (key === undefined || user === undefined || endpoint.envelope === 'blob') return undefined
  const body = parts.files ? [parts.body, parts.files.map(({ name, bytes }) => [name, sha256(bytes)])] : parts.body
  return { user, key, fingerprint: fingerprint(endpoint.method, request.url, body) }
}
/** An outcome that was not recorded goes out as any other problem. */
export function refuse(outcome: Outcome | undefined) {
  if (!outcome || outcome.recorded) return
  const { message, code } = outcome.body as { message: string; code: string }
  throw new Problem(outcome.status, message, undefined, { code })
}

/**
 * The keys of the transaction `tx`; `inside` is told the savepoint that the effect must write through, `finish` stores an answer with all that the
 * request leaves behind.
 */
export function keyStore(tx: Db, inside: (savepoint: Db) => void, finish: KeyPort['finish']): KeyPort {
  const row = (user: number, key: string) => and(eq(idempotency_keys.user_id, user), eq(idempotency_keys.key, key))
  return {
    async find(user, key) {
      const [found] = await tx.select().from(idempotency_keys).where(row(user, key))
      return found && { ...found, status: found.status ?? undefined }
    },
    async insert(user, key, print) {
      // The lock is held to the end of the transaction: whoever comes meanwhile is told at once instead of waiting on a connection.
      const { rows } = (await tx.execute(sql`
        with turn as materialized (select pg_try_advisory_xact_lock(hashtextextended(${`${user}:${key}`}, 0)) as free),
        fresh as (
          insert into idempotency_keys (user_id, key, fingerprint) select ${user}::int, ${key}, ${print} from turn where free
          on conflict do nothing returning id
        )
        select free, exists (select from fresh) as fresh from turn`)) as unknown as { rows: { free: boolean; fresh: boolean }[] }
      const { free, fresh } = rows[0]!
      return !free ? 'running' : fresh ? 'new' : 'taken'
    },
    finish,
    savepoint: (work) =>
      tx.transaction((savepoint) => {
        inside(savepoint)
        return work()
      }),
  }
}
