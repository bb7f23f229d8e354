import { claim } from './lease.ts'
import type { World } from './types.ts'

/** A holder without a heartbeat for this long is frozen, so its lock is taken. Every step and every wake writes the heartbeat. */
export const STEAL_AFTER_MS = 30_000
/** After this long without a look the lock may have changed hands, so the wait starts again. */
const LOOKED_AWAY_MS = 15_000

/** Whether the lock was taken from us, as far as we have heard. */
export interface Grip {
  lost: boolean
}

/** The lock that lets one tab send at a time, and takes it from a tab that is frozen. */
export function createTabLock(world: World) {
  const { clock } = world
  /** The lock was busy when last asked for (`seen`), and its holder has shown the same heartbeat `since`. */
  let lastBusy: { heartbeat: string; since: number; seen: number } | undefined

  return {
    /** Forgets how long the holder has been silent: nothing waits for the lock now. */
    forgetHolder() {
      lastBusy = undefined
    },
    /**
     * Runs `work` while this tab holds the lock. Gives undefined where another tab holds it, or where `work` finds it claimed.
     * @param heartbeat of the holder, read just before
     */
    async run<R>(
      heartbeat: string,
      work: (grip: Readonly<Grip>, claimed: number | undefined) => Promise<R | undefined>,
    ): Promise<R | undefined> {
      const seen = clock.now()
      const since = lastBusy?.heartbeat === heartbeat && seen - lastBusy.seen < LOOKED_AWAY_MS ? lastBusy.since : seen
      const claimed = seen - since >= STEAL_AFTER_MS ? await claim(world, heartbeat) : undefined
      // If this tab froze after the claim, another may have taken the claim for silence and be sending now.
      const steal = claimed !== undefined && clock.now() - seen < LOOKED_AWAY_MS
      const grip: Grip = { lost: false }
      const result = await world
        .lock(() => work(grip, claimed), { steal })
        .catch((error) => {
          grip.lost = true
          throw error
        })
      lastBusy = result === undefined ? { heartbeat, since, seen } : undefined
      return result
    },
  }
}
