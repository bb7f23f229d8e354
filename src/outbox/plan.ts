import { fillPlaceholders } from '../contract/kernel/placeholder.ts'
import { bySeq, draftKeyOf, isUnsent, unsentOfLane } from './rows.ts'
import { refsIn } from './seal.ts'
import { type Item, type ItemError, NO_KEY_CODE, type Photo, type Ref, type Tx, type World } from './types.ts'

/** The next step of a lane. `attempts` counts this one. */
export type Plan =
  | { kind: 'nothing' }
  | { kind: 'photo'; item: Item; photo: Photo; bytes: ArrayBuffer; attempts: number }
  | { kind: 'item'; item: Item; attempts: number }

const NOTHING: Plan = { kind: 'nothing' }

/**
 * Whether the receipt of the unsent item `other` may tell `item` the server's name of `entity`. Only an item saved earlier can (or two
 * could wait for each other for ever), and only one that does not need the name itself.
 */
export const mayTellName = (other: Item, entity: string, item: Item) =>
  isUnsent(other) && other.entity === entity && other.seq < item.seq && !refsIn(other.input).includes(entity)

/** The unsent items of a record, and those behind them that could not go without them, in the order they were saved. */
export function withBehind<I extends Item>(items: readonly I[], key: string): I[] {
  const found: I[] = []
  for (const item of items.filter(isUnsent).sort(bySeq)) {
    const needed = refsIn(item.input)
    const waitsFor = (other: Item) => item.dependsOn.includes(other.id) || needed.some((entity) => mayTellName(other, entity, item))
    if (draftKeyOf(item) === key || found.some(waitsFor)) found.push(item)
  }
  return found
}

/**
 * Decides what a lane may send next and marks it in the same transaction: seals the body at the first attempt and sets `sending`. Only the
 * first unsent item of a lane is ever looked at, which keeps the order.
 */
export async function planLane(tx: Tx, world: World, user: number, lane: string): Promise<Plan> {
  const item = (await unsentOfLane(tx, user, lane))[0]
  if (!item || (item.state !== 'queued' && item.state !== 'retry-wait')) return NOTHING

  const stop = async (code: string, message: string) => {
    const lastError: ItemError = { status: 0, code, message, recorded: false, at: world.clock.wall() }
    await tx.put('items', { ...item, state: 'needs-fix', lastError })
    return NOTHING
  }

  for (const id of item.dependsOn) {
    const other = await tx.get('items', id)
    if (!other) return stop('missing_ref', "L'invio da cui questo dipende è stato eliminato.")
    if (isUnsent(other)) return NOTHING
  }

  for (const hash of item.photos) {
    const photo = await tx.get('photos', [user, hash])
    if (photo?.acked) continue
    const stored = photo && (await tx.get('bytes', [user, hash]))
    if (!stored) return stop('photo_missing', 'Una delle foto non è più sul dispositivo.')
    const tried = { ...photo, attempts: photo.attempts + 1 }
    await tx.put('photos', tried)
    return { kind: 'photo', item, photo: tried, bytes: stored.bytes, attempts: tried.attempts }
  }

  let { sealed } = item
  if (sealed === undefined) {
    const refs = new Map<string, Ref['values']>()
    for (const entity of refsIn(item.input)) {
      const known = await tx.get('refs', [user, entity])
      if (known) refs.set(entity, known.values)
    }
    const filled = fillPlaceholders(item.input, refs)
    if ('missing' in filled) {
      const others = await tx.find('items', { user })
      // An encrypted one that has no key may be the one that tells it.
      if (others.some((other) => other.lastError?.code === NO_KEY_CODE || mayTellName(other, filled.missing, item))) return NOTHING
      return stop('missing_ref', "L'elemento da cui questo dipende non è mai arrivato al server.")
    }
    sealed = JSON.stringify(filled.input)
  }
  const sending: Item = { ...item, sealed, state: 'sending', attempts: item.attempts + 1, undo: undefined }
  await tx.put('items', sending)
  return { kind: 'item', item: sending, attempts: sending.attempts }
}
