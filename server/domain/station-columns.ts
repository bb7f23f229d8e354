import { allows, type Holder } from '../../src/contract/policies.ts'
import type { PermissionName, RoleName } from '../../src/contract/roles.ts'

/** Which stations, and which of their columns, a person sees by role (domain.md 4.3 and 4.4). */
export interface Viewer extends Holder {
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
export function networkWide({ roles, permissions, all_stations }: Viewer): Holder {
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

const place = ['id', 'code', 'name', 'address', 'cap', 'city', 'province', 'latitude', 'longitude', 'phones', 'suitableForTruck', 'status']
const support = [
  ...place,
  ...['region', 'email', 'self', 'serve', 'serveGPL', 'selfGPL', 'is_warehouse', 'brand', 'kind', 'maintenanceCompany'],
  ...['maintenance_email', 'closing_reason', 'reopening_at'],
  ...['videoSurveillance', 'fuels', 'services', 'equipment'],
]
/** Money and the title to the site are for the network's own offices. */
const reserved = ['margin', 'hasRent', 'owned', 'landlord', 'rent_amount', 'rent_expiration']

/** Whether holders of these roles and permissions see a column of a station. */
export function seesColumn({ roles, permissions }: Holder, column: string): boolean {
  if (allows('net.read', { roles, permissions })) return true
  if (roles.some((name) => name === 'inspection' || name === 'manager' || name === 'worker')) return !reserved.includes(column)
  const supports =
    roles.some((name) => name === 'helpdesk' || name === 'ticket_supervisor') ||
    permissions.some((name) => name === 'manage_tickets' || name === 'station_support')
  return (supports ? support : place).includes(column)
}

/**
 * A station with only the columns its viewer may see. `assigned`: it is one of the viewer's own, so that all the roles count;
 * elsewhere only those that reach every station do (a station manager who also drives does not read every station's margin).
 */
export function reduceStation<T extends object>(station: T, viewer: Viewer, assigned: boolean): T {
  const holder = assigned ? viewer : networkWide(viewer)
  return Object.fromEntries(Object.entries(station).filter(([column]) => seesColumn(holder, column))) as T
}
