import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { access_tokens, sessions, users } from '../db/schema/people.ts'
import { memory } from './changes.ts'
import type { Deps, User } from './context.ts'
import { sha256 } from './files.ts'
import { problem } from './problem.ts'

/**
 * Tells the caller from `Authorization: Bearer …`; 401 for a missing, expired or revoked token and for a disabled user. A caller already seen is not
 * looked up again as long as no account, session or right has changed.
 */
export function authenticator({ db, changes }: Deps): (request: FastifyRequest, now: Date) => Promise<User> {
  const now = sql.placeholder('now')
  const found = db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      permissions: users.permissions,
      all_stations: users.all_stations,
      session_id: sessions.id,
      until: sql<string>`least(${access_tokens.expires_at}, ${sessions.expires_at})`.mapWith(sessions.expires_at),
    })
    .from(access_tokens)
    .innerJoin(sessions, eq(sessions.id, access_tokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(access_tokens.hash, sql.placeholder('hash')),
        gt(access_tokens.expires_at, now),
        gt(sessions.expires_at, now),
        eq(users.enabled, 1),
        isNull(users.deleted_at),
      ),
    )
    .prepare('authenticate')
  const seen = memory<User & { until: string }>(() => changes?.people())
  return async (request, date) => {
    const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw problem.unauthenticated()
    const hash = sha256(token)
    const now = date.toISOString()
    const { known, keep } = seen.recall(hash)
    if (known && known.until > now) return known
    const [row] = await found.execute({ hash, now })
    if (!row) throw problem.unauthenticated()
    keep(row)
    return row
  }
}
