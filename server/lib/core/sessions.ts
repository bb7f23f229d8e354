import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { access_tokens, links, sessions, users } from '../../db/schema/core/accounts.ts'
import { sha256 } from '../files/files.ts'
import type { Context } from './context.ts'
import { type Db, rawStatement } from './db.ts'
import { installationSecret, signature } from './installation-secret.ts'
import { problem } from './problem.ts'

const MINUTE = 60_000
export const ACCESS_MS = 15 * MINUTE
/** For a minute the previous cookie is accepted, too: a lost answer must not sign a person out. */
const GRACE_MS = MINUTE
/** Lives of a session in seconds: [idle, absolute]. A shared device 1 h / 12 h, "Ricordami" 24 h / 7 days (docs/spec/security.md#sessions-and-tokens). */
const lives = { shared: [3_600, 43_200], remembered: [86_400, 604_800] } as const
export const COOKIE = 'rt'
export const DEVICE_COOKIE = 'kd'
/** Over https the `__Host-` prefix makes a browser accept the cookie from this very host alone. */
export const cookieName = (name: string, { protocol }: { protocol: string }) => (protocol === 'https' ? `__Host-${name}` : name)
/** A browser counts as known for so long after a sign-in. */
export const DEVICE_DAYS = 180
export const newToken = () => randomBytes(32).toString('base64url')
const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

type Anyone = Context<unknown>
/** A new token for a session, as it is stored and as it is handed out. */
function access({ now }: Anyone) {
  const token = newToken()
  return { hash: sha256(token), told: { token, expires_at: later(now, ACCESS_MS) } }
}

/** All that a sign-in writes, in one statement. It writes nothing if the account has changed since its password was verified. */
const OPEN = `
  with account as (
    update users set last_login_at = $1, last_login_ip = $2
    where id = $3 and password_hash = $4 and enabled = 1 and deleted_at is null returning id
  ), device as (
    insert into known_devices (user_id, hash, seen_at) select id, $5::text, $1 from account where $5::text is not null
  ), session as (
    insert into sessions (user_id, refresh_hash, handle_hash, ip, user_agent, created_at, last_seen_at, idle_seconds, expires_at)
    select id, $6, $7, $2, $8, $1, $1, $9, $10 from account returning id
  )
  insert into access_tokens (hash, session_id, expires_at) select $11, id, $12 from session returning session_id`
/**
 * A session for somebody whose password has been verified.
 * @param device whether the browser was known before; else it is from now on
 * @returns undefined where the account has changed since it was verified, or is disabled
 */
export async function openSession(
  context: Anyone,
  verified: { id: number; password_hash: string | null },
  device: boolean,
  remember: boolean,
) {
  const [idle, absolute] = remember ? lives.remembered : lives.shared
  const [refresh, handle, browser] = [newToken(), newToken(), newToken()]
  const { hash, told } = access(context)
  const { ip, agent, db } = context
  const now = context.now.toISOString()
  const values = [
    now,
    ip,
    verified.id,
    verified.password_hash,
    device ? null : sha256(browser),
    sha256(refresh),
    sha256(handle),
    agent,
    idle,
  ]
  const { rows } = (await db.execute(
    rawStatement(OPEN, [...values, later(context.now, absolute * 1000), hash, told.expires_at]),
  )) as unknown as {
    rows: unknown[]
  }
  if (!rows.length) return undefined
  if (!device) context.cookies.set(DEVICE_COOKIE, browser, DEVICE_DAYS * 86_400)
  context.cookies.set(COOKIE, refresh, absolute)
  return { ...told, handle, user_id: verified.id }
}

/** The next cookie is derived from the present one, so that two renewals at once give the same one, whichever response comes last. */
const successor = (key: string, cookie: string) => createHmac('sha256', key).update(cookie).digest('base64url')

/**
 * A new token for the session whose cookie and handle both match; the cookie is replaced by its successor. For a minute the cookie before is taken
 * too, since an answer can get lost on the way or be overtaken by that of another page load. Any other cookie with the right handle is a stolen copy: the whole session ends.
 */
