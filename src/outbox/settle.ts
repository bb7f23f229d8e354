import type { Plan } from './plan.ts'
import { rememberRef, replaceKey, unsealed } from './rows.ts'
import type { Item, Tx, World } from './types.ts'
import type { Verdict } from './verdict.ts'

/** Writes the server's verdict on the planned step. Runs in the caller's transaction. */
export const recordVerdict = (tx: Tx, world: World, plan: Exclude<Plan, { kind: 'nothing' }>, verdict: Verdict, stamp: string) =>
  plan.kind === 'photo' ? settlePhoto(tx, world, plan, verdict, stamp) : settleItem(tx, world, plan.item, verdict, stamp)

/** Writes the server's verdict on an item: its state and, with a receipt, the server's names. Runs in the caller's transaction. */
async function settleItem(tx: Tx, world: World, attempted: Item, verdict: Verdict, stamp: string): Promise<void> {
  const item = await tx.get('items', attempted.id)
  if (item?.state !== 'sending') return
  const at = world.clock.wall()
  switch (verdict.kind) {
    case 'sent': {
      const receipt = { status: verdict.status, at }
      await tx.put('items', {
        ...item,
        state: 'sent',
        receipt,
        input: null,
        sealed: undefined,
        superseded: [],
        lastError: undefined,
        probing: undefined,
      })
      await rememberRef(tx, item, verdict.data)
      if (item.probing) await tx.put('items', { ...unsealed(item, world.uuid()), state: 'needs-fix', lastError: overtaken(at) })
      return
    }
    case 'wait':
      await tx.put('items', { ...item, state: 'retry-wait', lastError: { ...verdict.error, at } })
      return
    case 'auth':
      await pauseAll(tx, { ...item, lastError: { ...verdict.error, at } }, stamp)
      return
    case 'reused': {
      // The key is taken, so an earlier body of ours did arrive. Sending that body again brings back the server's answer to it.
      const earlier = item.superseded.at(-1)
      if (earlier === undefined) await tx.put('items', { ...item, state: 'needs-fix', lastError: { ...verdict.error, recorded: true, at } })
      else await tx.put('items', { ...item, state: 'queued', sealed: earlier, superseded: item.superseded.slice(0, -1), probing: true })
      return
    }
    case 'conflict':
    case 'fix':
      // The earlier body was refused and had no effect, so the correction can be sent.
      if (item.probing && verdict.error.recorded) await replaceKey(tx, item, { ...unsealed(item, world.uuid()), state: 'queued' })
      else await tx.put('items', { ...item, state: verdict.kind === 'fix' ? 'needs-fix' : 'conflict', lastError: { ...verdict.error, at } })
  }
}

/** Writes the server's verdict on a photo of an item. */
async function settlePhoto(
  tx: Tx,
  world: World,
  { item: planned, photo }: Extract<Plan, { kind: 'photo' }>,
  verdict: Verdict,
  stamp: string,
): Promise<void> {
  const at = world.clock.wall()
  if (verdict.kind === 'sent') {
    const stored = await tx.get('photos', [photo.user, photo.hash])
    if (stored) await tx.put('photos', { ...stored, acked: true })
    return
  }
  // A key under which the server has recorded a refusal can do nothing else.
  if (verdict.kind !== 'wait' && verdict.error.recorded) await tx.put('photos', { ...photo, id: world.uuid() })
  const item = await tx.get('items', planned.id)
  if (!item || (item.state !== 'queued' && item.state !== 'retry-wait')) return
  const lastError = { ...verdict.error, at, photo: photo.meta }
  if (verdict.kind === 'auth') return pauseAll(tx, { ...item, lastError }, stamp)
  await tx.put('items', {
    ...item,
    state: verdict.kind === 'wait' ? 'retry-wait' : verdict.kind === 'conflict' ? 'conflict' : 'needs-fix',
    lastError: { ...lastError, recorded: false },
  })
}

/** The sign-in named by `stamp` is no longer valid: all items of this user wait for the next one. */
async function pauseAll(tx: Tx, item: Item, stamp: string): Promise<void> {
  await tx.put('meta', { name: `pause:${item.user}`, value: stamp })
  for (const other of [
    ...(await tx.find('items', { user: item.user, state: 'queued' })),
    ...(await tx.find('items', { user: item.user, state: 'retry-wait' })),
  ])
    await tx.put('items', { ...other, state: 'auth-wait' })
  await tx.put('items', { ...item, state: 'auth-wait' })
}

const overtaken = (at: number) => ({
  status: 422,
  code: 'already_recorded',
  message: 'La versione precedente era già arrivata al server: controllarla prima di inviare la correzione.',
  recorded: false,
  at,
})
