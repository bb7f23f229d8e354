import type { LinkProps } from '@tanstack/react-router'
import { type PermissionName, type RoleName, roleNames, rolesOf } from '../contract/kernel/roles.ts'
import type { Profile } from '../lib/device.ts'
import {
  type Icon,
  IconArrowsSort,
  IconBuildingBank,
  IconCalendar,
  IconClipboardText,
  IconClock,
  IconCoinEuro,
  IconDeviceMobile,
  IconDroplet,
  IconGasStation,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconList,
  IconListCheck,
  IconQrcode,
  IconSettings,
  IconStack2,
  IconTicket,
  IconToolsKitchen2,
  IconUsers,
} from '../ui/icons.tsx'

interface Visible {
  roles: readonly RoleName[]
  permissions?: readonly PermissionName[]
}
export interface MenuItem extends Visible {
  name: string
  to: LinkProps['to']
  icon: Icon
}
export interface MenuGroup {
  name: string
  items: readonly MenuItem[]
}
const allButInspection = roleNames.filter((name) => name !== 'inspection')

/** The documented menu (doc 0 §2, §6), as far as its screens exist; (+) marks entries of ours. */
export const menu: readonly MenuGroup[] = [
  {
    name: 'Home',
    items: [
      { name: 'Dashboard', icon: IconLayoutDashboard, to: '/dashboard', roles: allButInspection },
      {
        name: 'Tabella dati',
        icon: IconList,
        to: '/riepilogo/dati',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
    ],
  },
  {
    name: 'Punti vendita',
    items: [
      { name: 'Riepilogo Orari P.V.', icon: IconClock, to: '/stazioni/riepilogo-orari', roles: allButInspection },
      {
        name: 'Stazioni',
        icon: IconGasStation,
        to: '/stazioni',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
      {
        name: 'QR Impianti',
        icon: IconQrcode,
        to: '/qr-fatturazione',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
      {
        name: 'Prezzi',
        icon: IconCoinEuro,
        to: '/prezzi',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
      {
        name: 'Competitors',
        icon: IconArrowsSort,
        to: '/competitors',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
      // (+)
      {
        name: 'Rubrica P.V.',
        icon: IconDeviceMobile,
        to: '/stazioni/info',
        roles: roleNames.filter((name) => name !== 'employee' && name !== 'messaging'),
        permissions: ['road_management', 'access_station_ro', 'net_manager_perm', 'station_support', 'manage_tickets', 'show_station_docs'],
      },
      // (+)
      {
        name: 'Leggi un codice',
        icon: IconQrcode,
        to: '/q/{-$code}',
        roles: roleNames.filter((name) => name !== 'employee' && name !== 'messaging'),
        permissions: ['road_management', 'access_station_ro', 'net_manager_perm', 'station_support', 'manage_tickets', 'show_station_docs'],
      },
      // (+)
      {
        name: 'Cisterne',
        icon: IconDroplet,
        to: '/stazioni/cisterne/{-$id}',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management', 'access_station_ro', 'access_accounting_ro', 'analysis_perm', 'net_manager_perm'],
      },
      // (+)
      {
        name: 'Scadenze',
        icon: IconCalendar,
        to: '/scadenze/{-$id}',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly'],
        permissions: ['road_management', 'access_station_ro', 'net_manager_perm'],
      },
      // (+)
      {
        name: 'Banche',
        icon: IconBuildingBank,
        to: '/stazioni/banche/{-$id}',
        roles: ['superAdmin', 'accounting', 'accounting_readonly'],
        permissions: ['access_accounting_ro'],
      },
    ],
  },
  {
    name: 'Assistenza',
    items: [
      {
        name: 'Tickets',
        icon: IconTicket,
        to: '/tickets',
        roles: ['superAdmin', 'ticket_supervisor', 'helpdesk'],
        permissions: ['manage_tickets', 'ticket_user'],
      },
    ],
  },
  {
    name: 'Verifiche',
    items: [
      { name: 'Compilazioni', icon: IconClipboardText, to: '/verifiche', roles: ['superAdmin', 'inspection'] },
      { name: 'Modelli', icon: IconListCheck, to: '/verifiche/modello', roles: ['superAdmin', 'inspection'] },
    ],
  },
  {
    name: 'Gestione',
    items: [
      {
        name: 'Gruppi di Notifica',
        icon: IconUsers,
        to: '/tickets/gruppi-di-notifica',
        roles: ['superAdmin', 'ticket_supervisor'],
        permissions: ['manage_tickets'],
      },
      {
        name: 'Categorie ticket',
        icon: IconTicket,
        to: '/tickets/categorie',
        roles: ['superAdmin', 'ticket_supervisor'],
        permissions: ['manage_tickets'],
      },
      {
        name: 'Template email per ticket',
        icon: IconClipboardText,
        to: '/tickets/template-messaggi',
        roles: ['superAdmin', 'ticket_supervisor'],
        permissions: ['manage_tickets'],
      },
    ],
  },
  {
    name: 'Aministrazione',
    items: [
      { name: 'Accessi', icon: IconKey, to: '/logs', roles: ['superAdmin'], permissions: ['moderate_users'] },
      { name: 'Utenti', icon: IconUsers, to: '/utenti/{-$id}', roles: ['superAdmin'], permissions: ['moderate_users'] },
      // (+)
      { name: 'Dispositivi', icon: IconDeviceMobile, to: '/dispositivi', roles: ['superAdmin'] },
      {
        name: 'Storico modifiche',
        icon: IconHistory,
        to: '/storico-modifiche',
        roles: ['superAdmin', 'accounting', 'station', 'network_manager'],
        permissions: ['moderate_card', 'moderate_users', 'road_management', 'net_manager_perm'],
      },
      { name: 'Storico job', icon: IconStack2, to: '/storico-job/{-$id}', roles: ['superAdmin'] },
      { name: 'Impostaz. Servizi', icon: IconToolsKitchen2, to: '/servizi', roles: ['superAdmin'] },
      {
        name: 'Impostazioni',
        icon: IconSettings,
        to: '/impostazioni',
        roles: ['superAdmin', 'network_manager', 'accounting'],
        permissions: ['net_manager_perm'],
      },
    ],
  },
]

/** An entry shows by role for whoever has roles, and by permission only for whoever has none (doc 0 §6, literally). */
const shows = (item: Visible, roles: readonly RoleName[], permissions: readonly PermissionName[]) =>
  roles.length ? item.roles.some((role) => roles.includes(role)) : !!item.permissions?.some((name) => permissions.includes(name))

/** The groups with visible entries. */
export function menuFor(user: Profile, groups: readonly MenuGroup[] = menu): MenuGroup[] {
  const roles = rolesOf(user.scope)
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => shows(item, roles, user.permissions)) }))
    .filter((group) => group.items.length > 0)
}

/** Pages under the address of an entry that are not part of it. */
const ELSEWHERE = ['/utenti/profilo']
const addressOf = ({ to }: MenuItem) => String(to).replace(/\/\{-\$\w+\}$/, '')
/** The entry that an address is under: a record's is that of its list. */
export function entryOf(path: string, groups: readonly MenuGroup[] = menu): MenuItem | undefined {
  const under = (address: string) => path === address || path.startsWith(`${address}/`)
  if (ELSEWHERE.some(under)) return undefined
  return groups
    .flatMap(({ items }) => items)
    .filter((item) => under(addressOf(item)))
    .sort((a, b) => addressOf(b).length - addressOf(a).length)[0]
}
