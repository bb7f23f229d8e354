import { and, count, eq, gt, min, sql } from 'drizzle-orm'
import { known_devices, login_attempts } from '../../db/schema/core/accounts.ts'
import type { Context } from '../../lib/core/context.ts'
import { rawStatement } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { DEVICE_COOKIE } from '../../lib/core/sessions.ts'
import { sha256 } from '../../lib/files/files.ts'

const WINDOW_S = 15 * 60
const FREE_FAILURES = 5
const FAILURES_PER_IP = 100

/** The key of the browser if this user has signed in from it before, else ''. */
export async function knownDevice({ db, cookies }: Context<unknown>, userId: number | undefined): Promise<string> {
  const cookie = cookies.get(DEVICE_COOKIE)
  if (!cookie || userId === undefined) return ''
  const hash = sha256(cookie)
  const found = await db.$count(known_devices, and(eq(known_devices.hash, hash), eq(known_devices.user_id, userId)))
  return found ? hash : ''
}

/**
 * Slows password guessing (docs/spec/security.md#throttling): after 5 failures in 15 minutes each further try on an account waits twice as long as the one before, so
 * that at most 10 are verified in 15 minutes. A browser that the user has signed in from before is counted separately, so that strangers cannot lock the
 * user out. An IP address may fail 100 times.
 *
 * The try is stored as a failure, and committed, before it is verified: simultaneous tries, also of other processes, see each other.
 * @param who the account, and the known browser or person that is counted separately ('' for strangers)
 * @returns whether `verify` found the password right; then the try no longer counts as a failure
 * @throws 429
 */
export async function throttled(
  context: Context<unknown>,
  who: { account: string; apart: string },
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const id = await recordTry(context, who)
  const right = await verify()
  if (right) await context.db.update(login_attempts).set({ ok: true }).where(eq(login_attempts.id, id))
  return right
}

/** Requests for a new password that one network address may make in fifteen minutes: a station with thirty people stays well below it. */
const LINKS_PER_IP = 20
/** The `device` of these requests in the table of tries; no browser has it. */
const FORGOTTEN = 'password dimenticata'
/** Counts a request for a new password, in the transaction of the request. @throws 429 */
export async function limitForgotten({ db, ip, now }: Context<unknown>, email: string): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_S * 1_000).toISOString()
  await db.execute(sql`select pg_advisory_xact_lock(3, hashtext(${ip}))`)
  const recent = and(eq(login_attempts.ip, ip), eq(login_attempts.device, FORGOTTEN), gt(login_attempts.at, since))
  const [{ n, last } = { n: 0, last: null }] = await db
    .select({ n: count(), last: min(login_attempts.at) })
    .from(login_attempts)
    .where(recent)
  if (n >= LINKS_PER_IP) {
    const wait = Math.ceil((new Date(last!).getTime() + WINDOW_S * 1_000 - now.getTime()) / 1_000)
    throw problem.tooMany(Math.ceil(wait / 60), wait)
  }
  await db.insert(login_attempts).values({ email: email.toLowerCase(), device: FORGOTTEN, ip, at: now.toISOString(), ok: true })
}

const LOCK = 'select pg_advisory_xact_lock(1, hashtext($1)), pg_advisory_xact_lock(2, hashtext($2))'
/** Computes the seconds that a try has to wait. Without a wait, it stores the try as a failure. */
const RECORD_TRY = `
  with failed as (
    select count(*) filter (where email = $1 and device = $2) as mine, max(at) filter (where email = $1 and device = $2) as last,
      count(*) filter (where ip = $3) as here
    from login_attempts
    where (email = $1 and device = $2 or ip = $3) and not ok and at > $4::timestamptz - interval '${WINDOW_S} seconds'
  ), told as (
    select greatest(0,
      case when mine >= ${FREE_FAILURES} then ceil(extract(epoch from last - $4::timestamptz) + least(${WINDOW_S}, 30 * 2 ^ least(mine - ${FREE_FAILURES}, 9))) end,
      case when $2 = '' and here >= ${FAILURES_PER_IP} then ${WINDOW_S} end)::int as wait
    from failed
  ), tried as (
    insert into login_attempts (email, device, ip, at, ok) select $1, $2, $3, $4::timestamptz, false from told where wait = 0 returning id
  )
  select wait, (select id from tried) as id from told`

async function recordTry({ db, ip, now }: Context<unknown>, { account, apart }: { account: string; apart: string }): Promise<number> {
  const { wait, id } = await db.transaction(async (tx) => {
    // Both statements are sent together. The second runs once the lock is held, so it sees the committed tries before it.
    const [, result] = await Promise.all([
      tx.execute(rawStatement(LOCK, [account, ip])),
      tx.execute(rawStatement(RECORD_TRY, [account, apart, ip, now.toISOString()])),
    ])
    return (result as unknown as { rows: [{ wait: number; id: number }] }).rows[0]
  })
  if (wait) throw problem.tooMany(Math.ceil(wait / 60), wait)
  return id
}
