import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { SESSION_HANDLE_HEADER } from '../../../src/contract/kernel/constants.ts'
import { access_tokens, sessions, users } from '../../db/schema/core/accounts.ts'
import { sha256 } from '../files/files.ts'
import { versionedCache } from './change-counters.ts'
import type { Deps, User } from './context.ts'
import { problem } from './problem.ts'
import { COOKIE, cookieName } from './sessions.ts'

/** A caller known from the cache: the hash of the token, and the version of the account's row (`ctid` and `xmin`) when it was last looked up. */
export interface CallerProof {
  hash: string
  version: string
}
/** SQL that gives one row, without columns, while token, session and account are unchanged. `$from` and the next two parameters: token hash, account version, instant. */
export const callerCheck = (
  from: number,
) => `select from access_tokens join sessions on sessions.id = session_id join users on users.id = user_id
  where access_tokens.hash = $${from} and users.ctid || ' ' || users.xmin = $${from + 1} and enabled = 1 and deleted_at is null
    and access_tokens.expires_at > $${from + 2}::timestamptz and sessions.expires_at > $${from + 2}::timestamptz`

/** `until`: when the token, or the session, ends. */
type Caller = User & { until: string; version: string }

/** The three ways of knowing a caller: by token, by session cookie (reads of a page that has no token yet), and from the cache. */
export function authenticator({ db, changes }: Deps) {
  const { byToken, bySession } = callerQueries(db)
  const current = versionedCache<Caller>(() => changes?.people())
  // Where nobody hears of changes, a cached caller may have changed: only a statement that checks the caller again may use it.
  const recent = versionedCache<Caller>(() => 0)
  return {
    /**
     * The person of `Authorization: Bearer …`, not looked up again as long as no account, session or right has changed.
     * @throws 401 for a missing, expired or revoked token and for a disabled user
     */
    async byToken(request: FastifyRequest, date: Date): Promise<Caller> {
      const hash = tokenHash(request)
      if (!hash) throw problem.unauthenticated()
      const now = date.toISOString()
      const { cached, keep } = current.lookUp(hash)
      if (cached && cached.until > now) return cached
      const [row] = await byToken.execute({ hash, now })
      if (!row) throw problem.unauthenticated()
      keep(row)
      recent.lookUp(hash).keep(row)
      return row
    },
    /**
     * The person of a session without a token, by what would renew it: the cookie and the handle, neither of which is used up. Undefined without a handle.
     * @throws 401 where cookie and handle are not of one living session
     */
    async bySession(request: FastifyRequest, date: Date): Promise<User | undefined> {
      const { [SESSION_HANDLE_HEADER]: handle, authorization } = request.headers
      if (authorization || typeof handle !== 'string') return undefined
      const [row] = await bySession.execute({
        handle: sha256(handle),
        cookie: sha256(request.cookies[cookieName(COOKIE, request)] ?? ''),
        now: date.toISOString(),
      })
      if (!row) throw problem.unauthenticated()
      return row
    },
    /** The caller as last looked up, who is to be proven by the statement that writes. Undefined if not cached, or where `byToken` needs no query anyway. */
    cachedCaller(request: FastifyRequest): { user: User; proof: CallerProof } | undefined {
      if (changes) return undefined
      const hash = tokenHash(request)
      const user = hash && recent.lookUp(hash).cached
      return user ? { user, proof: { hash, version: user.version } } : undefined
    },
  }
}

const tokenHash = ({ headers }: FastifyRequest) => {
  const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  return token && sha256(token)
}

function callerQueries(db: Deps['db']) {
  const now = sql.placeholder('now')
  const caller = {
    id: users.id,
    name: users.name,
    email: users.email,
    roles: users.roles,
    permissions: users.permissions,
    all_stations: users.all_stations,
    session_id: sessions.id,
  }
  const alive = and(gt(sessions.expires_at, now), eq(users.enabled, 1), isNull(users.deleted_at))
  const byToken = db
    .select({
      ...caller,
      until: sql<string>`least(${access_tokens.expires_at}, ${sessions.expires_at})`.mapWith(sessions.expires_at),
      version: sql<string>`${users}.ctid || ' ' || ${users}.xmin`,
    })
    .from(access_tokens)
    .innerJoin(sessions, eq(sessions.id, access_tokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(access_tokens.hash, sql.placeholder('hash')), gt(access_tokens.expires_at, now), alive))
    .prepare('caller_by_token')
  const cookie = sql.placeholder('cookie')
  const bySession = db
    .select(caller)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(sessions.handle_hash, sql.placeholder('handle')),
        or(eq(sessions.refresh_hash, cookie), and(eq(sessions.previous_refresh_hash, cookie), gt(sessions.previous_until, now))),
        sql`${sessions.last_seen_at} + ${sessions.idle_seconds} * interval '1 second' > ${now}::timestamptz`,
        alive,
      ),
    )
    .prepare('caller_by_session')
  return { byToken, bySession }
}
