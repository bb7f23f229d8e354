import type { LinkProps } from '@tanstack/react-router'
import { type PolicyName, policies } from '../contract/kernel/policies.ts'
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

export interface MenuItem {
  name: string
  to: LinkProps['to']
  icon: Icon
  /** Shown to the roles of this policy; absent: to those of `roles`. */
  policy?: Exclude<PolicyName, 'guest'>
  roles?: readonly RoleName[]
  /** Shown to whoever has no role but one of these; absent: those of the policy. The documents name fewer than may open the page. */
  permissions?: readonly PermissionName[]
}
export interface MenuGroup {
  name: string
  items: readonly MenuItem[]
}
const onStations = [
  'road_management',
  'access_station_ro',
  'net_manager_perm',
  'station_support',
  'manage_tickets',
  'show_station_docs',
] as const
const allButInspection = roleNames.filter((name) => name !== 'inspection')

/** The documented menu, as far as its screens exist; (+) marks entries of ours. */
export const menu: readonly MenuGroup[] = [
  {
    name: 'Home',
    items: [
      { name: 'Dashboard', icon: IconLayoutDashboard, to: '/dashboard', roles: allButInspection },
      {
        name: 'Tabella dati',
        icon: IconList,
        to: '/riepilogo/dati',
        policy: 'net.read',
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
        policy: 'net.read',
        permissions: ['road_management'],
      },
      {
        name: 'QR Impianti',
        icon: IconQrcode,
        to: '/qr-fatturazione',
        policy: 'net.read',
        permissions: ['road_management'],
      },
      {
        name: 'Prezzi',
        icon: IconCoinEuro,
        to: '/prezzi',
        policy: 'net.read',
        permissions: ['road_management'],
      },
      {
        name: 'Competitors',
        icon: IconArrowsSort,
        to: '/competitors',
        policy: 'net.read',
        permissions: ['road_management'],
      },
      // (+)
      {
        name: 'Rubrica P.V.',
        icon: IconDeviceMobile,
        to: '/stazioni/info',
        policy: 'net.field',
        permissions: onStations,
      },
      // (+)
      {
        name: 'Leggi un codice',
        icon: IconQrcode,
        to: '/q/{-$code}',
        policy: 'net.field',
        permissions: onStations,
      },
      // (+)
      {
        name: 'Cisterne',
        icon: IconDroplet,
        to: '/stazioni/cisterne/{-$id}',
        policy: 'net.read',
      },
      // (+)
      {
        name: 'Scadenze',
        icon: IconCalendar,
        to: '/scadenze/{-$id}',
        policy: 'exp.read',
      },
      // (+)
      {
        name: 'Banche',
        icon: IconBuildingBank,
        to: '/stazioni/banche/{-$id}',
        policy: 'banks.read',
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
        policy: 'tickets.agent',
        permissions: ['manage_tickets', 'ticket_user'],
      },
    ],
  },
  {
    name: 'Verifiche',
    items: [
      { name: 'Compilazioni', icon: IconClipboardText, to: '/verifiche', policy: 'insp' },
      { name: 'Modelli', icon: IconListCheck, to: '/verifiche/modello', policy: 'insp' },
    ],
  },
  {
    name: 'Gestione',
    items: [
      {
        name: 'Gruppi di Notifica',
        icon: IconUsers,
        to: '/tickets/gruppi-di-notifica',
        policy: 'tickets.config',
      },
      {
        name: 'Categorie ticket',
        icon: IconTicket,
        to: '/tickets/categorie',
        policy: 'tickets.config',
      },
      {
        name: 'Template email per ticket',
        icon: IconClipboardText,
        to: '/tickets/template-messaggi',
        policy: 'tickets.config',
      },
    ],
  },
  {
    name: 'Aministrazione',
    items: [
      { name: 'Accessi', icon: IconKey, to: '/logs', policy: 'users' },
      { name: 'Utenti', icon: IconUsers, to: '/utenti/{-$id}', policy: 'users' },
      // (+)
      { name: 'Dispositivi', icon: IconDeviceMobile, to: '/dispositivi', policy: 'super' },
      {
        name: 'Storico modifiche',
        icon: IconHistory,
        to: '/storico-modifiche',
        policy: 'history.read',
      },
      { name: 'Storico job', icon: IconStack2, to: '/storico-job/{-$id}', policy: 'super' },
      { name: 'Impostaz. Servizi', icon: IconToolsKitchen2, to: '/servizi', policy: 'services.write' },
      {
        name: 'Impostazioni',
        icon: IconSettings,
        to: '/impostazioni',
        policy: 'settings',
      },
    ],
  },
]

/** An entry shows by role for whoever has roles, and by permission only for whoever has none (docs/spec/screens.md#menu). */
function shows({ policy, roles, permissions }: MenuItem, own: { roles: readonly RoleName[]; permissions: readonly PermissionName[] }) {
  const named = policy && policies[policy]
  const has = <N extends string>(of: readonly N[] | 'all' | undefined, mine: readonly N[]) =>
    of === 'all' || mine.some((one) => of?.includes(one))
  return own.roles.length ? has(roles ?? named?.roles, own.roles) : has(permissions ?? named?.permissions, own.permissions)
}

/** The groups with visible entries. */
export function menuFor(user: Profile, groups: readonly MenuGroup[] = menu): MenuGroup[] {
  const roles = rolesOf(user.scope)
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => shows(item, { roles, permissions: user.permissions })) }))
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
