import type { Endpoint, Named } from '../../../src/contract/kernel/endpoint.ts'
import type { HistoryModel } from '../../../src/contract/kernel/history.ts'
import type { activity_log, model_history } from '../../db/schema/core/system.ts'
import type { AuditFact, Context, HistoryEvent } from './context.ts'
import { isDoubled } from './database-errors.ts'
import { type Db, rawStatement } from './db.ts'
import { type ApiResponse, type KeyedRequest, Taken } from './idempotency.ts'

const actions = { GET: 'comando', POST: 'creazione', PUT: 'modifica', PATCH: 'modifica', DELETE: 'eliminazione' } as const

type Caller = Context<{ id: number } | undefined>
/** The rows of history and activity that a request leaves behind. */
export interface Trail {
  history: (typeof model_history.$inferInsert)[]
  activity: (typeof activity_log.$inferInsert)[]
}
export const emptyTrail = (): Trail => ({ history: [], activity: [] })

/** One activity row for one request; inside the write's transaction when it succeeds, on its own when it is refused. */
export const activityRow = (
  context: Caller,
  endpoint: Endpoint & Named,
  url: string,
  status: number,
  facts: AuditFact,
): Trail['activity'][number] => ({
  user_id: facts.user_id ?? context.user?.id ?? null,
  action: facts.action ?? actions[endpoint.method],
  entity: facts.entity ?? endpoint.resource,
  entity_id: facts.entity_id === undefined || facts.entity_id === null ? null : String(facts.entity_id).slice(0, 60),
  method: endpoint.method,
  path: url.split('?')[0]!.slice(0, 300),
  ip: context.ip,
  user_agent: context.agent,
  request_id: context.requestId,
  status,
  created_at: context.now.toISOString(),
})

const secret = /password|token|pin|hash|secret/i
export const isSecret = (key: string) => secret.test(key)
/** A record with its secrets masked. */
export const masked = (record: unknown): Record<string, unknown> | null =>
  record && typeof record === 'object'
    ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isSecret(key) ? '••••' : value]))
    : null

/** Before and after of a record; secrets never stored (docs/spec/api.md#history-and-audit). */
export const historyRow = (
  context: Pick<Caller, 'user' | 'now'> & { ip: string | null },
  model: HistoryModel,
  id: number,
  event: HistoryEvent,
  before: unknown,
  after: unknown,
): Trail['history'][number] => ({
  model,
  model_id: id,
  event,
  old: masked(before),
  new: masked(after),
  user_id: context.user?.id ?? null,
  ip: context.ip,
  created_at: context.now.toISOString(),
})

const TRAIL = `
  with history as (
    insert into model_history (model, model_id, event, old, new, user_id, batch_id, ip, created_at)
    select * from jsonb_to_recordset($1::jsonb)
      as (model text, model_id int, event text, old jsonb, new jsonb, user_id int, batch_id text, ip text, created_at timestamptz)
  ), activity as (
    insert into activity_log (user_id, action, entity, entity_id, method, path, ip, user_agent, request_id, status, created_at)
    select * from jsonb_to_recordset($2::jsonb)
      as (user_id int, action text, entity text, entity_id text, method text, path text, ip text, user_agent text, request_id text,
        status int, created_at timestamptz)
  )`
const KEYED = `${TRAIL} insert into idempotency_keys (user_id, key, fingerprint, status, body) values ($3, $4, $5, $6, $7::json)`
const PLAIN = `${TRAIL} select`
/**
 * Writes history, activity, and the answer under its idempotency key if there is one, in one statement.
 * @throws Taken if the key has been used meanwhile
 */
export async function writeTrail(
  db: Db,
  { history, activity }: Trail,
  keyed?: { request: KeyedRequest; answer: ApiResponse },
): Promise<void> {
  const left = [JSON.stringify(history), JSON.stringify(activity)]
  const { request, answer } = keyed ?? {}
  const stored =
    request && answer
      ? rawStatement(KEYED, [
          ...left,
          ...[request.user, request.key, request.fingerprint, answer.status],
          answer.body === undefined ? null : JSON.stringify(answer.body),
        ])
      : rawStatement(PLAIN, left)
  await db.execute(stored).catch((error) => {
    throw isDoubled(error, 'idempotency_keys_one') ? new Taken() : error
  })
}
