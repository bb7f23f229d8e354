import type { Endpoint } from '../contract/kernel/endpoint.ts'
import type { Kept } from '../contract/kernel/policies.ts'
import { rolesOf } from '../contract/kernel/roles.ts'
import { can, session } from './session.ts'

/** Reads kept on the device expire after this many milliseconds. */
export const KEPT_MS = 12 * 3_600_000

/** Whether the endpoint's answer may be kept in `place` for the person at the device. */
export function mayKeep(place: Kept['place'], { kept, policy }: Pick<Endpoint, 'kept' | 'policy'>): boolean {
  if (kept?.place !== place || !session.get().user || !can(policy)) return false
  const { by } = kept
  if (by === undefined) return true
  return typeof by === 'string' ? can(by) : rolesOf(session.get().user?.scope ?? []).some((role) => by.includes(role))
}
