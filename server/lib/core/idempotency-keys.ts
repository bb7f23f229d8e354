import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { sha256 } from '../files/files.ts'
import { type Db, rawStatement } from './db.ts'
import { fingerprint, type KeyedRequest, type KeyPort, type Outcome, refuseDamaged, refuseHeaders } from './idempotency.ts'
import type { Parts } from './input.ts'
import { problem } from './problem.ts'

/** A header of a request; the first where it came several times. */
export const headerOf = ({ headers }: FastifyRequest, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/**
 * The idempotency key of a write, after its headers and the integrity of its files were checked; undefined if it has none. A write that answers with a file
 * is never keyed, because bytes cannot be stored as an answer; nor is one whose answer holds a secret.
 * @throws Problem for a malformed key, another person's write, or a damaged file; none of them is recorded
 */
export function keyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  parts: Parts,
  user: number | undefined,
  now: Date,
): KeyedRequest | undefined {
  const key = headerOf(request, 'idempotency-key')
  throwUnrecorded(refuseHeaders({ key, author: headerOf(request, 'x-outbox-user') }, user ?? 0))
  const length = headerOf(request, 'x-content-length')
  const files = (parts.files ?? []).map(({ bytes }) => bytes)
  throwUnrecorded(refuseDamaged(files, { length, sha256: headerOf(request, 'x-content-sha256') }))
  if (user === undefined || endpoint.envelope === 'blob' || endpoint.unstored) return undefined
  if (key === undefined) return endpoint.acts && { user, ...commandKey(request.url, now), ...fingerprintsOf(endpoint, request.url, parts) }
  return { user, key, ...fingerprintsOf(endpoint, request.url, parts) }
}
/** A command without a key of its own is carried out once in this time for the same person and address (docs/spec/api.md#commands). */
const COMMAND_MS = 10_000
/** The moment stands in the key, so the ledger, which nothing may be taken out of, can be asked for the keys since ten seconds. */
function commandKey(url: string, now: Date): Pick<KeyedRequest, 'key' | 'since'> {
  const at = (ms: number) => `${url} ${new Date(ms).toISOString()}`
  return { key: at(now.getTime()), since: at(now.getTime() - COMMAND_MS) }
}
/** The fingerprint of a request. Members that equal their default are left out, so that a default that is spelled out makes no other request. */
export function fingerprintsOf(endpoint: Endpoint, url: string, { body, files }: Parts): Pick<KeyedRequest, 'fingerprint' | 'exact'> {
  const print = (said: unknown) =>
    fingerprint(endpoint.method, url, files ? [said, files.map(({ name, bytes }) => [name, sha256(bytes)])] : said)
  return { fingerprint: print(endpoint.body ? needed(endpoint.body, body) : body), exact: () => print(body) }
}
interface Holder {
  wrapped?: v.GenericSchema
  default?: unknown
  item?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
}
const isDefault = (schema: v.GenericSchema, value: unknown) =>
  (schema as Holder).default !== undefined && isDeepStrictEqual(v.getDefault(schema as v.OptionalSchema<v.GenericSchema, unknown>), value)
/** A value without the members that equal their default. */
function needed(schema: v.GenericSchema, value: unknown): unknown {
  const { wrapped, item, entries } = schema as Holder
  if (wrapped) return needed(wrapped, value)
  if (Array.isArray(value)) return item ? value.map((one) => needed(item, one)) : value
  if (!entries || typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, inner]) => [name, inner, entries[name]] as const)
  return Object.fromEntries(
    members.filter(([, inner, of]) => !of || !isDefault(of, inner)).map(([name, inner, of]) => [name, of ? needed(of, inner) : inner]),
  )
}
/** Throws an outcome that was not recorded, as any other problem. */
export function throwUnrecorded(outcome: Outcome | undefined) {
  if (!outcome || outcome.recorded) return
  const { message, code } = outcome.body as { message: string; code: string }
  throw problem.unkeyed(outcome.status, message, code)
}

const urlOf = (key: string) => key.slice(0, key.indexOf(' ') + 1)
const CLAIM = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free, fingerprint, status, body
  from (select) as one left join idempotency_keys on user_id = $2 and key = $3`
const CLAIM_COMMAND = `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free, fingerprint, status, body
  from (select) as one left join (select * from idempotency_keys where user_id = $2 and key > $3 and key <= $4 and starts_with(key, $5) order by key desc limit 1) last on true`
/** The keys of the transaction `tx`; `finish` stores an answer with all that the request leaves behind. */
export const keyStore = (tx: Db, finish: KeyPort['finish']): KeyPort => ({
  async claim({ user, key, since }) {
    // The lock is held to the end of the transaction: a copy that comes meanwhile is answered at once and does not wait on a connection.
    const statement = since
      ? rawStatement(CLAIM_COMMAND, [`${user}:${urlOf(key)}`, user, since, key, urlOf(key)])
      : rawStatement(CLAIM, [`${user}:${key}`, user, key])
    const { rows } = (await tx.execute(statement)) as unknown as {
      rows: { free: boolean; fingerprint: string | null; status: number | null; body: unknown }[]
    }
    const { free, fingerprint, status, body } = rows[0]!
    if (!free) return 'running'
    return fingerprint === null ? undefined : { fingerprint, status: status ?? undefined, body }
  },
  finish,
})
