import { keptSession } from '../lib/device.ts'
import { forgetExpired } from '../lib/offline-sign-in.ts'
import { queryClient } from '../lib/query.ts'
import { followDevice, onPurge, purgeFetched, STALE_MS } from '../lib/session.ts'

const EVERY_MS = 60_000

onPurge.add((staying) => {
  if (!staying) return queryClient.clear()
  queryClient.removeQueries({ type: 'inactive' })
  // Queries of the open page are dropped too, and fetched again.
  return void queryClient.resetQueries()
})

/**
 * While the app is open: deletes data that can be fetched again once the server has not confirmed the sign-in for 12 hours, network or not,
 * and ends a session that another tab has ended. Drafts and the outbox stay. At a start `bootSession` does the same.
 */
export function watchPurge() {
  /** The confirmation that was found too old; each is purged once. */
  let done: number | undefined
  async function check() {
    await followDevice()
    const confirmed = (await keptSession())?.confirmed ?? 0
    if (!confirmed || confirmed === done || Date.now() - confirmed < STALE_MS) return
    done = confirmed
    await purgeFetched(true)
  }
  void forgetExpired().catch(() => undefined)
  const look = () => void check().catch(() => undefined)
  setInterval(look, EVERY_MS)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  // A page restored from the browser's back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && look())
}
