import type {} from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { sha256 } from '../files/files.ts'
import { Json } from '../tables/as-json.ts'
import { holdsLong, longJson } from '../tables/lots.ts'
import { authenticator, type Proof } from './authenticate.ts'
import { type Memory, memory } from './changes.ts'
import type { Bytes, Deps, User } from './context.ts'
import type { ApiResponse, Outcome } from './idempotency.ts'
import { headerOf, keyOf, refuse } from './idempotent.ts'
import type { Implementation } from './implement.ts'
import { type Parts, readParts, removeSpooled } from './input.ts'
import { type Call, performer } from './perform.ts'
import { Problem, problem } from './problem.ts'
import { cookieName } from './sessions.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers every endpoint of every resource as a route; find-my-way gives fixed parts precedence over parameters. */
export function serve(app: FastifyInstance, deps: Deps, implementations: readonly Implementation[]) {
  const authenticate = authenticator(deps)
  for (const { endpoints, handlers } of implementations)
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const totals = memory<number>(() => (endpoint.steady ? deps.changes?.data() : undefined))
      mount(app, { deps, authenticate, totals, endpoint, handler: handlers[key]! })
    }
}

interface Route extends Call {
  deps: Deps
  authenticate: ReturnType<typeof authenticator>
  totals: Memory<number>
}
function mount(app: FastifyInstance, route: Route) {
  const url = API_BASE + route.endpoint.path.replace(/\{(\w+)\}/g, ':$1')
  app.route({
    method: route.endpoint.method,
    url,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(route, request, reply),
  })
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { deps, authenticate, endpoint, handler } = route
  const now = deps.now()
  const lately = endpoint.policy !== 'guest' && (handler.atOnce || handler.written) && authenticate.lately(request)
  if (lately) {
    const made = await madeFor(lately, { now, route, request, reply })
    if (made) return send(endpoint, reply, made)
  }
  const reads = endpoint.method === 'GET' && !endpoint.acts
  const user =
    endpoint.policy === 'guest'
      ? undefined
      : (reads && (await authenticate.opening(request, now))) || (await authenticate.sure(request, now))
  const call = callOf(user, undefined, { now, route, request, reply })
  let parts: Parts | undefined
  try {
    if (!allows(endpoint.policy, user)) throw problem.forbidden()
    const tag = user && tagOf(deps, endpoint, request, user, now)
    if (tag && request.headers['if-none-match'] === tag) return reply.header('etag', tag).code(304).send()
    parts = await readParts(endpoint, request)
    if (reads) {
      const made = await call.read(parts)
      // If something has changed meanwhile, the answer may or may not contain it.
      if (tag && tag === tagOf(deps, endpoint, request, user, now)) void reply.header('etag', tag)
      const long = endpoint.envelope !== 'blob' && holdsLong(made.body) && (await longJson(made.body))
      return long ? reply.type(JSON_TYPE).send(long) : send(endpoint, reply, made)
    }
    if (endpoint.spool) return send(endpoint, reply, await call.inPieces(parts))
    const keyed = keyOf(endpoint, request, parts, user?.id)
    const sent = await call.write(parts, keyed)
    if (keyed) {
      refuse(sent as Outcome)
      void reply.header('idempotency-key', keyed.key)
    }
    return send(endpoint, reply, sent)
  } catch (error) {
    if (error instanceof Problem) await call.remember(error)
    throw error
  } finally {
    await removeSpooled(parts?.files)
  }
}

interface Asked {
  now: Date
  route: Route
  request: FastifyRequest
  reply: FastifyReply
}
const callOf = (user: User | undefined, proof: Proof | undefined, { now, route, request, reply }: Asked) => {
  const { deps, totals, endpoint, handler } = route
  return performer(
    {
      db: deps.db,
      user,
      proof,
      now,
      ip: request.ip,
      agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      requestId: request.id,
      files: deps.files,
      sendsMail: deps.mail.sends,
      jobs: deps.jobs,
      hub: deps.hub,
      origin: deps.origin,
      demo: deps.demo,
      tiles: deps.tiles,
      registry: deps.registry,
      totals,
      header: (name) => headerOf(request, name),
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
    },
    { endpoint, handler },
    request.url,
  )
}
/** For somebody who is proven by the statement that writes, or reads: no way to the database of its own. Undefined where it is to be gone about as for anybody, from the beginning. */
async function madeFor({ user, proof }: NonNullable<ReturnType<Route['authenticate']['lately']>>, asked: Asked) {
  const { route, request, reply } = asked
  const { endpoint } = route
  if (!allows(endpoint.policy, user)) return undefined
  try {
    const parts = await readParts(endpoint, request)
    const keyed = keyOf(endpoint, request, parts, user.id)
    const call = callOf(user, proof, asked)
    const made = await (endpoint.method === 'GET' ? call.readAtOnce(parts) : call.madeAtOnce(parts, keyed))
    if (made && keyed) void reply.header('idempotency-key', keyed.key)
    return made
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Names the answer that a caller gets as long as no data change: equal tags, equal answers. Undefined where that cannot be said. */
function tagOf({ changes }: Deps, { steady }: Endpoint, { url }: FastifyRequest, user: User, now: Date): string | undefined {
  if (!steady || !changes) return undefined
  const period = steady === true ? '' : Math.floor(now.getTime() / (steady * 60_000))
  return `W/"${sha256(`${changes.id} ${changes.data()} ${user.id} ${url} ${period}`).slice(0, 32)}"`
}

function send(endpoint: Endpoint, reply: FastifyReply, { status, body }: ApiResponse) {
  void reply.code(status)
  if (status >= 400) return reply.type('application/problem+json').send(body)
  if (endpoint.envelope === 'none') return reply.send()
  if (body instanceof Json) return reply.type(JSON_TYPE).send(body.text)
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
