import { checkSchema } from './rows.ts'
import type { Tx, World } from './types.ts'

/**
 * Decides which tab may send. Normally a lock does. But a frozen tab keeps its lock, and a tab whose lock was taken may resume with an old
 * reply. So each holder has an epoch, and every transaction of a drain first checks that its epoch is still the newest.
 */

/** The drain must stop: another tab has taken over (`fenced`) or is about to (`busy`), or the person went away (`auth`). */
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

/** The heartbeat: it changes with every step of whoever is sending. */
export async function heartbeatOf(tx: Tx): Promise<string> {
  return String((await tx.get('meta', 'lease'))?.value)
}

/** First step of every transaction of a drain; writes the heartbeat. Throws Ended where a newer epoch has begun, and OutdatedError. */
export async function guard(tx: Tx, world: World, held: number): Promise<void> {
  await checkSchema(tx, world)
  const { epoch, beat } = await read(tx)
  if (epoch !== held) throw new Ended('fenced')
  await write(tx, epoch, Number(beat) + 1)
}

/**
 * Claims the next epoch before the lock of a silent holder is taken. Of several tabs that saw the same silence only one succeeds, and none
 * if the holder has moved since (`sign` is its heartbeat as last seen). From here on the old holder can write nothing, and a tab that finds
 * the lock free leaves it to the claimer. Returns the claimed epoch, or undefined.
 */
export function claim(world: World, heartbeat: string): Promise<number | undefined> {
  return world.store.transaction('rw', async (tx) => {
    await checkSchema(tx, world)
    if ((await heartbeatOf(tx)) !== heartbeat) return undefined
    const epoch = (await read(tx)).epoch + 1
    await write(tx, epoch, CLAIMED)
    return epoch
  })
}

/**
 * Begins a new epoch and returns its number; the previous holder can write nothing more. Items it left `sending` are queued again under the
 * same key. After a new sign-in (`stamp`) the items that waited for one are queued too. Throws Ended('busy') where another tab has claimed
 * the epoch; if that tab never comes, its claim falls silent like any holder.
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
