import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '../../src/contract/constants.ts'
import type { Endpoint, Named } from '../../src/contract/endpoint.ts'
import { allows } from '../../src/contract/policies.ts'
import { activityRow, emptyTrail, historyRow, writeTrail } from './audit.ts'
import { authenticator } from './authenticate.ts'
import { type Memory, memory } from './changes.ts'
import type { AuditFact, Bytes, Context, Db, Deps, User } from './context.ts'
import { wrap } from './envelope.ts'
import { sha256 } from './files.ts'
import { type Answer, type Outcome, once } from './idempotency.ts'
import { keyOf, keyStore, refuse } from './idempotent.ts'
import type { AnyHandler, Implementation } from './implement.ts'
import { type Parts, readParts, removeSpooled, validate } from './input.ts'
import { holdsLong, longJson } from './lots.ts'
import { Problem, problem } from './problem.ts'
import { cookieName } from './sessions.ts'

/** Registers every endpoint of every resource as a route; find-my-way gives fixed parts precedence over parameters. */
export function serve(app: FastifyInstance, deps: Deps, implementations: readonly Implementation[]) {
  const authenticate = authenticator(deps)
  for (const { endpoints, handlers } of implementations)
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const totals = memory<number>(() => (endpoint.steady ? deps.changes?.data() : undefined))
      mount(app, { deps, authenticate, totals, endpoint, handler: handlers[key]! })
    }
}

interface Call {
  deps: Deps
  authenticate: ReturnType<typeof authenticator>
  totals: Memory<number>
  endpoint: Endpoint & Named
  handler: AnyHandler
}
function mount(app: FastifyInstance, call: Call) {
  const url = API_BASE + call.endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  app.route({
    method: call.endpoint.method,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(call, request, reply),
  })
}

async function answer({ deps, authenticate, totals, endpoint, handler }: Call, request: FastifyRequest, reply: FastifyReply) {
  const now = deps.now()
  const facts: AuditFact = {}
  let trail = emptyTrail()
  let status = endpoint.success[0]!
  const user = endpoint.policy === 'guest' ? undefined : await authenticate(request, now)
  const context: Context<User | undefined> = {
    db: deps.db,
    user,
    now,
    ip: request.ip,
    agent: request.headers['user-agent']?.slice(0, 300) ?? '',
    requestId: request.id,
    files: deps.files,
    sendsMail: deps.mail.sends,
    jobs: deps.jobs,
    origin: deps.origin,
    demo: deps.demo,
    totals,
    header: (name) => [request.headers[name]].flat()[0],
    setHeader: (name, value) => void reply.header(name, value),
    cookies: {
      get: (name) => request.cookies[cookieName(name, request)],
      set: (name, value, maxAge) =>
        reply.setCookie(cookieName(name, request), value, {
          path: '/',
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          maxAge,
        }),
    },
    status: (code) => {
      status = code
    },
    audit: (fact) => Object.assign(facts, fact),
    history: async (...change) => void trail.history.push(historyRow(context, ...change)),
    send: (job) => deps.jobs.mail(context.db, job),
  }
  const writes = endpoint.method !== 'GET' || endpoint.acts === true
  const log = (code: number) => trail.activity.push(activityRow(context, endpoint, request, code, facts))
  /** What a refusal leaves behind although it undoes the write: the audit row, the count of failed sign-ins. */
  const remember = async (refused: Problem) => {
    context.db = deps.db
    if (refused.extra.action) facts.action = refused.extra.action
    await refused.extra.keep?.()
    if (refused.status !== 403 && !refused.extra.action) return
    trail = emptyTrail()
    log(refused.status)
    await writeTrail(deps.db, trail)
  }
  let parts: Parts | undefined
  try {
    if (!allows(endpoint.policy, user)) throw problem.forbidden()
    const tag = user && tagOf(deps, endpoint, request, user)
    if (tag && request.headers['if-none-match'] === tag) return reply.header('etag', tag).code(304).send()
    const read = await readParts(endpoint, request)
    parts = read
    const keyed = writes && !endpoint.spool ? keyOf(endpoint, request, read, user?.id) : undefined
    const ready = await handler.before?.(validate(endpoint, read), context)
    const work = async (): Promise<Answer> => {
      const input = validate(endpoint, read)
      const result = await handler(input, context, ready)
      if (input.id !== undefined && facts.entity_id === undefined) facts.entity_id = String(input.id)
      if (writes) log(status)
      return { status, body: await wrap(endpoint, result) }
    }
    if (!writes) {
      const made = await work()
      // Where something was changed meanwhile it is open whether the answer has it.
      if (tag && tag === tagOf(deps, endpoint, request, user)) void reply.header('etag', tag)
      const long = endpoint.envelope !== 'blob' && holdsLong(made.body) && (await longJson(made.body))
      return long ? reply.type('application/json; charset=utf-8').send(long) : send(endpoint, reply, made)
    }
    if (endpoint.spool) {
      // Each piece of it is a write of its own, as if it had come by itself.
      const made = await work()
      await writeTrail(deps.db, trail)
      return send(endpoint, reply, made)
    }
    let refused: Problem | undefined
    const refusal = (error: unknown) => {
      if (!(error instanceof Problem)) return undefined
      refused = error
      trail = emptyTrail()
      return { status: error.status, body: error.body(request.id) }
    }
    const sent = await deps.db.transaction<Answer & Partial<Outcome>>(async (tx) => {
      context.db = tx
      const inside = (savepoint: Db) => {
        context.db = savepoint
      }
      if (keyed)
        return once(
          keyStore(tx, inside, async (user, key, answer) => void (await writeTrail(tx, trail, { user, key, answer }))),
          keyed,
          work,
          refusal,
        )
      const made = await work()
      await writeTrail(tx, trail)
      return made
    })
    if (keyed) {
      refuse(sent as Outcome)
      void reply.header('idempotency-key', keyed.key)
    }
    if (refused) await remember(refused)
    return send(endpoint, reply, sent)
  } catch (error) {
    if (error instanceof Problem) await remember(error)
    throw error
  } finally {
    await removeSpooled(parts?.files)
  }
}

/** Names the answer that a caller gets as long as no data change: equal tags, equal answers. Undefined where that cannot be said. */
function tagOf({ changes }: Deps, endpoint: Endpoint, { url }: FastifyRequest, user: User): string | undefined {
  if (!endpoint.steady || !changes) return undefined
  return `W/"${sha256(`${changes.id} ${changes.data()} ${user.id} ${url}`).slice(0, 32)}"`
}

function send(endpoint: Endpoint, reply: FastifyReply, { status, body }: Answer) {
  void reply.code(status)
  if (status >= 400) return reply.type('application/problem+json').send(body)
  if (endpoint.envelope === 'none') return reply.send()
  if (endpoint.envelope !== 'blob') return reply.send(body)
  const { bytes, mime, name } = body as Bytes
  const ascii = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '_')
  return reply
    .header('content-type', mime)
    .header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(bytes)
}
