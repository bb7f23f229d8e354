import { keptSession } from '../lib/device.ts'
import { purgeFetched } from '../lib/session.ts'

const STALE_MS = 12 * 3_600_000
const EVERY_MS = 60_000

/**
 * Deletes what can be fetched again where nobody is signed in (a tab may have been killed in the middle of signing out), and when the server has
 * not confirmed the sign-in for 12 hours, also without a network. Drafts and the outbox stay (reliability.md R3, R4).
 * Gives the end of the first look.
 */
export function watchPurge() {
  /** The confirmation that was found too old: one purge for each. */
  let done: number | undefined
  const check = async (start: boolean) => {
    const kept = await keptSession().catch(() => undefined)
    if (!kept) return start ? purgeFetched() : undefined
    const confirmed = kept.confirmed ?? 0
    if (confirmed === done || Date.now() - confirmed < STALE_MS) return undefined
    done = confirmed
    return purgeFetched()
  }
  setInterval(() => void check(false), EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void check(false))
  return check(true)
}
