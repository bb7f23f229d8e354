import { allows, type Rights } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'
import type { AccessLevel } from '../../contract/stations/acl.ts'

/** Which stations a person sees by role, and which of them by being given them (domain.md 4.3). */
export interface Viewer extends Rights {
  readonly all_stations: boolean
}
const everywhere: readonly RoleName[] = [
  'superAdmin',
  'accounting',
  'accounting_readonly',
  'analysis',
  'ticket_supervisor',
  'helpdesk',
  'order_supervisor',
  'driver_supervisor',
  'driver',
  'inspection',
  'messaging',
]
const everywherePermissions: readonly PermissionName[] = [
  'road_management',
  'access_accounting_ro',
  'analysis_perm',
  'manage_tickets',
  'manage_orders',
  'station_support',
]
/** These see the whole network only where the account says "Tutti i punti vendita". */
const assignable: readonly (RoleName | PermissionName)[] = [
  'station',
  'station_readonly',
  'network_manager',
  'access_station_ro',
  'net_manager_perm',
]

/** The roles and permissions of a person that reach every station; the others reach only the assigned ones. */
export function networkWide({ roles, permissions, all_stations }: Viewer): Rights {
  const all = (name: RoleName | PermissionName) => all_stations && assignable.includes(name)
  return {
    roles: roles.filter((name) => everywhere.includes(name) || all(name)),
    permissions: permissions.filter((name) => everywherePermissions.includes(name) || all(name)),
  }
}
export function seesAllStations(viewer: Viewer): boolean {
  const { roles, permissions } = networkWide(viewer)
  return roles.length + permissions.length > 0
}

/** Whoever has some stations given does not make others, by hand or by a sheet (domain.md 4.2). */
export const makesStations = (viewer: Viewer): boolean => allows('net.create', networkWide(viewer))
/** How a station was given to a person: by its access list, as that of the person's area. */
export interface Given {
  readonly level: AccessLevel | null
  readonly area: boolean
}
/** Why somebody sees a station: all are theirs by role, it is of their area, it was given to them. */
export type Reason = 'all' | 'area' | 'listed'
export interface Sight {
  sees: boolean
  /** May change it too (STNW): one given to be read alone is not, but for those who write them all. */
  writes: boolean
  reasons: Reason[]
}

/** Whether a person whose account is enabled sees a station, and why. */
export function sightOf(viewer: Viewer, { level, area }: Given): Sight {
  const all = seesAllStations(viewer)
  const reasons: Reason[] = [
    ...(all ? (['all'] as const) : []),
    ...(area && viewer.roles.includes('network_manager') ? (['area'] as const) : []),
    ...(level ? (['listed'] as const) : []),
  ]
  const sees = allows('net.field', viewer) && reasons.length > 0
  const own = reasons.some((reason) => reason !== 'all') && level !== 'read'
  return { sees, writes: sees && (allows('net.write', networkWide(viewer)) || (own && allows('net.write', viewer))), reasons }
}
