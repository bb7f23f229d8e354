import { attempt } from './attempt.ts'
import type { Backoff } from './backoff.ts'
import { laneHeads } from './lane-heads.ts'
import { Ended, guard } from './lease.ts'
import { type Plan, planLane } from './plan.ts'
import { recordVerdict } from './settle.ts'
import type { Grip } from './tab-lock.ts'
import { NoKeyError, type Tx, type World } from './types.ts'
import type { Verdict } from './verdict.ts'

const PARALLEL_LANES = 4
/** After this many lanes in a row without any answer the rest is not tried. */
const SILENCES = 3

/** The person whose items are sent, with the sign-in and the epoch (lease.ts) under which this tab sends them. */
export interface Holder {
  user: number
  stamp: string
  epoch: number
  grip: Readonly<Grip>
}
interface Progress {
  /** Called after every change of the tables. */
  changed: () => void
  /** Called with every receipt of an item. */
  onSent: () => void
}

/**
 * Sends every lane to its end, a few at a time; then tries the lanes that waited for another one, as long as anything is sent.
 * `idle`: all was tried. Throws Ended where the drain must stop, and the database's errors.
 */
export async function sendLanes(
  world: World,
  backoff: Backoff,
  { user, stamp, epoch, grip }: Holder,
  { changed, onSent }: Progress,
): Promise<'idle' | 'auth' | 'unreachable'> {
  let ended: 'auth' | 'unreachable' | undefined
  let silences = 0
  let moved: boolean

  const signedIn = () => {
    const now = world.session()
    return now?.user === user && now.stamp === stamp
  }
  const asHolder = async <R>(run: (tx: Tx) => Promise<R>): Promise<R> => {
    const result = await world.store.transaction('rw', async (tx) => {
      await guard(tx, world, epoch)
      return run(tx)
    })
    changed()
    return result
  }
  function noteReachability(verdict: Verdict) {
    if (verdict.kind === 'auth') ended = 'auth'
    silences = verdict.kind === 'wait' && verdict.silence ? silences + 1 : 0
    if (silences === 0) backoff.answered()
    if (silences >= SILENCES) ended = 'unreachable'
  }

  async function sendLane(lane: string): Promise<void> {
    while (!ended) {
      if (!signedIn()) throw new Ended('auth')
      // What it needs is encrypted and there is no key: it waits, and the other lanes go on.
      const plan = await asHolder((tx) => planLane(tx, world, user, lane)).catch((error): Plan => {
        if (error instanceof NoKeyError) return { kind: 'nothing' }
        throw error
      })
      if (plan.kind === 'nothing') return
      if (grip.lost) throw new Ended('fenced')
      const verdict = await attempt(world, plan)
      if (verdict.kind === 'wait') backoff.failed(plan.item.id, plan.attempts, verdict.retryAfterMs)
      await asHolder((tx) => recordVerdict(tx, world, plan, verdict, stamp))
      noteReachability(verdict)
      if (verdict.kind === 'wait') return
      if (verdict.kind === 'sent') {
        moved = true
        backoff.forget(plan.item.id)
        if (plan.kind === 'item') onSent()
      }
    }
  }

  do {
    moved = false
    const { lanes, signedOut } = await laneHeads(world, backoff, user, stamp)
    if (signedOut) ended = 'auth'
    const worker = async () => {
      for (let lane = lanes.shift(); lane !== undefined && !ended; lane = lanes.shift()) await sendLane(lane)
    }
    const results = await Promise.allSettled(Array.from({ length: PARALLEL_LANES }, worker))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  } while (moved && !ended)
  if (ended === 'unreachable') backoff.unanswered()
  return ended ?? 'idle'
}
