import { allows, type Rights } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'
import type { AccessLevel } from '../../contract/stations/acl.ts'

/** A person whose access to stations is decided by role and by grants. Source: docs/spec/security.md#row-scopes */
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
/** Roles and permissions that see the whole network only if the account has "Tutti i punti vendita". */
const wholeNetworkIfGranted: readonly (RoleName | PermissionName)[] = [
  'station',
  'station_readonly',
  'network_manager',
  'access_station_ro',
  'net_manager_perm',
]

/** The roles and permissions of a person that reach every station; the others reach only the assigned ones. */
export function networkWide({ roles, permissions, all_stations }: Viewer): Rights {
  const all = (name: RoleName | PermissionName) => all_stations && wholeNetworkIfGranted.includes(name)
  return {
    roles: roles.filter((name) => everywhere.includes(name) || all(name)),
    permissions: permissions.filter((name) => everywherePermissions.includes(name) || all(name)),
  }
}
export function seesAllStations(viewer: Viewer): boolean {
  const { roles, permissions } = networkWide(viewer)
  return roles.length + permissions.length > 0
}

/** A person limited to granted stations may not create others, by hand or by import. */
export const mayCreateStations = (viewer: Viewer): boolean => allows('net.create', networkWide(viewer))
/** How a station was granted to a person: by its access list, or as part of the person's area. */
export interface Grant {
  readonly level: AccessLevel | null
  readonly area: boolean
}
/** Why a person sees a station: by role, as area manager, or by the access list. */
export type AccessReason = 'all' | 'area' | 'listed'
export interface Access {
  sees: boolean
  /** True if the person may also change it. A read-only grant excludes that, except for those who write the whole network. */
  writes: boolean
  reasons: AccessReason[]
}

/** The access of a person with an enabled account to a station, with the reasons. */
export function accessOf(viewer: Viewer, { level, area }: Grant): Access {
  const all = seesAllStations(viewer)
  const reasons: AccessReason[] = [
    ...(all ? (['all'] as const) : []),
    ...(area && viewer.roles.includes('network_manager') ? (['area'] as const) : []),
    ...(level ? (['listed'] as const) : []),
  ]
  const sees = allows('net.field', viewer) && reasons.length > 0
  const own = reasons.some((reason) => reason !== 'all') && level !== 'read'
  return { sees, writes: sees && (allows('net.write', networkWide(viewer)) || (own && allows('net.write', viewer))), reasons }
}
