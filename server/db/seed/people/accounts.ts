import { type PermissionName, permissions, type RoleName, roles } from '../../../../src/contract/kernel/roles.ts'

export interface Account {
  email: string
  name: string
  roles: RoleName[]
  permissions: PermissionName[]
  all_stations?: boolean
  /** How many of the first stations are assigned to it. */
  stations?: number
}
const account = (
  email: string,
  name: string,
  roles: RoleName[],
  permissions: PermissionName[] = [],
  more: Partial<Account> = {},
): Account => ({
  email: `${email}@demo.example.it`,
  name,
  roles,
  permissions,
  ...more,
})
/** One password for all of them, only in the demo profile (docs/spec/demo-data.md#accounts). */
export const DEMO_PASSWORD = 'Demo!2026rete'
export const demoAccounts: Account[] = [
  account('admin', 'Anna Amministratrice', ['superAdmin'], [], { all_stations: true }),
  account('contabilita', 'Carlo Conti', ['accounting']),
  account('rete', 'Renata Rete', ['network_manager'], [], { stations: 12 }),
  account('stazione', 'Sergio Stazione', ['station'], [], { stations: 3 }),
  account('gestore', 'Gina Gestore', ['manager'], ['make_tickets', 'make_forniture_order'], { stations: 1 }),
  account('addetto', 'Aldo Addetto', ['worker'], [], { stations: 1 }),
  account('dipendente', 'Daria Dipendente', ['employee'], ['show_payroll']),
  account('messaggi', 'Mara Messaggi', ['messaging']),
  account('lettura.rete', 'Luca Letturarete', ['station_readonly'], [], { stations: 12 }),
  account('lettura.conta', 'Lidia Letturaconta', ['accounting_readonly']),
  account('analisi', 'Aurora Analisi', ['analysis']),
  account('autista', 'Ugo Autista', ['driver'], ['show_station_docs']),
  account('sup.autisti', 'Silvio Supautisti', ['driver_supervisor']),
  account('sup.ordini', 'Olga Supordini', ['order_supervisor']),
  account('sup.ticket', 'Tea Supticket', ['ticket_supervisor']),
  account('helpdesk', 'Elio Helpdesk', ['helpdesk']),
  account('ispettore', 'Ivan Ispettore', ['inspection']),
  account('solo.ticket', 'Sara Soloticket', [], ['ticket_user']),
  account('solo.buoni', 'Bruno Solobuoni', [], ['order_coupon']),
]
/** What an account is for, in Italian: its roles and permissions. */
export const accountCan = ({ roles: of, permissions: more }: Account) =>
  [...of.map((name) => roles[name].label), ...more.map((name) => permissions[name].label)].join(', ')
