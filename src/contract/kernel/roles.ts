/** The 17 roles and 18 permissions with their specified ids and Italian labels. `scope` is the role's name on the wire. */
export const roles = {
  superAdmin: { id: 11, scope: 'super-admin', label: 'Super amministratore' },
  employee: { id: 1, scope: 'employee', label: 'Dipendente' },
  accounting: { id: 2, scope: 'accounting', label: 'Contabilità' },
  station: { id: 3, scope: 'station', label: 'Punti vendita' },
  manager: { id: 4, scope: 'manager', label: 'Gestore' },
  worker: { id: 5, scope: 'worker', label: 'Addetto' },
  messaging: { id: 6, scope: 'messaging', label: 'Comunicazioni' },
  station_readonly: { id: 7, scope: 'station-readonly', label: 'Punti vendita (sola lettura)' },
  accounting_readonly: { id: 8, scope: 'accounting-readonly', label: 'Contabilità (sola lettura)' },
  analysis: { id: 9, scope: 'analysis', label: 'Analisi' },
  network_manager: { id: 10, scope: 'network-manager', label: 'Responsabile di rete' },
  driver: { id: 12, scope: 'driver', label: 'Autista' },
  driver_supervisor: { id: 13, scope: 'driver-supervisor', label: 'Supervisore autisti' },
  order_supervisor: { id: 14, scope: 'order-supervisor', label: 'Supervisore ordini' },
  ticket_supervisor: { id: 15, scope: 'ticket-supervisor', label: 'Supervisore ticket' },
  helpdesk: { id: 16, scope: 'helpdesk', label: 'Helpdesk' },
  inspection: { id: 17, scope: 'inspection', label: 'Ispettore' },
} as const
export const permissions = {
  show_payroll: { id: 99, label: 'Visualizza paghe' },
  station_support: { id: 98, label: 'Supporto punti vendita' },
  road_management: { id: 97, label: 'Gestione rete stradale' },
  order_coupon: { id: 96, label: 'Ordine buoni' },
  moderate_card: { id: 95, label: 'Gestione tessere' },
  moderate_payroll: { id: 94, label: 'Gestione paghe' },
  moderate_users: { id: 93, label: 'Gestione utenti' },
  access_accounting_ro: { id: 92, label: 'Accesso contabilità (sola lettura)' },
  access_station_ro: { id: 91, label: 'Accesso punti vendita (sola lettura)' },
  analysis_perm: { id: 90, label: 'Analisi' },
  net_manager_perm: { id: 89, label: 'Responsabile di rete' },
  make_tickets: { id: 101, label: 'Apertura ticket' },
  make_forniture_order: { id: 102, label: 'Ordine forniture' },
  show_station_docs: { id: 103, label: 'Visualizza documenti stazione' },
  manage_station_docs: { id: 104, label: 'Gestione documenti stazione' },
  manage_tickets: { id: 105, label: 'Gestione ticket' },
  manage_orders: { id: 106, label: 'Gestione ordini' },
  ticket_user: { id: 107, label: 'Utente ticket' },
} as const
export type RoleName = keyof typeof roles
export type PermissionName = keyof typeof permissions
export const roleNames = Object.keys(roles) as RoleName[]
/** The Italian label of each role. */
export const roleLabels = Object.fromEntries(roleNames.map((name) => [name, roles[name].label])) as Record<RoleName, string>
/** Roles that work where there may be no network. */
export const fieldRoles: readonly RoleName[] = ['inspection', 'superAdmin']
/** Roles that work at one station, on its tablet. */
export const stationRoles: readonly RoleName[] = ['manager', 'worker']
export const permissionNames = Object.keys(permissions) as PermissionName[]

const byScope = new Map<string, RoleName>(roleNames.map((name) => [roles[name].scope, name]))
/** Wire name (`super-admin`) to role name (`superAdmin`); unknown names are dropped. */
export const rolesOf = (scope: readonly string[]): RoleName[] => scope.flatMap((name) => byScope.get(name) ?? [])
/** Labels of a person's roles, then of the permissions. */
export const rightsInWords = (who: { scope: readonly string[]; permissions: readonly PermissionName[] }): string[] => [
  ...rolesOf(who.scope).map((name) => roles[name].label),
  ...who.permissions.map((name) => permissions[name].label),
]
