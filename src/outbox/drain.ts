import { createBackoff } from './backoff.ts'
import { claim, Ended, guard, signOfLife, takeOver } from './lease.ts'
import { type Plan, planLane } from './plan.ts'
import { bySeq, checkSchema, holdLeft, isUnsent, STUCK } from './rows.ts'
import { settleItem, settlePhoto } from './settle.ts'
import { type Item, OutdatedError, type Reply, type Session, type World } from './types.ts'
import { field, judge, type Verdict } from './verdict.ts'

/**
 * Why somebody asks to send. All but `put`, `timer` and `boot` are reasons to believe that what failed before may work now: they end
 * the waiting (but not what the server asked for with Retry-After).
 */
export type WakeReason = 'boot' | 'put' | 'timer' | 'online' | 'focus' | 'visible' | 'probe' | 'sign-in' | 'user'

export interface DrainResult {
  /**
   * `idle`: all was tried that may be tried now. `busy`: another tab sends. `auth`: the sign-in was refused or there is none.
   * `unreachable`: nobody answers. `fenced`: another tab took over. `outdated`: reload. `failed`: the database failed, `cause` says how.
   */
  outcome: 'idle' | 'busy' | 'auth' | 'unreachable' | 'fenced' | 'outdated' | 'failed'
  /** Items that got their receipt. */
  sent: number
  /** Wake again after so many milliseconds (or earlier, for a reason). */
  nextInMs?: number
  cause?: unknown
}

const PARALLEL_LANES = 4
/** Lanes in a row without any answer before the rest is not even tried. */
const SILENCES = 3
const BUSY_MS = 2_000
/** A holder without a heartbeat for so long is frozen: its lock is taken. The heartbeat is written with every step and every wake. */
export const STEAL_AFTER_MS = 30_000
/** Who has not looked for so long cannot say that it was the same holder all the while. */
const LOOKED_AWAY_MS = 15_000

