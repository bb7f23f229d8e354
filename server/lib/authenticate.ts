import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { access_tokens, sessions, users } from '../db/schema/people.ts'
import type { Db, User } from './context.ts'
import { sha256 } from './files.ts'
import { problem } from './problem.ts'

/** The caller, from `Authorization: Bearer …`; 401 for a missing, expired or revoked token and for a disabled user. */
export async function authenticate(db: Db, request: FastifyRequest, now: Date): Promise<User> {
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw problem.unauthenticated()
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      permissions: users.permissions,
      all_stations: users.all_stations,
      session_id: sessions.id,
    })
    .from(access_tokens)
    .innerJoin(sessions, eq(sessions.id, access_tokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(access_tokens.hash, sha256(token)),
        gt(access_tokens.expires_at, now.toISOString()),
        gt(sessions.expires_at, now.toISOString()),
        eq(users.enabled, 1),
        isNull(users.deleted_at),
      ),
    )
  if (!row) throw problem.unauthenticated()
  return row
}
