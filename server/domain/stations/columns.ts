import { allows, type Rights } from '../../../src/contract/kernel/policies.ts'
import type { RoleName } from '../../../src/contract/kernel/roles.ts'
import { networkWide, type Viewer } from '../../../src/rules/stations/sight.ts'

// Which columns of a station a person sees by role (domain.md 4.4).
const place = [
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
const support = [
  ...place,
  ...['region', 'email', 'self', 'serve', 'serveGPL', 'selfGPL', 'is_warehouse', 'brand', 'kind', 'maintenanceCompany'],
  ...['maintenance_email', 'closing_reason', 'reopening_at'],
  ...['videoSurveillance', 'fuels', 'services', 'networks', 'networks.contract', 'equipment'],
]
/** Money and the title to the site are for the network's own offices. */
const reserved = ['margin', 'hasRent', 'owned', 'landlord', 'rent_amount', 'rent_expiration']
/** What these do not see although the rest of the station is theirs to work with; lines have addresses of the network (net.tech). */
const withheld: Partial<Record<RoleName, readonly string[]>> = {
  inspection: [...reserved, 'bills', 'networks.contract'],
  manager: [...reserved, 'networks'],
  worker: [...reserved, 'networks', 'bills'],
}

/** Whether holders of these roles and permissions see a column of a station. */
export function seesColumn({ roles, permissions }: Rights, column: string): boolean {
  if (allows('net.read', { roles, permissions })) return true
  if (roles.some((name) => withheld[name] && !withheld[name].includes(column))) return true
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
  const { networks, ...seen } = Object.fromEntries(Object.entries(station).filter(([column]) => seesColumn(holder, column)))
  if (!networks) return seen as T
  const whole = seesColumn(holder, 'networks.contract')
  return { ...seen, networks: whole ? networks : networks.map(({ contract: _, ...line }: { contract: unknown }) => line) } as T
}
