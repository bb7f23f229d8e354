import type { Rights } from '../../../contract/kernel/policies.ts'

const network = {
  roles: ['station', 'station_readonly', 'network_manager', 'analysis'],
  permissions: ['road_management', 'access_station_ro', 'net_manager_perm', 'analysis_perm'],
} as const
const admin = { roles: ['superAdmin'], permissions: [] } as const
/** The lists of the dashboard by role, in the order of the page. */
const whose = {
  payslips: { roles: ['employee'], permissions: ['show_payroll'] },
  obligations: { roles: ['manager'], permissions: [] },
  tickets: {
    roles: ['ticket_supervisor', 'helpdesk', 'manager', 'worker', 'network_manager', 'station', 'accounting', 'inspection'],
    permissions: ['manage_tickets', 'make_tickets', 'ticket_user', 'station_support'],
  },
  orders: { roles: ['order_supervisor'], permissions: ['manage_orders'] },
  sent: { roles: ['messaging'], permissions: [] },
  files: { roles: ['driver', 'driver_supervisor'], permissions: ['show_station_docs', 'manage_station_docs'] },
  atStations: { roles: ['manager'], permissions: [] },
  findings: { roles: ['manager'], permissions: [] },
  due: {
    roles: ['superAdmin', 'accounting', 'accounting_readonly', ...network.roles],
    permissions: network.permissions,
  },
  rivals: network,
  way: { roles: ['driver', 'driver_supervisor'], permissions: ['show_station_docs', 'manage_station_docs'] },
  accesses: admin,
  failed: admin,
} as const satisfies Record<string, Rights>
export type ListName = keyof typeof whose
/** The lists of a person, by roles and permissions; each has a policy of its own besides. */
export const listsOf = ({ roles, permissions }: Rights): ListName[] =>
  (Object.entries(whose) as [ListName, Rights][])
    .filter(([, of]) => roles.some((one) => of.roles.includes(one)) || permissions.some((one) => of.permissions.includes(one)))
    .map(([name]) => name)
/** A manager answers for it with a day to it: it stands above the station, whose tests may be years away. */
export const isDuty = (name: ListName) => name === 'obligations'
