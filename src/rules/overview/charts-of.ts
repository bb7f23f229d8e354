import type { Rights } from '../../contract/kernel/policies.ts'

const none = [] as const
const supervision = { roles: ['superAdmin', 'ticket_supervisor'], permissions: none } as const
const desk = { roles: ['superAdmin', 'ticket_supervisor', 'helpdesk'], permissions: ['manage_tickets'] } as const
const network = {
  roles: ['station', 'station_readonly', 'network_manager', 'analysis'],
  permissions: ['road_management', 'access_station_ro', 'net_manager_perm', 'analysis_perm'],
} as const
/** The charts of the dashboard by role, in the order of the page. */
const whose = {
  ticket_weeks: supervision,
  ticket_categories: supervision,
  ticket_sla: desk,
  ticket_closing: desk,
  ticket_load: { roles: ['ticket_supervisor'], permissions: none },
  outcomes: { roles: ['superAdmin'], permissions: none },
  scores: { roles: ['inspection'], permissions: none },
  prices: network,
  stations: network,
} as const satisfies Record<string, Rights>
export type ChartName = keyof typeof whose
/** The charts of a person, by roles and permissions. */
export const chartsOf = ({ roles, permissions }: Rights): ChartName[] =>
  (Object.entries(whose) as [ChartName, Rights][])
    .filter(([, of]) => roles.some((one) => of.roles.includes(one)) || permissions.some((one) => of.permissions.includes(one)))
    .map(([name]) => name)
