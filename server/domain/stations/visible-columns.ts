import { allows, type Rights } from '../../../src/contract/kernel/policies.ts'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { networkWide, type Viewer } from '../../../src/rules/stations/access.ts'

/** Columns of a station that everybody sees. Source: docs/spec/security.md#columns-by-role */
const publicColumns = [
  'id',
  'code',
  'name',
  'address',
  'cap',
  'city',
  'province',
  'latitude',
  'longitude',
  'phones',
  'opening',
  'suitableForTruck',
  'status',
]
const supportColumns = [
  ...publicColumns,
  ...['region', 'email', 'self', 'serve', 'serveGPL', 'selfGPL', 'is_warehouse', 'brand', 'kind', 'maintenanceCompany'],
  ...['maintenance_email', 'closing_reason', 'reopening_at'],
  ...['videoSurveillance', 'fuels', 'services', 'networks', 'networks.contract', 'equipment'],
]
/** Money and ownership, visible only to the network's offices. */
const financialColumns = ['margin', 'hasRent', 'owned', 'landlord', 'rent_amount', 'rent_expiration']
/** Columns hidden from roles that see the rest of the station. Network lines contain IP addresses, so managers and workers do not see them. */
const withheld: Partial<Record<RoleName, readonly string[]>> = {
  inspection: [...financialColumns, 'bills', 'networks.contract'],
  manager: [...financialColumns, 'networks'],
  worker: [...financialColumns, 'networks', 'bills'],
}

/** True if these roles and permissions see a column of a station. */
export function seesColumn({ roles, permissions }: Rights, column: string): boolean {
  if (allows('net.read', { roles, permissions })) return true
  if (roles.some((name) => withheld[name] && !withheld[name].includes(column))) return true
  const supports =
    roles.some((name) => name === 'helpdesk' || name === 'ticket_supervisor') ||
    permissions.some((name) => name === 'manage_tickets' || name === 'station_support')
  return (supports ? supportColumns : publicColumns).includes(column)
}

/**
 * A station with only the columns that the viewer may see. If the station is `assigned` to the viewer, all roles count; otherwise only those
 * that reach every station, so a station manager who is also a driver does not see every station's margin.
 */
export function reduceStation<T extends object>(station: T, viewer: Viewer, assigned: boolean): T {
  const holder = assigned ? viewer : networkWide(viewer)
  const { networks, ...seen } = Object.fromEntries(Object.entries(station).filter(([column]) => seesColumn(holder, column)))
  if (!networks) return seen as T
  const whole = seesColumn(holder, 'networks.contract')
  return { ...seen, networks: whole ? networks : networks.map(({ contract: _, ...line }: { contract: unknown }) => line) } as T
}
