import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { HANDLE } from '../../../src/contract/kernel/constants.ts'
import { access_tokens, sessions, users } from '../../db/schema/core/accounts.ts'
import { sha256 } from '../files/files.ts'
import { memory } from './changes.ts'
import type { Deps, User } from './context.ts'
import { problem } from './problem.ts'
import { COOKIE, cookieName } from './sessions.ts'

/** That somebody is still who they were when they were last looked up: the token, and the row of the account as it was. */
export interface Proof {
  hash: string
  version: string
}
/** The one row of it where it holds at this moment (`$from`: token, account, instant), with no column: what a statement writes or reads for somebody depends on it. */
export const proven = (
  from: number,
) => `select from access_tokens join sessions on sessions.id = session_id join users on users.id = user_id
  where access_tokens.hash = $${from} and users.ctid || ' ' || users.xmin = $${from + 1} and enabled = 1 and deleted_at is null
    and access_tokens.expires_at > $${from + 2}::timestamptz and sessions.expires_at > $${from + 2}::timestamptz`

/**
 * Tells the caller from `Authorization: Bearer …`; 401 for a missing, expired or revoked token and for a disabled user. A caller already seen is not
 * looked up again as long as no account, session or right has changed.
 */
export function authenticator({ db, changes }: Deps) {
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
  const found = db
    .select({
      ...caller,
      until: sql<string>`least(${access_tokens.expires_at}, ${sessions.expires_at})`.mapWith(sessions.expires_at),
      version: sql<string>`${users}.ctid || ' ' || ${users}.xmin`,
    })
    .from(access_tokens)
    .innerJoin(sessions, eq(sessions.id, access_tokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(access_tokens.hash, sql.placeholder('hash')), gt(access_tokens.expires_at, now), alive))
    .prepare('authenticate')
  const cookie = sql.placeholder('cookie')
  const opening = db
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
    .prepare('authenticate_opening')
  const seen = memory<Caller>(() => changes?.people())
  // Where nobody hears of changes: who was seen lately may be somebody else by now, and is to be proven by the statement that writes or reads.
  const lately = memory<Caller>(() => 0)
  const hashOf = ({ headers }: FastifyRequest) => {
    const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
    return token && sha256(token)
  }
  return {
    /** Who reads with no token yet, by what would renew it: cookie and handle of one session, which stay as they are. Undefined where there is no handle. */
    async opening(request: FastifyRequest, date: Date): Promise<User | undefined> {
      const { [HANDLE]: handle, authorization } = request.headers
      if (authorization || typeof handle !== 'string') return undefined
      const [row] = await opening.execute({
        handle: sha256(handle),
        cookie: sha256(request.cookies[cookieName(COOKIE, request)] ?? ''),
        now: date.toISOString(),
      })
      if (!row) throw problem.unauthenticated()
      return row
    },
    async sure(request: FastifyRequest, date: Date): Promise<Caller> {
      const hash = hashOf(request)
      if (!hash) throw problem.unauthenticated()
      const now = date.toISOString()
      const { known, keep } = seen.recall(hash)
      if (known && known.until > now) return known
      const [row] = await found.execute({ hash, now })
      if (!row) throw problem.unauthenticated()
      keep(row)
      lately.recall(hash).keep(row)
      return row
    },
    /** Who it was when they were last looked up, to be proven; undefined where that is not known, or `sure` asks nobody anyway. */
    lately(request: FastifyRequest): { user: User; proof: Proof } | undefined {
      if (changes) return undefined
      const hash = hashOf(request)
      const known = hash && lately.recall(hash).known
      return known ? { user: known, proof: { hash, version: known.version } } : undefined
    },
  }
}
/** `until`: when the token, or the session, ends. */
type Caller = User & { until: string; version: string }
