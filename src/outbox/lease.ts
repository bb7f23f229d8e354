import { begin } from './rows.ts'
import type { Tx, World } from './types.ts'

/**
 * Which tab may send. A lock decides in the normal case. But a frozen tab keeps its lock, and one whose lock was taken resumes with
 * an old reply. So each holder has an epoch, and every transaction of a drain checks first whether it is still the newest.
 */

/** The queue is no longer this drain's: another tab took over, or the person went away. */
export class Ended extends Error {
  readonly outcome: 'fenced' | 'auth'
  constructor(outcome: 'fenced' | 'auth') {
    super(outcome)
    this.outcome = outcome
  }
}

async function read(tx: Tx): Promise<{ epoch: number; beat: number }> {
  const [epoch = 0, beat = 0] = String((await tx.get('meta', 'lease'))?.value ?? '')
    .split('/')
    .map(Number)
  return { epoch, beat }
}

const write = (tx: Tx, epoch: number, beat: number) => tx.put('meta', { name: 'lease', value: `${epoch}/${beat}` })

/** The heartbeat: changes with every step of whoever is sending. */
export async function signOfLife(tx: Tx): Promise<string> {
  return String((await tx.get('meta', 'lease'))?.value)
}

/** First step of every transaction of a drain. Leaves a sign of life. Throws Ended where a newer epoch has begun, OutdatedError. */
export async function guard(tx: Tx, world: World, held: number): Promise<void> {
  await begin(tx, world)
  const { epoch, beat } = await read(tx)
  if (epoch !== held) throw new Ended('fenced')
  await write(tx, epoch, beat + 1)
}

/**
 * Before the lock of a silent holder is taken: of several tabs that saw the same silence one may, and none where the holder has stirred since
 * (`sign`: its sign of life as last seen). The holder can write no more from here on.
 */
export function claim(world: World, sign: string): Promise<boolean> {
  return world.store.transaction('rw', async (tx) => {
    await begin(tx, world)
    if ((await signOfLife(tx)) !== sign) return false
    await write(tx, (await read(tx)).epoch + 1, 0)
    return true
  })
}

/**
 * Begins a new epoch and gives its number: whoever held the lock before can write no more. What it left `sending` goes back in the queue
 * under the same key; after a new sign-in (`stamp`), so does what waited for one.
 */
export function takeOver(world: World, user: number, stamp: string | undefined): Promise<number> {
  return world.store.transaction('rw', async (tx) => {
    await begin(tx, world)
    const epoch = (await read(tx)).epoch + 1
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