/** Sends what waits. One drain at a time in this tab, one tab at a time. */
export function createDrain(world: World, changed: () => void) {
  const { store, clock } = world
  const waits = createBackoff(world)
  let running: Promise<DrainResult> | undefined
  /** Somebody woke us while we were at it; `hopeful`: for a good reason. */
  let again: 'no' | 'yes' | 'hopeful' = 'no'
  let epoch = 0
  /** The lock was held when last asked for (`seen`), and its holder has shown this same sign of life `since`. */
  let lastBusy: { sign: string; since: number; seen: number } | undefined

  async function wake(reason: WakeReason): Promise<DrainResult> {
    const hopeful = !['put', 'timer', 'boot'].includes(reason)
    if (hopeful) waits.retryNow()
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

  async function drain(): Promise<DrainResult> {
    let sent = 0
    let result: DrainResult
    do {
      if (again === 'hopeful') waits.retryNow()
      again = 'no'
      result = await attempt().catch((cause): DrainResult => ({ outcome: 'failed', sent: 0, nextInMs: BUSY_MS, cause }))
      sent += result.sent
    } while (again !== 'no')
    return { ...result, sent }
  }

  async function attempt(): Promise<DrainResult> {
    const session = world.session()
    if (!session) return { outcome: 'auth', sent: 0 }
    const { stamp } = session
    // What nobody may send yet is brought up to date too: a person decides about it, and a decision that is refused would undo it again.
    if (await isOld()) await store.transaction('rw', (tx) => checkSchema(tx, world))
    const { lanes, signedOut, abandoned, sign } = await look(session.user, stamp)
    if (!abandoned && (signedOut || !lanes.length)) {
      lastBusy = undefined
      return { outcome: signedOut ? 'auth' : 'idle', sent: 0, nextInMs: waits.nextInMs() }
    }
    const silence = waits.silenceLeft()
    if (silence > 0) return { outcome: 'unreachable', sent: 0, nextInMs: silence }
    const seen = clock.now()
    const since = lastBusy?.sign === sign && seen - lastBusy.seen < LOOKED_AWAY_MS ? lastBusy.since : seen
    const claimed = seen - since >= STEAL_AFTER_MS ? await claim(world, sign) : undefined
    // Frozen in between, we may be late: who takes our claim for silence is sending now.
    const steal = claimed !== undefined && clock.now() - seen < LOOKED_AWAY_MS
    const grip = { lost: false }
    const held = await world
      .lock(() => hold(session, stamp, grip, claimed), { steal })
      .catch((error) => {
        grip.lost = true
        throw error
      })
    const result = held ?? { outcome: 'busy', sent: 0, nextInMs: BUSY_MS }
    lastBusy = result.outcome === 'busy' ? { sign, since, seen } : undefined
    return result
  }

  /** Whether an older version of the app has written last. */
  const isOld = () =>
    store.transaction('r', async (tx) => Number((await tx.get('meta', 'schema'))?.value ?? Infinity) < world.schema.version)

  /**
   * Lanes whose first item may be tried now; those that failed least go first, so that one that always times out cannot starve the
   * others. `signedOut`: they wait for a sign-in. `abandoned`: something is marked as being sent, by an active tab or by one that was closed.
   * `sign` changes with every step of whoever is sending.
   */
  function look(
    user: number,
    stamp: string | undefined,
  ): Promise<{ lanes: string[]; signedOut: boolean; abandoned: boolean; sign: string }> {
    return store.transaction('r', async (tx) => {
      const items = (await tx.find('items', { user })).filter(isUnsent).sort(bySeq)
      const refused = stamp === undefined || (await tx.get('meta', `pause:${user}`))?.value === stamp
      const sign = await signOfLife(tx)
      const heads = new Map<string, Item>()
      for (const item of items) if (!heads.has(item.lane)) heads.set(item.lane, item)
      for (const item of heads.values()) {
        const left = holdLeft(item, clock.wall())
        if (left) waits.failed(item.id, 1, left)
      }
      const open = [...heads.values()].filter((item) => !STUCK.includes(item.state) && !waits.isWaiting(item.id))
      const lanes = open.sort((a, b) => a.attempts - b.attempts).map((item) => item.lane)
      return { lanes, signedOut: refused && lanes.length > 0, abandoned: items.some((item) => item.state === 'sending'), sign }
    })
  }

  /** A heartbeat during a long request. */
  async function beat(): Promise<void> {
    const held = epoch
    await store.transaction('rw', (tx) => guard(tx, world, held)).catch(() => undefined)
  }

  async function hold(
    { user }: Session,
    stamp: string | undefined,
    grip: { lost: boolean },
    claimed: number | undefined,
  ): Promise<DrainResult> {
    let sent = 0
    let outcome: DrainResult['outcome'] = 'idle'
    let cause: unknown
    try {
      const held = await takeOver(world, user, stamp, claimed)
      epoch = held
      outcome = stamp === undefined ? 'auth' : await pass(user, stamp, held, grip, () => sent++)
    } catch (error) {
      outcome = error instanceof Ended ? error.outcome : error instanceof OutdatedError ? 'outdated' : 'failed'
      cause = outcome === 'failed' ? error : undefined
    }
    const nextInMs = outcome === 'failed' || outcome === 'fenced' || outcome === 'busy' ? BUSY_MS : waits.nextInMs()
    return { outcome, sent, nextInMs, cause }
  }

  /**
   * Every lane to its end, a few at a time; then again those that waited for another lane, as long as something moves. `grip`: whether the
   * lock was taken from us, as far as we have heard.
   */
  async function pass(
    user: number,
    stamp: string,
    held: number,
    grip: { readonly lost: boolean },
    onSent: () => void,
  ): Promise<DrainResult['outcome']> {
    let ended: DrainResult['outcome'] | undefined
    let silences = 0
    let moved: boolean

    const signedIn = () => {
      const now = world.session()
      return now?.user === user && now.stamp === stamp
    }

    async function run(lane: string): Promise<void> {
      while (!ended) {
        if (!signedIn()) throw new Ended('auth')
        const plan = await store.transaction('rw', async (tx) => {
          await guard(tx, world, held)
          return planLane(tx, world, user, lane)
        })
        changed()
        if (plan.kind === 'nothing') return
        if (grip.lost) throw new Ended('fenced')
        const verdict = await send(plan)
        if (verdict.kind === 'wait') waits.failed(plan.item.id, plan.attempts, verdict.retryAfterMs)
        await store.transaction('rw', async (tx) => {
          await guard(tx, world, held)
          if (plan.kind === 'photo') await settlePhoto(tx, world, plan, verdict, stamp)
          else await settleItem(tx, world, plan.item, verdict, stamp)
        })
        changed()
        if (verdict.kind === 'auth') ended = 'auth'
        silences = verdict.kind === 'wait' && verdict.silence ? silences + 1 : 0
        if (silences === 0) waits.answered()
        if (silences >= SILENCES) ended = 'unreachable'
        if (verdict.kind === 'wait') return
        if (verdict.kind === 'sent') {
          moved = true
          waits.forget(plan.item.id)
          if (plan.kind === 'item') onSent()
        }
      }
    }

    do {
      moved = false
      const { lanes, signedOut } = await look(user, stamp)
      if (signedOut) ended = 'auth'
      const worker = async () => {
        for (let lane = lanes.shift(); lane !== undefined && !ended; lane = lanes.shift()) await run(lane)
      }
      const results = await Promise.allSettled(Array.from({ length: PARALLEL_LANES }, worker))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    } while (moved && !ended)
    if (ended === 'unreachable') waits.unanswered()
    return ended ?? 'idle'
  }

  async function send(plan: Exclude<Plan, { kind: 'nothing' }>): Promise<Verdict> {
    const { item } = plan
    const author = { 'X-Outbox-User': String(item.user) }
    if (plan.kind === 'item') {
      const headers = { ...author, 'Idempotency-Key': item.id }
      const { endpoint, user } = item
      return judge(await answer(() => world.call({ endpoint, input: JSON.parse(item.sealed!), user, headers })), item.id)
    }
    const { photo, bytes } = plan
    if ((await world.sha256(bytes)) !== photo.hash) return photoDamaged
    const headers = {
      ...author,
      'Idempotency-Key': photo.id,
      'X-Content-SHA256': photo.hash,
      'X-Content-Length': String(bytes.byteLength),
    }
    const verdict = judge(await answer(() => world.upload({ photo, bytes, user: item.user, headers })), photo.id)
    if (verdict.kind === 'sent' && field(verdict.data, 'sha256') !== photo.hash) return judge(undefined, photo.id)
    return verdict
  }

  return {
    wake,
    isRunning: () => running !== undefined,
    /** The person asked for this one now. */
    forgetWait: (id: string) => waits.forget(id),
  }
}

const photoDamaged: Verdict = {
  kind: 'fix',
  error: { status: 0, code: 'photo_damaged', message: 'Una foto si è danneggiata sul dispositivo: sostituirla.', recorded: false },
}

async function answer(request: () => Promise<Reply | undefined>): Promise<Reply | undefined> {
  try {
    return await request()
  } catch {
    return undefined
  }
}
