import type { Account } from '../../../server/db/seed/people/accounts.ts'
import { type PermissionName, type RoleName, roleNames } from '../../../src/contract/kernel/roles.ts'

type Shown = readonly [roles: readonly RoleName[], permissions?: readonly PermissionName[]]
const allButInspection = roleNames.filter((name) => name !== 'inspection')
const network: Shown = [
  ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
  ['road_management'],
]
const shop: Shown = [['superAdmin', 'order_supervisor'], ['manage_orders']]
const ticketing: Shown = [['superAdmin', 'ticket_supervisor'], ['manage_tickets']]
const cards: Shown = [['superAdmin', 'accounting'], ['moderate_card']]
const inspection: Shown = [['superAdmin', 'inspection']]

/** Menu entries by role, written down from the customer's document (docs/spec/screens.md#menu) and not from our code. */
const documented = {
  Dashboard: [allButInspection],
  Comunicazioni: [['superAdmin', 'messaging']],
  Paghe: [['employee'], ['show_payroll']],
  Cud: [['employee'], ['show_payroll']],
  'Tabella dati': network,
  'Riepilogo Orari P.V.': [allButInspection],
  Stazioni: network,
  'QR Impianti': network,
  Prezzi: network,
  Competitors: network,
  Documenti: [allButInspection],
  'Riepilogo Articoli': shop,
  Ordini: shop,
  Tags: shop,
  Categorie: shop,
  Articoli: shop,
  'Contatti utili': [
    [...network[0], 'driver_supervisor', 'order_supervisor', 'ticket_supervisor'],
    ['road_management', 'station_support', 'moderate_card'],
  ],
  Tickets: [
    ['superAdmin', 'ticket_supervisor', 'helpdesk'],
    ['manage_tickets', 'ticket_user'],
  ],
  Compilazioni: inspection,
  Modelli: inspection,
  'Richieste GPL Card': cards,
  'Calendario Corsi GPL': cards,
  Tessere: cards,
  'Clienti Tessere': cards,
  'Log Operaz. Clienti': cards,
  Buoni: [['superAdmin', 'accounting'], ['order_coupon']],
  'File Autisti': [['superAdmin', 'driver_supervisor'], ['manage_station_docs']],
  'Gruppi di Notifica': ticketing,
  'Categorie ticket': ticketing,
  'Template email per ticket': ticketing,
  Accessi: [['superAdmin'], ['moderate_users']],
  Utenti: [['superAdmin'], ['moderate_users']],
  'Obblighi gestore': [['superAdmin', 'station', 'network_manager'], ['road_management']],
  'Impostaz. Servizi': [['superAdmin']],
  Impostazioni: [['superAdmin', 'network_manager', 'accounting'], ['net_manager_perm']],
} satisfies Record<string, Shown>
export const isDocumented = (name: string) => name in documented
/** The documented entries an account sees: by role, and by permission only where it has no role. */
export const documentedFor = ({ roles, permissions }: Pick<Account, 'roles' | 'permissions'>) =>
  Object.entries<Shown>(documented).flatMap(([name, [byRole, byPermission = []]]) =>
    (roles.length ? roles.some((role) => byRole.includes(role)) : permissions.some((one) => byPermission.includes(one))) ? [name] : [],
  )
