import type { Context } from '../../lib/core/context.ts'
import { byOurClock, secondsMoved } from '../../lib/core/device-clock.ts'

/** What waited longer on a device counts as written when it arrived: so old a moment is more likely a wrong clock. */
const OLDEST_MS = 60 * 86_400_000

/** When a ticket or comment was written on its device, and the seconds that this was moved; null where it is not earlier than its arrival. */
export function writtenOnDevice(
  { written_at: at, clock_behind_s }: { written_at?: string | undefined; clock_behind_s?: number | undefined },
  context: Pick<Context, 'now' | 'header'>,
) {
  const written_at = byOurClock(at, clock_behind_s, context)
  const waited = context.now.getTime() - Date.parse(written_at)
  if (waited <= 0 || waited > OLDEST_MS) return { written_at: null, clock_moved_s: null }
  return { written_at, clock_moved_s: secondsMoved(at, written_at) }
}
