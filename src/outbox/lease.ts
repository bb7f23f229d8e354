import { checkSchema } from './rows.ts'
import type { Tx, World } from './types.ts'

/**
 * Which tab may send. A lock decides in the normal case. But a frozen tab keeps its lock, and one whose lock was taken resumes with
 * an old reply. So each holder has an epoch, and every transaction of a drain checks first whether it is still the newest.
 */

/** The queue is not this drain's, or no longer: another tab has taken over (`fenced`) or is about to (`busy`), or the person went away. */
export class Ended extends Error {
  readonly outcome: 'fenced' | 'busy' | 'auth'
  constructor(outcome: 'fenced' | 'busy' | 'auth') {
    super(outcome)
    this.outcome = outcome
  }
}

const CLAIMED = 'claimed'

async function read(tx: Tx): Promise<{ epoch: number; beat: string }> {
  const [epoch = '', beat = ''] = String((await tx.get('meta', 'lease'))?.value ?? '').split('/')
  return { epoch: Number(epoch), beat }
}

const write = (tx: Tx, epoch: number, beat: number | typeof CLAIMED) => tx.put('meta', { name: 'lease', value: `${epoch}/${beat}` })

/** The heartbeat: changes with every step of whoever is sending. */
export async function signOfLife(tx: Tx): Promise<string> {
  return String((await tx.get('meta', 'lease'))?.value)
}

/** First step of every transaction of a drain. Leaves a sign of life. Throws Ended where a newer epoch has begun, OutdatedError. */
export async function guard(tx: Tx, world: World, held: number): Promise<void> {
  await checkSchema(tx, world)
  const { epoch, beat } = await read(tx)
  if (epoch !== held) throw new Ended('fenced')
  await write(tx, epoch, Number(beat) + 1)
}

/**
 * Before the lock of a silent holder is taken: of several tabs that saw the same silence one may, and none where the holder has stirred since
 * (`sign`: its sign of life as last seen). The holder can write no more from here on, and whoever finds its lock free leaves it to us: it
 * would be taken from them while they send. Gives the epoch that was claimed, undefined where it may not be.
 */
export function claim(world: World, sign: string): Promise<number | undefined> {
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    if ((await signOfLife(tx)) !== sign) return undefined
    const epoch = (await read(tx)).epoch + 1
    await write(tx, epoch, CLAIMED)
    return epoch
  })
}

/**
 * Begins a new epoch and gives its number: whoever held the lock before can write no more. What it left `sending` goes back in the queue
 * under the same key; after a new sign-in (`stamp`), so does what waited for one. Throws Ended where another tab has claimed what is not
 * `claimed` by us: should it never come, its claim is as silent as any holder.
 */
export function takeOver(world: World, user: number, stamp: string | undefined, claimed: number | undefined): Promise<number> {
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    const last = await read(tx)
    if (last.beat === CLAIMED && last.epoch !== claimed) throw new Ended('busy')
    const epoch = last.epoch + 1
    await write(tx, epoch, 0)
    const pause = await tx.get('meta', `pause:${user}`)
    if (pause && stamp !== undefined && pause.value !== stamp) {
      await tx.delete('meta', `pause:${user}`)
      for (const item of await tx.find('items', { user, state: 'auth-wait' })) await tx.put('items', { ...item, state: 'queued' })
    }
    for (const item of await tx.find('items', { state: 'sending' })) {
      const paused = await tx.get('meta', `pause:${item.user}`)
      await tx.put('items', { ...item, state: paused ? 'auth-wait' : 'queued' })
    }
    return epoch
  })
}
