import type { FastifyRequest } from 'fastify'
import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import { activity_log, model_history } from '../db/schema/system.ts'
import type { AuditFact, Context, HistoryEvent } from './context.ts'

const actions = { GET: 'comando', POST: 'creazione', PUT: 'modifica', PATCH: 'modifica', DELETE: 'eliminazione' } as const

/** One activity row for one request; inside the write's transaction when it succeeds, on its own when it is refused. */
export async function auditRow(
  context: Context<{ id: number } | undefined>,
  endpoint: Endpoint & Named,
  request: FastifyRequest,
  status: number,
  facts: AuditFact,
) {
  await context.db.insert(activity_log).values({
    user_id: facts.user_id ?? context.user?.id ?? null,
    action: facts.action ?? actions[endpoint.method],
    entity: facts.entity ?? endpoint.resource,
    entity_id: facts.entity_id === undefined || facts.entity_id === null ? null : String(facts.entity_id).slice(0, 60),
    method: endpoint.method,
    path: request.url.split('?')[0]!.slice(0, 300),
    ip: context.ip,
    user_agent: context.agent,
    request_id: context.requestId,
    status,
    created_at: context.now.toISOString(),
  })
}

const secret = /password|token|pin|hash|secret/i
const masked = (record: unknown) =>
  record && typeof record === 'object'
    ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, secret.test(key) ? '••••' : value]))
    : null

/** Before and after of a record; secrets never stored (domain.md 0.5). */
export async function historyRow(
  context: Context<{ id: number } | undefined>,
  model: string,
  id: number,
  event: HistoryEvent,
  before: unknown,
  after: unknown,
) {
  await context.db.insert(model_history).values({
    model,
    model_id: id,
    event,
    old: masked(before),
    new: masked(after),
    user_id: context.user?.id ?? null,
    ip: context.ip,
    created_at: context.now.toISOString(),
  })
}
