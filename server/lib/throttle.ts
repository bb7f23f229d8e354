import { and, count, eq, gt, max } from 'drizzle-orm'
import { known_devices, login_attempts, users } from '../db/schema/people.ts'
import type { Context } from './context.ts'
import { sha256 } from './files.ts'
import { problem } from './problem.ts'
import { DEVICE_COOKIE } from './sessions.ts'

const WINDOW_MS = 15 * 60_000
const FREE = 5
const PER_ADDRESS = 100

/**
 * Slows password guessing (reliability.md 4.4): after 5 failures in 15 minutes each further try on an account waits twice as long as the one
 * before, so that at most 10 are verified in 15 minutes. A browser the user has signed in from before is counted apart, so that strangers cannot
 * shut the user out; a station's shared address may fail 100 times.
 * @returns what names this browser in the counts
 */
export async function throttle(context: Context<unknown>, email: string): Promise<string> {
  const cookie = context.cookies.get(DEVICE_COOKIE)
  const device = cookie ? sha256(cookie) : ''
  const [known] = device
    ? await context.db
        .select({ hash: known_devices.hash })
        .from(known_devices)
        .innerJoin(users, eq(users.id, known_devices.user_id))
        .where(and(eq(known_devices.hash, device), eq(users.email, email)))
    : []
  const name = known?.hash ?? ''
  const since = new Date(context.now.getTime() - WINDOW_MS).toISOString()
  const failures = async (...which: Parameters<typeof and>) => {
    const [row] = await context.db
      .select({ n: count(), last: max(login_attempts.at) })
      .from(login_attempts)
      .where(and(...which, eq(login_attempts.ok, false), gt(login_attempts.at, since)))
    return { n: row?.n ?? 0, last: row?.last ? Date.parse(row.last) : 0 }
  }
  const mine = await failures(eq(login_attempts.email, email), eq(login_attempts.device, name))
  const wait = mine.n < FREE ? 0 : Math.min(WINDOW_MS, 30_000 * 2 ** (mine.n - FREE))
  const left = mine.last + wait - context.now.getTime()
  if (left > 0) throw problem.tooMany(Math.ceil(left / 60_000), Math.ceil(left / 1000))
  const address = await failures(eq(login_attempts.ip, context.ip))
  if (address.n >= PER_ADDRESS) throw problem.tooMany(15, 900)
  return name
}
export async function recordAttempt(context: Context<unknown>, email: string, device: string, ok: boolean) {
  await context.db.insert(login_attempts).values({ email, device, ip: context.ip, at: context.now.toISOString(), ok })
}
