import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { access_tokens, sessions, users } from '../db/schema/people.ts'
import { memory } from './changes.ts'
import type { Deps, User } from './context.ts'
import { sha256 } from './files.ts'
import { problem } from './problem.ts'

/** That somebody is still who they were when they were last looked up: the token, and the row of the account as it was. */
export interface Proof {
  hash: string
  version: string
}
/** The one row of it where it holds at this moment (`$from`: token, account, instant), with no column: what a statement writes for somebody is selected from it. */
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
      version: sql<string>`${users}.ctid || ' ' || ${users}.xmin`,
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
  const seen = memory<Caller>(() => changes?.people())
  // Where nobody hears of changes: who was seen lately may be somebody else by now, and is to be proven by the statement that writes.
  const lately = memory<Caller>(() => 0)
  const hashOf = ({ headers }: FastifyRequest) => {
    const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
    if (!token) throw problem.unauthenticated()
    return sha256(token)
  }
  return {
    async sure(request: FastifyRequest, date: Date): Promise<User> {
      const hash = hashOf(request)
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
      const { known } = lately.recall(hash)
      return known && { user: known, proof: { hash, version: known.version } }
    },
  }
}
type Caller = User & { until: string; version: string }
