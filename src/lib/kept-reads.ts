import { type RoleName, rolesOf } from '../contract/roles.ts'
import { session } from './session.ts'

/**
 * Where an answer of the API may stay on the device: `cache`, the network-first copies of the service worker (10, for 12 hours); `field`, the
 * database of "Prepara per offline"; `page`, what the next visit begins with.
 */
export type Place = 'cache' | 'field' | 'page'
const fieldWork: readonly RoleName[] = ['inspection', 'superAdmin']

/**
 * All that may stay, by the name of its endpoint, and with whom (reliability.md R2): models, stations and assignments of those who work without
 * a network, and names that belong to nobody. Customers, cards, bank details, people and files are not in it, and what is not in it is never
 * written; a person with permissions and no role keeps nothing.
 */
export const keptReads: Record<string, { place: Place; roles: readonly RoleName[] }> = {
  'inspections.list': { place: 'cache', roles: fieldWork },
  'inspections.get': { place: 'cache', roles: fieldWork },
  'counters.inspection': { place: 'cache', roles: fieldWork },
  'inspection-models.offline': { place: 'field', roles: fieldWork },
  'inspection-offline.stations': { place: 'field', roles: fieldWork },
  'inspection-offline.context': { place: 'field', roles: fieldWork },
  'inspection-models.suggest': { place: 'page', roles: fieldWork },
  'fuels.suggest': { place: 'page', roles: ['inspection', 'superAdmin', 'station', 'network_manager'] },
}

/** Whether the answer of the endpoint of that name may stay in that place for the person at the device. */
export function mayKeep(place: Place, name: string): boolean {
  const kept = keptReads[name]
  const roles = rolesOf(session.get().user?.scope ?? [])
  return kept?.place === place && kept.roles.some((role) => roles.includes(role))
}
