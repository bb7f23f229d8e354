import type { Endpoint } from '../contract/kernel/endpoint.ts'
import { type Kept, rolesOf } from '../contract/kernel/roles.ts'
import { session } from './session.ts'

/** Reads kept on the device expire after this many milliseconds. */
export const KEPT_MS = 12 * 3_600_000

/**
 * Whether the endpoint's answer may be kept in `place` for the person at the device. A person with permissions but no role keeps nothing.
 */
export function mayKeep(place: Kept['place'], { kept }: Pick<Endpoint, 'kept'>): boolean {
  const roles = rolesOf(session.get().user?.scope ?? [])
  return kept?.place === place && roles.some((role) => kept.by === 'all' || kept.by.includes(role))
}