export async function renewSession(context: Anyone, handle: string) {
  const cookie = context.cookies.get(COOKIE)
  if (!cookie) throw problem.unauthenticated()
  const [row] = await context.db
    .select({ session: sessions, enabled: users.enabled, deleted: users.deleted_at })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(eq(sessions.handle_hash, sha256(handle)))
    .for('update', { of: sessions })
  const alive =
    row &&
    row.enabled === 1 &&
    !row.deleted &&
    row.session.expires_at > context.now.toISOString() &&
    Date.parse(row.session.last_seen_at) + row.session.idle_seconds * 1000 > context.now.getTime()
  const hash = sha256(cookie)
  if (row?.enabled === 1 && row.session.idle_seconds === 0 && row.session.refresh_hash === hash) throw problem.rightsChanged()
  if (!row || !alive) throw problem.unauthenticated()
  const { session } = row
  const now = context.now.toISOString()
  const current = session.refresh_hash === hash
  if (!current && (session.previous_refresh_hash !== hash || session.previous_until! < now))
    throw problem.unauthenticated({ action: 'sessione_riusata', keep: () => endSession(context.db, session.id) })
  const rotation_key = session.rotation_key ?? newToken()
  const refresh = successor(rotation_key, cookie)
  const replaced = current ? { previous_refresh_hash: hash, previous_until: later(context.now, GRACE_MS) } : {}
  await context.db
    .update(sessions)
    .set({ refresh_hash: sha256(refresh), rotation_key, ...replaced, last_seen_at: now })
    .where(eq(sessions.id, session.id))
  context.cookies.set(COOKIE, refresh, Math.floor((Date.parse(session.expires_at) - context.now.getTime()) / 1000))
  const { hash: token, told } = access(context)
  await context.db.insert(access_tokens).values({ hash: token, session_id: session.id, expires_at: told.expires_at })
  return { ...told, handle, user_id: session.user_id }
}

/** Name of the secret that the keys of devices are made of. */
export const DEVICE_KEY = 'device_key'
/** What encrypts a person's own work on a device, 32 bytes as base64url: always the same, so that whoever can sign in can read it. */
export const deviceKey = async (db: Db, user: number) => signature(await installationSecret(db, DEVICE_KEY), String(user))

export const endSession = (db: Db, id: number) => db.delete(sessions).where(eq(sessions.id, id))
/** A session ended by a change of rights lies there, with no time to be idle in, until its next renewal is told why or the night deletes it. */
export const endSessionsByRights = ({ db, now }: Pick<Anyone, 'db' | 'now'>, userId: number) =>
  db.update(sessions).set({ expires_at: now.toISOString(), idle_seconds: 0 }).where(eq(sessions.user_id, userId))
/** Password change and disablement end every session of a user at once. */
export const endSessionsOf = (db: Db, userId: number) => db.delete(sessions).where(eq(sessions.user_id, userId))

export const linkLife = { reset: 60 * MINUTE, invitation: 7 * 24 * 60 * MINUTE }
export async function newLink(context: Pick<Anyone, 'db' | 'now'>, userId: number, kind: keyof typeof linkLife) {
  const token = newToken()
  await context.db.insert(links).values({ hash: sha256(token), user_id: userId, kind, expires_at: later(context.now, linkLife[kind]) })
  return token
}
/** Makes all links in old mails of a person invalid. */
export const spendLinks = ({ db, now }: Pick<Anyone, 'db' | 'now'>, userId: number) =>
  db
    .update(links)
    .set({ used_at: now.toISOString() })
    .where(and(eq(links.user_id, userId), isNull(links.used_at)))
/** Gives the link with this hash a new token and a new end; undefined if it is used or gone. */
export async function renewLink(context: Pick<Anyone, 'db' | 'now'>, hash: string, kind: keyof typeof linkLife) {
  const token = newToken()
  const rows = await context.db
    .update(links)
    .set({ hash: sha256(token), expires_at: later(context.now, linkLife[kind]) })
    .where(and(eq(links.hash, hash), eq(links.kind, kind), isNull(links.used_at)))
    .returning({ hash: links.hash })
  return rows.length ? token : undefined
}
/** The user of a link that is still valid; `use` marks it as used. @throws 422 otherwise */
export async function followLink(context: Anyone, token: string, kind: keyof typeof linkLife, use: boolean) {
  const [row] = await context.db
    .select({ hash: links.hash, used_at: links.used_at, id: users.id, name: users.name, email: users.email })
    .from(links)
    .innerJoin(users, eq(users.id, links.user_id))
    .where(
      and(
        eq(links.hash, sha256(token)),
        eq(links.kind, kind),
        gt(links.expires_at, context.now.toISOString()),
        eq(users.enabled, 1),
        isNull(users.deleted_at),
      ),
    )
    .for('update', { of: links })
  if (!row || row.used_at) throw problem.unprocessable('Il link non è valido o è scaduto.')
  if (use) await context.db.update(links).set({ used_at: context.now.toISOString() }).where(eq(links.hash, row.hash))
  return row
}
