import type { Backoff } from './backoff.ts'
import { heartbeatOf } from './lease.ts'
import { bySeq, isUnsent, STUCK } from './rows.ts'
import type { Item, World } from './types.ts'

export interface LaneHeads {
  /** Lanes whose first item may be tried now. */
  lanes: string[]
  /** These lanes wait for a sign-in. */
  signedOut: boolean
  /** An item is marked as being sent, by a tab at work or by one that was closed. */
  abandoned: boolean
  /** The heartbeat of whoever is sending. */
  heartbeat: string
}

/**
 * Looks at the first item of every lane. Lanes that failed least come first, so that one that always times out cannot starve the others.
 */
export function laneHeads({ store }: World, backoff: Backoff, user: number, stamp: string | undefined): Promise<LaneHeads> {
  return store.transaction('r', async (tx) => {
    const items = (await tx.find('items', { user })).filter(isUnsent).sort(bySeq)
    const refused = stamp === undefined || (await tx.get('meta', `pause:${user}`))?.value === stamp
    const heartbeat = await heartbeatOf(tx)
    const heads = new Map<string, Item>()
    for (const item of items) if (!heads.has(item.lane)) heads.set(item.lane, item)
    const open = [...heads.values()].filter((item) => !STUCK.includes(item.state) && !backoff.isWaiting(item.id))
    const lanes = open.sort((a, b) => a.attempts - b.attempts).map((item) => item.lane)
    return { lanes, signedOut: refused && lanes.length > 0, abandoned: items.some((item) => item.state === 'sending'), heartbeat }
  })
}
