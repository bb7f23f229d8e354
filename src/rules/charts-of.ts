import type { Holder } from '../contract/policies.ts'

/** Whose dashboard has which chart (domain.md 6.2, as far as its data are kept here). */
const whose = {
  outcomes: { roles: ['superAdmin'], permissions: [] },
  scores: { roles: ['inspection'], permissions: [] },
  stations: {
    roles: ['station', 'station_readonly', 'network_manager', 'analysis'],
    permissions: ['road_management', 'access_station_ro', 'net_manager_perm', 'analysis_perm'],
  },
} as const satisfies Record<string, Holder>
export type ChartName = keyof typeof whose
/** The charts of a person, by roles and permissions. */
export const chartsOf = ({ roles, permissions }: Holder): ChartName[] =>
  (Object.entries(whose) as [ChartName, Holder][])
    .filter(([, of]) => roles.some((one) => of.roles.includes(one)) || permissions.some((one) => of.permissions.includes(one)))
    .map(([name]) => name)
