import { createBackoff } from './backoff.ts'
import { laneHeads } from './lane-heads.ts'
import { Ended, guard, takeOver } from './lease.ts'
import { checkSchema } from './rows.ts'
import { sendLanes } from './send-lanes.ts'
import { createTabLock, type Grip } from './tab-lock.ts'
import { OutdatedError, type World } from './types.ts'

/**
 * Why sending is asked for. All but `put`, `timer` and `boot` are reasons to believe that what failed before may work now: they end
 * the waits, except those the server asked for with Retry-After.
 */
export type WakeReason = 'boot' | 'put' | 'timer' | 'online' | 'focus' | 'visible' | 'probe' | 'sign-in' | 'user'

export interface DrainResult {
  /**
   * `idle`: everything that may be tried now was tried. `busy`: another tab sends. `auth`: the sign-in was refused or there is none.
   * `unreachable`: nobody answers. `fenced`: another tab took over. `outdated`: reload. `failed`: the database failed, `cause` says how.
   */
  outcome: 'idle' | 'busy' | 'auth' | 'unreachable' | 'fenced' | 'outdated' | 'failed'
  /** Items that got their receipt. */
  sent: number
  /** Wake again after this many milliseconds (or earlier, for a reason). */
  nextInMs?: number
  cause?: unknown
}

const BUSY_MS = 2_000

/**
 * Sends what waits: one drain at a time in this tab, one tab at a time. A drain looks at the first item of each lane (lane-heads.ts), takes
 * the lock (tab-lock.ts), begins an epoch (lease.ts), and sends lane by lane (send-lanes.ts): plan one step, attempt it, record the verdict.
 */
export function createDrain(world: World, changed: () => void) {
  const { store } = world
  const backoff = createBackoff(world)
  const tabLock = createTabLock(world)
  let running: Promise<DrainResult> | undefined
  /** A wake was asked for during the drain; `hopeful`: for a reason that ends the waits. */
  let again: 'no' | 'yes' | 'hopeful' = 'no'
  /** Under which this tab sends, or last sent. */
  let epoch = 0

  async function wake(reason: WakeReason): Promise<DrainResult> {
    const hopeful = !['put', 'timer', 'boot'].includes(reason)
    if (hopeful) backoff.retryNow()
    const current = running
    if (current) {
      if (hopeful) again = 'hopeful'
      else if (reason === 'put' && again === 'no') again = 'yes'
      if (reason === 'timer') await beat()
      return current
    }
    running = drain().finally(() => {
      running = undefined
      changed()
    })
    changed()
    return running
  }

  /** Writes a heartbeat during a long request. */
  async function beat(): Promise<void> {
    const held = epoch
    await store.transaction('rw', (tx) => guard(tx, world, held)).catch(() => undefined)
  }

  async function drain(): Promise<DrainResult> {
    let sent = 0
    let result: DrainResult
    do {
      if (again === 'hopeful') backoff.retryNow()
      again = 'no'
      result = await drainOnce().catch((cause): DrainResult => ({ outcome: 'failed', sent: 0, nextInMs: BUSY_MS, cause }))
      sent += result.sent
    } while (again !== 'no')
    return { ...result, sent }
  }

  async function drainOnce(): Promise<DrainResult> {
    const session = world.session()
    if (!session) return { outcome: 'auth', sent: 0 }
    const { user, stamp } = session
    // Items that may not be sent yet are upgraded too: a person decides about them, and a decision that is refused would undo the upgrade.
    if (await isOld()) await store.transaction('rw', (tx) => checkSchema(tx, world))
    const { lanes, signedOut, abandoned, heartbeat } = await laneHeads(world, backoff, user, stamp)
    if (!abandoned && (signedOut || !lanes.length)) {
      tabLock.forgetHolder()
      return { outcome: signedOut ? 'auth' : 'idle', sent: 0, nextInMs: backoff.nextInMs() }
    }
    const silence = backoff.silenceLeft()
    if (silence > 0) return { outcome: 'unreachable', sent: 0, nextInMs: silence }
    const result = await tabLock.run(heartbeat, (grip, claimed) => sendAsHolder(user, stamp, grip, claimed))
    return result ?? { outcome: 'busy', sent: 0, nextInMs: BUSY_MS }
  }

  /** Whether an older version of the app has written last. */
  const isOld = () =>
    store.transaction('r', async (tx) => Number((await tx.get('meta', 'schema'))?.value ?? Infinity) < world.schema.version)

  /** Sends while this tab holds the lock. Undefined where another tab has claimed it. */
  async function sendAsHolder(
    user: number,
    stamp: string | undefined,
    grip: Readonly<Grip>,
    claimed: number | undefined,
  ): Promise<DrainResult | undefined> {
    let sent = 0
    try {
      epoch = await takeOver(world, user, stamp, claimed)
      const onSent = () => void sent++
      const outcome = stamp === undefined ? 'auth' : await sendLanes(world, backoff, { user, stamp, epoch, grip }, { changed, onSent })
      return { outcome, sent, nextInMs: backoff.nextInMs() }
    } catch (error) {
      if (error instanceof OutdatedError) return { outcome: 'outdated', sent, nextInMs: backoff.nextInMs() }
      if (!(error instanceof Ended)) return { outcome: 'failed', sent, nextInMs: BUSY_MS, cause: error }
      if (error.outcome === 'busy') return undefined
      return { outcome: error.outcome, sent, nextInMs: error.outcome === 'fenced' ? BUSY_MS : backoff.nextInMs() }
    }
  }

  return {
    wake,
    isRunning: () => running !== undefined,
    /** Lets an item be tried at once, because the person asked for it. */
    forgetWait: (id: string) => backoff.forget(id),
  }
}
