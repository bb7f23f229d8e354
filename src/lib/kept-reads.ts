import type { Endpoint } from '../contract/kernel/endpoint.ts'
import { type Kept, rolesOf } from '../contract/kernel/roles.ts'
import { session } from './session.ts'

/** What is kept of reads is kept so long, in milliseconds (doc 0 §4). */
export const KEPT_MS = 12 * 3_600_000

/** Whether the answer of an endpoint may stay in that place for the person at the device; one with permissions and no role keeps nothing. */
export function mayKeep(place: Kept['place'], { kept }: Pick<Endpoint, 'kept'>): boolean {
  const roles = rolesOf(session.get().user?.scope ?? [])
  return kept?.place === place && roles.some((role) => kept.by === 'all' || kept.by.includes(role))
}
