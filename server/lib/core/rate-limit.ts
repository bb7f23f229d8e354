import { problem } from './problem.ts'

const WINDOW_MS = 60_000
/** From so many callers on, those whose minute is over are dropped. */
const MOST_CALLERS = 10_000

/**
 * At most `most` calls a minute for each name, counted in this process. It protects time and disk of the process; passwords have a throttle of their own.
 * @returns counts one call
 * @throws 429
 */
export function perMinute(most: number) {
  const counts = new Map<string, { since: number; n: number }>()
  // Absolute difference: a clock that was set back must not lock anybody out.
  return (name: string, now: Date) => {
    const at = now.getTime()
    if (counts.size >= MOST_CALLERS) for (const [one, { since }] of counts) if (Math.abs(at - since) >= WINDOW_MS) counts.delete(one)
    const held = counts.get(name)
    const count = held && Math.abs(at - held.since) < WINDOW_MS ? held : { since: at, n: 0 }
    counts.set(name, count)
    if (++count.n > most) throw problem.tooMany(1, Math.max(1, Math.ceil((count.since + WINDOW_MS - at) / 1000)))
  }
}
