import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { sha256 } from '../files/files.ts'
import { JsonText } from '../tables/sql-json.ts'
import { holdsLong, stringifyLong } from '../tables/yielding-batches.ts'
import { authenticator } from './authenticate.ts'
import type { Bytes, Deps, User } from './context.ts'
import { isFile } from './envelope.ts'
import type { ApiResponse, Outcome } from './idempotency.ts'
import { keyOf, throwUnrecorded } from './idempotency-keys.ts'
import type { Implementation } from './implement.ts'
import { type Parts, readParts, removeSpooled } from './input.ts'
import { Problem, problem } from './problem.ts'
import { type Asked, type Route, requestContext } from './request-context.ts'
import { RunningCall } from './run-call.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers every endpoint of every resource as a route; find-my-way gives fixed parts of a path precedence over parameters. */
export function serve(app: FastifyInstance, deps: Deps, implementations: readonly Implementation[]) {
  const authenticate = authenticator(deps)
  for (const { endpoints, handlers } of implementations)
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const route: Route = { deps, authenticate, endpoint, handler: handlers[key]! }
      app.route({
        // Documented commands are GETs; our client sends a POST, which no link or prefetch repeats (docs/spec/api.md#commands).
        method: endpoint.acts ? ['GET', 'POST'] : endpoint.method,
        url: API_BASE + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        handler: (request, reply) => answer({ route, request, reply, now: deps.now() }),
      })
    }
}

/** Answers a request: find the caller, check that the caller may, do it. */
async function answer(asked: Asked) {
  const { endpoint } = asked.route
  const inserted = await insertForCachedCaller(asked)
  if (inserted) return send(endpoint, asked.reply, inserted)
  const user = await findCaller(asked)
  const call = new RunningCall(requestContext(asked, user), asked.route, asked.request.url)
  let parts: Parts | undefined
  try {
    if (!allows(endpoint.policy, user)) throw problem.forbidden()
    const tag = user && etagOf(asked, user)
    if (tag && asked.request.headers['if-none-match'] === tag) return asked.reply.header('etag', tag).code(304).send()
    parts = await readParts(endpoint, asked.request)
    if (isRead(endpoint)) return await answerRead(asked, await call.read(parts), user, tag)
    if (endpoint.spool === true) return send(endpoint, asked.reply, await call.writeInPieces(parts))
    return await answerWrite(asked, call, parts, user)
  } catch (error) {
    if (error instanceof Problem) await call.recordRefusal(error)
    if (error instanceof Problem && isAbsent(endpoint, error)) return asked.reply.code(204).send()
    throw error
  } finally {
    await removeSpooled(parts?.files)
  }
}

const isRead = ({ method, acts }: Endpoint) => method === 'GET' && !acts

/** A guest, the session that a page without a token yet belongs to (reads alone), or the person of the token. */
async function findCaller({ route: { endpoint, authenticate }, request, now }: Asked): Promise<User | undefined> {
  if (endpoint.policy === 'guest') return undefined
  return (isRead(endpoint) && (await authenticate.bySession(request, now))) || authenticate.byToken(request, now)
}

/** Sends what was read, with the tag it had before where that still holds: if something has changed meanwhile, the answer may or may not contain it. */
async function answerRead(asked: Asked, answer: ApiResponse, user: User | undefined, tag: string | undefined) {
  const { route, reply } = asked
  if (tag && tag === etagOf(asked, user!)) void reply.header('etag', tag)
  const long = route.endpoint.envelope !== 'blob' && !isFile(answer.body) && holdsLong(answer.body) && (await stringifyLong(answer.body))
  return long ? reply.type(JSON_TYPE).send(long) : send(route.endpoint, reply, answer)
}

async function answerWrite({ route: { endpoint }, request, reply, now }: Asked, call: RunningCall, parts: Parts, user: User | undefined) {
  const keyed = keyOf(endpoint, request, parts, user?.id, now)
  const answer = await call.write(parts, keyed)
  if (keyed) throwUnrecorded(answer as Outcome)
  if (keyed && !keyed.since) void reply.header('idempotency-key', keyed.key)
  return send(endpoint, reply, answer)
}

/**
 * Fast path of a plain record on PostgreSQL: the statement that inserts it also checks the caller, who is known from the cache. Undefined where that is
 * not possible, or the caller may not: the request then starts over on the normal path, which finds out why.
 */
async function insertForCachedCaller(asked: Asked): Promise<ApiResponse | undefined> {
  const { route, request, reply } = asked
  const cached = route.handler.insertPlan && route.authenticate.cachedCaller(request)
  if (!cached || !allows(route.endpoint.policy, cached.user)) return undefined
  try {
    const parts = await readParts(route.endpoint, request)
    const keyed = keyOf(route.endpoint, request, parts, cached.user.id, asked.now)
    const inserted = await new RunningCall(requestContext(asked, cached.user, cached.proof), route, request.url).insertInOneStatement(
      parts,
      keyed,
    )
    if (inserted && keyed) void reply.header('idempotency-key', keyed.key)
    return inserted
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Names the answer that a caller gets as long as no data change: equal tags, equal answers. Undefined where nobody hears of all changes. */
function etagOf({ route, request, now }: Asked, user: User): string | undefined {
  const { changes } = route.deps
  const { steady } = route.endpoint
  if (!steady || !changes) return undefined
  const period = steady === true ? '' : Math.floor(now.getTime() / (steady * 60_000))
  return `W/"${sha256(`${changes.id} ${changes.data()} ${user.id} ${request.url} ${period}`).slice(0, 32)}"`
}

/** Deleting what does not exist and what is out of the caller's reach answer alike: as for a row that was deleted before. */
const isAbsent = ({ method, envelope }: Endpoint, { status }: { status: number }) =>
  method === 'DELETE' && envelope === 'none' && status === 404

function send(endpoint: Endpoint, reply: FastifyReply, { status, body }: ApiResponse) {
  if (isAbsent(endpoint, { status })) return reply.code(204).send()
  void reply.code(status)
  if (status >= 400) return reply.type('application/problem+json').send(body)
  if (endpoint.envelope === 'none') return reply.send()
  if (body instanceof JsonText) return reply.type(JSON_TYPE).send(body.text)
  if (endpoint.envelope !== 'blob' && !isFile(body)) return reply.send(body)
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
