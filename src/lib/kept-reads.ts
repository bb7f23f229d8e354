import type { Endpoint } from '../contract/endpoint.ts'
import { type Kept, rolesOf } from '../contract/roles.ts'
import { KEPT_READS } from './purge.ts'
import { session } from './session.ts'

/** What is kept of reads is kept so long, in milliseconds (doc 0 §4). */
export const KEPT_MS = 12 * 3_600_000

/** Whether the answer of an endpoint may stay in that place for the person at the device; one with permissions and no role keeps nothing. */
export function mayKeep(place: Kept['place'], { kept }: Pick<Endpoint, 'kept'>): boolean {
  const roles = rolesOf(session.get().user?.scope ?? [])
  return kept?.place === place && roles.some((role) => kept.by === 'all' || kept.by.includes(role))
}

/** Whether the answers to these questions (their hashes) are written down for this person's next visit, within a few seconds: they are written together, a little later. */
export async function areKept(hashes: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < 20; tries++) {
    const written = localStorage.getItem(KEPT_READS + session.get().user?.id) ?? ''
    if (hashes.every((hash) => written.includes(JSON.stringify(hash)))) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}
