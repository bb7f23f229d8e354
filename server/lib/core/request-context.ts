import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { authenticator, CallerProof } from './authenticate.ts'
import type { Deps, User } from './context.ts'
import { headerOf } from './idempotency-keys.ts'
import type { Call } from './run-call.ts'
import { cookieName } from './sessions.ts'

export interface Route extends Call {
  deps: Deps
  authenticate: ReturnType<typeof authenticator>
}
/** A request at one route. */
export interface Asked {
  route: Route
  request: FastifyRequest
  reply: FastifyReply
  now: Date
}

/** The context of a handler, without the parts that the running call adds (`run-call.ts`). `proof`: the caller is known from the cache alone. */
export function requestContext({ now, route, request, reply }: Asked, user: User | undefined, proof?: CallerProof) {
  const { deps } = route
  return {
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
    calendar: deps.calendar,
    dropDir: deps.dropDir,
    version: deps.version,
    pool: deps.pool,
    header: (name: string) => headerOf(request, name),
    setHeader: (name: string, value: string) => void reply.header(name, value),
    cookies: {
      get: (name: string) => request.cookies[cookieName(name, request)],
      set: (name: string, value: string, maxAge: number) =>
        reply.setCookie(cookieName(name, request), value, {
          path: '/',
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          maxAge,
        }),
    },
  }
}
