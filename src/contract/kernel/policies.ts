import type { PermissionName, RoleName } from './roles.ts'

/**
 * The one authorization table for server, route guards, menu and buttons. A caller passes a policy with one of its `roles` or one of its
 * `permissions`. Source: docs/spec/security.md#policies
 */
interface Policy {
  readonly roles: readonly RoleName[] | 'all'
  readonly permissions: readonly PermissionName[] | 'all'
}
const policy = (roles: Policy['roles'], permissions: Policy['permissions'] = []): Policy => ({ roles, permissions })

export const policies = {
  auth: policy('all', 'all'),
  super: policy(['superAdmin']),
  users: policy(['superAdmin'], ['moderate_users']),
  settings: policy(['superAdmin', 'network_manager', 'accounting'], ['net_manager_perm']),
  'settings.write': policy(['superAdmin']),
  'services.write': policy(['superAdmin']),
  'net.read': policy(
    ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
    ['road_management', 'access_station_ro', 'access_accounting_ro', 'analysis_perm', 'net_manager_perm'],
  ),
  'net.field': policy(
    [
      'superAdmin',
      'station',
      'network_manager',
      'accounting',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'inspection',
      'helpdesk',
      'ticket_supervisor',
      'manager',
      'worker',
      'order_supervisor',
      'driver',
      'driver_supervisor',
    ],
    [
      'road_management',
      'access_station_ro',
      'access_accounting_ro',
      'analysis_perm',
      'net_manager_perm',
      'station_support',
      'manage_tickets',
      'show_station_docs',
    ],
  ),
  'equip.read': policy(
    [
      'superAdmin',
      'station',
      'network_manager',
      'accounting',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'inspection',
      'helpdesk',
      'ticket_supervisor',
      'manager',
      'worker',
    ],
    [
      'road_management',
      'access_station_ro',
      'access_accounting_ro',
      'analysis_perm',
      'net_manager_perm',
      'station_support',
      'manage_tickets',
    ],
  ),
  'net.tech': policy(
    [
      'superAdmin',
      'station',
      'network_manager',
      'accounting',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'inspection',
      'helpdesk',
      'ticket_supervisor',
    ],
    [
      'road_management',
      'access_station_ro',
      'access_accounting_ro',
      'analysis_perm',
      'net_manager_perm',
      'station_support',
      'manage_tickets',
    ],
  ),
  'net.write': policy(['superAdmin', 'station', 'network_manager'], ['road_management', 'net_manager_perm']),
  'tanks.maintain': policy(['superAdmin', 'station', 'network_manager', 'manager'], ['road_management', 'net_manager_perm']),
  'net.create': policy(['superAdmin', 'station'], ['road_management']),
  'net.fin': policy(['superAdmin', 'accounting', 'station'], ['road_management']),
  'prices.read': policy(
    [
      'superAdmin',
      'station',
      'network_manager',
      'accounting',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'manager',
      'worker',
      'inspection',
    ],
    ['road_management', 'access_station_ro', 'access_accounting_ro', 'analysis_perm', 'net_manager_perm'],
  ),
  'prices.write': policy(['superAdmin', 'station', 'network_manager'], ['road_management']),
  'hours.read': policy(
    [
      'superAdmin',
      'employee',
      'accounting',
      'station',
      'manager',
      'worker',
      'messaging',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'network_manager',
      'driver',
      'driver_supervisor',
      'order_supervisor',
      'ticket_supervisor',
      'helpdesk',
    ],
    'all',
  ),
  'banks.read': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['access_accounting_ro']),
  'banks.write': policy(['superAdmin', 'accounting']),
  'cards.read': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['moderate_card', 'access_accounting_ro']),
  'cards.write': policy(['superAdmin', 'accounting'], ['moderate_card']),
  'cards.delete': policy(['superAdmin', 'accounting']),
  'coupons.read': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['order_coupon', 'access_accounting_ro']),
  'coupons.write': policy(['superAdmin', 'accounting'], ['order_coupon']),
  // A voucher is paid with at a station: whoever works there sees whether it is good, and redeems it there.
  'coupons.check': policy(
    ['superAdmin', 'accounting', 'accounting_readonly', 'station', 'network_manager', 'manager', 'worker'],
    ['order_coupon', 'access_accounting_ro'],
  ),
  'coupons.redeem': policy(['superAdmin', 'accounting', 'manager', 'worker'], ['order_coupon']),
  'coupons.delete': policy(['superAdmin', 'accounting']),
  'gpl.read': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['moderate_card']),
  'gpl.write': policy(['superAdmin', 'accounting'], ['moderate_card']),
  'comm.write': policy(['superAdmin', 'messaging']),
  'contacts.read': policy(
    [
      'superAdmin',
      'station',
      'accounting',
      'network_manager',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'driver_supervisor',
      'order_supervisor',
      'ticket_supervisor',
    ],
    ['road_management', 'station_support', 'moderate_card'],
  ),
  'contacts.write': policy(['superAdmin'], ['station_support']),
  'tickets.agent': policy(['superAdmin', 'ticket_supervisor', 'helpdesk'], ['manage_tickets']),
  'tickets.config': policy(['superAdmin', 'ticket_supervisor'], ['manage_tickets']),
  'tickets.open': policy(
    ['superAdmin', 'ticket_supervisor', 'helpdesk', 'station', 'network_manager', 'accounting', 'inspection'],
    ['manage_tickets', 'ticket_user', 'make_tickets', 'station_support'],
  ),
  'tickets.delete': policy(['superAdmin', 'ticket_supervisor']),
  insp: policy(['superAdmin', 'inspection']),
  'insp.read': policy(['superAdmin', 'inspection', 'network_manager']),
  'insp.approve': policy(['superAdmin', 'network_manager']),
  'insp.model.write': policy(['superAdmin', 'inspection']),
  'payroll.own': policy(['superAdmin', 'employee'], ['show_payroll', 'moderate_payroll']),
  'payroll.admin': policy(['superAdmin'], ['moderate_payroll']),
  'docs.read': policy(
    [
      'superAdmin',
      'employee',
      'accounting',
      'station',
      'manager',
      'worker',
      'messaging',
      'station_readonly',
      'accounting_readonly',
      'analysis',
      'network_manager',
      'driver',
      'driver_supervisor',
      'order_supervisor',
      'ticket_supervisor',
      'helpdesk',
    ],
    'all',
  ),
  'docs.admin': policy(['superAdmin', 'messaging', 'station'], ['manage_station_docs']),
  'driver.read': policy(['superAdmin', 'driver', 'driver_supervisor'], ['show_station_docs', 'manage_station_docs']),
  'driver.write': policy(['superAdmin', 'driver_supervisor'], ['manage_station_docs']),
  'exp.read': policy(
    ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly'],
    ['road_management', 'net_manager_perm', 'access_station_ro'],
  ),
  'exp.write': policy(['superAdmin', 'station', 'network_manager', 'accounting'], ['road_management', 'net_manager_perm']),
  'mgmt.read': policy(
    ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'manager'],
    ['road_management', 'net_manager_perm', 'access_station_ro', 'access_accounting_ro'],
  ),
  'mgmt.reveal': policy(['superAdmin', 'station', 'network_manager', 'accounting', 'manager'], ['road_management', 'net_manager_perm']),
  'mgmt.write': policy(['superAdmin', 'station', 'network_manager'], ['road_management', 'net_manager_perm']),
  'mgmt.fin': policy(['superAdmin', 'accounting', 'network_manager'], ['net_manager_perm']),
  'obl.write': policy(['superAdmin', 'station', 'network_manager'], ['road_management']),
  'obl.done': policy(['superAdmin', 'station', 'network_manager', 'manager'], ['road_management']),
  'eco.admin': policy(['superAdmin', 'order_supervisor'], ['manage_orders']),
  'eco.order': policy(['superAdmin', 'order_supervisor', 'manager', 'station'], ['manage_orders', 'make_forniture_order']),
  'dash.admin': policy(['superAdmin'], ['moderate_users']),
  'dash.accounting': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['access_accounting_ro']),
  'dash.station': policy(
    ['superAdmin', 'station', 'network_manager', 'station_readonly', 'analysis', 'accounting', 'accounting_readonly'],
    ['road_management', 'access_station_ro', 'analysis_perm', 'net_manager_perm'],
  ),
  'lookup.customers': policy(['superAdmin', 'accounting', 'accounting_readonly'], ['moderate_card', 'order_coupon']),
  'lookup.groups': policy(
    ['superAdmin', 'ticket_supervisor', 'helpdesk', 'station', 'network_manager', 'accounting', 'inspection'],
    ['manage_tickets', 'road_management', 'net_manager_perm'],
  ),
  'history.read': policy(
    ['superAdmin', 'accounting', 'station', 'network_manager'],
    ['moderate_card', 'moderate_users', 'road_management', 'net_manager_perm'],
  ),
  'lookup.users': policy(
    ['superAdmin', 'messaging', 'ticket_supervisor', 'helpdesk', 'station', 'driver_supervisor'],
    ['moderate_users', 'manage_tickets', 'manage_station_docs'],
  ),
  export: policy(
    ['superAdmin', 'station', 'network_manager', 'accounting', 'analysis'],
    ['road_management', 'analysis_perm', 'net_manager_perm'],
  ),
}
/**
 * Where an answer may be stored on the device: `cache`, the read cache of the service worker (10 entries, 12 hours); `field`, the database of
 * "Prepara per offline"; `page`, the query cache that the next visit starts with. It is stored for whoever passes the policy of the call, by role
 * or permission, and `by` besides: a second policy, or one of these roles.
 */
export interface Kept {
  readonly place: 'cache' | 'field' | 'page'
  readonly by?: Exclude<PolicyName, 'guest'> | readonly RoleName[]
}
/** `guest` needs no token; every other policy needs a valid session. */
export type PolicyName = keyof typeof policies | 'guest'

export interface Rights {
  readonly roles: readonly RoleName[]
  readonly permissions: readonly PermissionName[]
}
const meet = <T>(mine: readonly T[], allowed: readonly T[] | 'all') =>
  allowed === 'all' ? mine.length > 0 : mine.some((one) => allowed.includes(one))

/** True if a caller passes a policy. */
export function allows(name: PolicyName, holder: Rights | undefined): boolean {
  if (name === 'guest') return true
  return !!holder && (meet(holder.roles, policies[name].roles) || meet(holder.permissions, policies[name].permissions))
}
