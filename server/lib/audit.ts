import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import type { activity_log, model_history } from '../db/schema/system.ts'
import type { AuditFact, Context, HistoryEvent } from './context.ts'
import { isDoubled } from './database-errors.ts'
import { type Db, fixed } from './db.ts'
import { type ApiResponse, type KeyedRequest, Taken } from './idempotency.ts'

const actions = { GET: 'comando', POST: 'creazione', PUT: 'modifica', PATCH: 'modifica', DELETE: 'eliminazione' } as const

type Caller = Context<{ id: number } | undefined>
/** What a request will leave behind. */
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
/** A record as it may be told. */
export const masked = (record: unknown): Record<string, unknown> | null =>
  record && typeof record === 'object'
    ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isSecret(key) ? '••••' : value]))
    : null

/** Before and after of a record; secrets never stored (domain.md 0.5). */
export const historyRow = (
  context: Pick<Caller, 'user' | 'now'> & { ip: string | null },
  model: string,
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

/**
 * What makes a record in one statement: the head of it, which ends with a table `told` of its `id`, `record` (for the history) and `output` (for the
 * answer), and the values it takes; undefined where there is more to do than that.
 */
export type AtOnce = (input: any, context: Context) => { model: string; text: string; values: unknown[] } | undefined

/** The statements of `writeMade`, by their head: each is the same text each time. */
const whole = new Map<string, [keyed: string, plain: string]>()
const MOST_TEXTS = 500
function textsOf(head: string, taken: number): [string, string] {
  let texts = whole.get(head)
  if (!texts) {
    const p = (at: number, type: string) => `$${taken + at}::${type}`
    const trail = `${head}, answer as (select id, record, (select row_to_json(a) from (select output as data, ${p(12, 'text')} as message) a) as body from told),
      history as (insert into model_history (model, model_id, event, new, user_id, ip, created_at)
        select ${p(1, 'text')}, id, 'created', record::jsonb, ${p(2, 'int')}, ${p(3, 'text')}, ${p(4, 'timestamptz')} from answer),
      activity as (insert into activity_log (user_id, action, entity, entity_id, method, path, ip, user_agent, request_id, status, created_at)
        select ${p(2, 'int')}, ${p(5, 'text')}, ${p(6, 'text')}, id::text, ${p(7, 'text')}, ${p(8, 'text')}, ${p(3, 'text')}, ${p(9, 'text')}, ${p(10, 'text')},
          ${p(11, 'int')}, ${p(4, 'timestamptz')} from answer)`
    texts = [
      `${trail} insert into idempotency_keys (user_id, key, fingerprint, status, body)
        select ${p(2, 'int')}, ${p(13, 'text')}, ${p(14, 'text')}, ${p(11, 'int')}, body from answer returning body`,
      `${trail} select body from answer`,
    ]
    if (whole.size >= MOST_TEXTS) whole.clear()
    whole.set(head, texts)
  }
  return texts
}
/** Makes a record with its history, its activity and its answer under its key in one statement; gives the answer. It fails as a whole where a key or a name is taken. */
export async function writeMade(
  db: Db,
  { model, text, values }: NonNullable<ReturnType<AtOnce>>,
  activity: Trail['activity'][number],
  message: string | undefined,
  request: KeyedRequest | undefined,
): Promise<unknown> {
  const [keyed, plain] = textsOf(text, values.length)
  const { user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status } = activity
  const told = [model, user_id, ip, created_at, action, entity, method, path, user_agent, request_id, status, message]
  const all = [...values, ...told, ...(request ? [request.key, request.fingerprint] : [])]
  const { rows } = (await db.execute(fixed(request ? keyed : plain, all))) as unknown as { rows: [{ body: unknown }] }
  return rows[0].body
}

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
 * Writes all that a request leaves behind in one statement, and with it the answer under its idempotency key, if it has one.
 * @throws Taken where the key has been used meanwhile
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
      ? fixed(KEYED, [
          ...left,
          ...[request.user, request.key, request.fingerprint, answer.status],
          answer.body === undefined ? null : JSON.stringify(answer.body),
        ])
      : fixed(PLAIN, left)
  await db.execute(stored).catch((error) => {
    throw isDoubled(error, 'idempotency_keys_one') ? new Taken() : error
  })
}
