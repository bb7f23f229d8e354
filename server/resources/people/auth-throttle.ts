import { and, eq } from 'drizzle-orm'
import { known_devices, login_attempts } from '../../db/schema/core/accounts.ts'
import type { Context } from '../../lib/core/context.ts'
import { rawStatement } from '../../lib/core/db.ts'
import { problem } from '../../lib/core/problem.ts'
import { DEVICE_COOKIE } from '../../lib/core/sessions.ts'
import { sha256 } from '../../lib/files/files.ts'

const WINDOW_S = 15 * 60
const FREE = 5
const PER_ADDRESS = 100

/** Names the browser where this user has signed in from it before; '' for any other. */
export async function knownDevice({ db, cookies }: Context<unknown>, userId: number | undefined): Promise<string> {
  const cookie = cookies.get(DEVICE_COOKIE)
  if (!cookie || userId === undefined) return ''
  const hash = sha256(cookie)
  const found = await db.$count(known_devices, and(eq(known_devices.hash, hash), eq(known_devices.user_id, userId)))
  return found ? hash : ''
}

/**
 * Slows password guessing (reliability.md 4.4): after 5 failures in 15 minutes each further try on an account waits twice as long as the one
 * before, so that at most 10 are verified in 15 minutes. A browser the user has signed in from before is counted apart, so that strangers cannot
 * shut the user out, neither by the account nor by the address they share; an address may fail 100 times.
 *
 * A try counts as failed from before it is verified, and that is committed: of tries that come at once, by whatever process, each sees those before it.
 * @param who name of the account, and of the browser or person that is counted apart ('': strangers)
 * @returns whether `verify` found the password right; only then the try is taken off the count
 * @throws 429
 */
export async function attempt(
  context: Context<unknown>,
  who: { account: string; apart: string },
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const id = await reserve(context, who)
  const right = await verify()
  if (right) await context.db.update(login_attempts).set({ ok: true }).where(eq(login_attempts.id, id))
  return right
}

const LOCKED = 'select pg_advisory_xact_lock(1, hashtext($1)), pg_advisory_xact_lock(2, hashtext($2))'
/** Seconds that a try has to wait; one that has not is written as a failure. */
const TRIED = `
  with failed as (
    select count(*) filter (where email = $1 and device = $2) as mine, max(at) filter (where email = $1 and device = $2) as last,
      count(*) filter (where ip = $3) as here
    from login_attempts
    where (email = $1 and device = $2 or ip = $3) and not ok and at > $4::timestamptz - interval '${WINDOW_S} seconds'
  ), told as (
    select greatest(0,
      case when mine >= ${FREE} then ceil(extract(epoch from last - $4::timestamptz) + least(${WINDOW_S}, 30 * 2 ^ least(mine - ${FREE}, 9))) end,
      case when $2 = '' and here >= ${PER_ADDRESS} then ${WINDOW_S} end)::int as wait
    from failed
  ), tried as (
    insert into login_attempts (email, device, ip, at, ok) select $1, $2, $3, $4::timestamptz, false from told where wait = 0 returning id
  )
  select wait, (select id from tried) as id from told`

async function reserve({ db, ip, now }: Context<unknown>, { account, apart }: { account: string; apart: string }): Promise<number> {
  const { wait, id } = await db.transaction(async (tx) => {
    // What follows sees what those before have committed: it leaves with it, and is carried out after it.
    const [, told] = await Promise.all([
      tx.execute(rawStatement(LOCKED, [account, ip])),
      tx.execute(rawStatement(TRIED, [account, apart, ip, now.toISOString()])),
    ])
    return (told as unknown as { rows: [{ wait: number; id: number }] }).rows[0]
  })
  if (wait) throw problem.tooMany(Math.ceil(wait / 60), wait)
  return id
}
