import { and, eq, gt, or, sql } from 'drizzle-orm'
import { known_devices, login_attempts } from '../db/schema/people.ts'
import type { Context } from '../lib/context.ts'
import { sha256 } from '../lib/files.ts'
import { problem } from '../lib/problem.ts'
import { DEVICE_COOKIE } from '../lib/sessions.ts'

const WINDOW_MS = 15 * 60_000
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

const reserve = ({ db, ip, now }: Context<unknown>, { account, apart }: { account: string; apart: string }) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1, hashtext(${account})), pg_advisory_xact_lock(2, hashtext(${ip}))`)
    const t = login_attempts
    const mine = and(eq(t.email, account), eq(t.device, apart))
    const here = eq(t.ip, ip)
    const since = new Date(now.getTime() - WINDOW_MS).toISOString()
    const [failed] = await tx
      .select({
        mine: sql<number>`count(*) filter (where ${mine})`.mapWith(Number),
        last: sql<string | null>`max(${t.at}) filter (where ${mine})`.mapWith(t.at),
        here: sql<number>`count(*) filter (where ${here})`.mapWith(Number),
      })
      .from(t)
      .where(and(or(mine, here), eq(t.ok, false), gt(t.at, since)))
    const wait = failed!.mine < FREE ? 0 : Math.min(WINDOW_MS, 30_000 * 2 ** (failed!.mine - FREE))
    const left = Date.parse(failed!.last ?? since) + wait - now.getTime()
    if (left > 0) throw problem.tooMany(Math.ceil(left / 60_000), Math.ceil(left / 1000))
    if (!apart && failed!.here >= PER_ADDRESS) throw problem.tooMany(15, 900)
    const [row] = await tx.insert(t).values({ email: account, device: apart, ip, at: now.toISOString(), ok: false }).returning({ id: t.id })
    return row!.id
  })
