import type { LinkProps } from '@tanstack/react-router'
import { allows, type PolicyName, policies } from '../contract/kernel/policies.ts'
import { type PermissionName, type RoleName, roleNames, rolesOf, stationRoles } from '../contract/kernel/roles.ts'
import type { Profile } from '../lib/device.ts'
import {
  type Icon,
  IconArrowsSort,
  IconBookmark,
  IconBuildingBank,
  IconCalendar,
  IconCategory,
  IconClipboardText,
  IconClock,
  IconCoinEuro,
  IconCreditCard,
  IconDeviceMobile,
  IconDroplet,
  IconFile,
  IconFiles,
  IconGasStation,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconList,
  IconListCheck,
  IconPackage,
  IconPhone,
  IconQrcode,
  IconSettings,
  IconShoppingCart,
  IconSpeakerphone,
  IconStack2,
  IconTicket,
  IconToolsKitchen2,
  IconTruck,
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
  /** (+) Shown also to whoever passes this policy, by role or permission, and is shown no other entry to the page. */
  also?: Exclude<PolicyName, 'guest'>
}
export interface MenuGroup {
  /** Absent for an entry that stands by itself. */
  name?: string
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
/** Roles and permissions that order for their stations and administer nothing. */
const whoOrders = { policy: 'eco.order', roles: ['manager', 'station'], permissions: ['make_forniture_order'] } as const
const allButInspection = roleNames.filter((name) => name !== 'inspection')

/** The documented menu in the documented order; (+) marks entries of ours. */
export const menu: readonly MenuGroup[] = [
  {
    name: 'Home',
    items: [{ name: 'Dashboard', icon: IconLayoutDashboard, to: '/dashboard', roles: allButInspection }],
  },
  {
    name: 'Account',
    items: [
      { name: 'Comunicazioni', icon: IconSpeakerphone, to: '/comunicazioni', policy: 'comm.write' },
      {
        name: 'Paghe',
        icon: IconFile,
        to: '/dipendente/paghe',
        roles: ['employee'],
        permissions: ['show_payroll'],
      },
      {
        name: 'Cud',
        icon: IconFile,
        to: '/dipendente/cud',
        roles: ['employee'],
        permissions: ['show_payroll'],
      },
      // (+)
      { name: 'Gestione paghe', icon: IconFile, to: '/dipendente/paghe', policy: 'payroll.admin' },
      // (+)
      { name: 'Gestione CUD', icon: IconFile, to: '/dipendente/cud', policy: 'payroll.admin' },
    ],
  },
  { items: [{ name: 'Tabella dati', icon: IconList, to: '/riepilogo/dati', policy: 'net.read', permissions: ['road_management'] }] },
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
      { name: 'I miei punti vendita', icon: IconGasStation, to: '/stazioni', roles: stationRoles },
      // (+)
      {
        name: 'Cisterne',
        icon: IconDroplet,
        to: '/stazioni/cisterne/{-$id}',
        policy: 'equip.read',
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
        name: 'Gestori',
        icon: IconUsers,
        to: '/stazioni/manager/{-$id}',
        policy: 'mgmt.read',
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
  { items: [{ name: 'Documenti', icon: IconFiles, to: '/documenti', roles: allButInspection }] },
  {
    name: 'Ecommerce Interno',
    items: [
      { name: 'Riepilogo Articoli', icon: IconListCheck, to: '/intracommerce/statistiche', policy: 'eco.admin' },
      { name: 'Ordini', icon: IconShoppingCart, to: '/intracommerce/ordini', policy: 'eco.admin' },
      { name: 'Tags', icon: IconBookmark, to: '/intracommerce/tag', policy: 'eco.admin' },
      { name: 'Categorie', icon: IconCategory, to: '/intracommerce/categoria', policy: 'eco.admin' },
      { name: 'Articoli', icon: IconPackage, to: '/intracommerce/articoli/{-$id}', policy: 'eco.admin' },
      // (+) For those who order and do not administer: to them the documents show no entry.
      { name: 'Nuovo ordine', icon: IconShoppingCart, to: '/intracommerce/ordine/{-$id}', ...whoOrders },
      { name: 'I miei ordini', icon: IconListCheck, to: '/intracommerce/ordini', ...whoOrders },
    ],
  },
  {
    name: 'Assistenza',
    items: [
      { name: 'Contatti utili', icon: IconPhone, to: '/contatti-utili', policy: 'contacts.read' },
      {
        name: 'Tickets',
        icon: IconTicket,
        to: '/tickets',
        policy: 'tickets.agent',
        permissions: ['manage_tickets', 'ticket_user'],
      },
      // (+) For those who open tickets and do not work on them.
      { name: 'Ticket', icon: IconTicket, to: '/tickets', roles: [], also: 'tickets.open' },
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
    name: 'GPL',
    items: [
      { name: 'Richieste GPL Card', icon: IconClipboardText, to: '/richieste-carte-gpl/{-$id}', policy: 'gpl.write' },
      { name: 'Calendario Corsi GPL', icon: IconCalendar, to: '/calendario-corsi-gpl', policy: 'gpl.write' },
      // (+) For those who only read; so below.
      { name: 'Elenco richieste GPL', icon: IconClipboardText, to: '/richieste-carte-gpl/{-$id}', roles: [], also: 'gpl.read' },
      { name: 'Corsi GPL', icon: IconCalendar, to: '/calendario-corsi-gpl', roles: [], also: 'gpl.read' },
    ],
  },
  {
    name: 'Tessere',
    items: [
      { name: 'Tessere', icon: IconCreditCard, to: '/carte/{-$id}', policy: 'cards.write', permissions: ['moderate_card'] },
      { name: 'Clienti Tessere', icon: IconUsers, to: '/carte/clienti/{-$id}', policy: 'cards.write', permissions: ['moderate_card'] },
      { name: 'Log Operaz. Clienti', icon: IconHistory, to: '/carte/logs', policy: 'cards.write', permissions: ['moderate_card'] },
      // (+)
      { name: 'Elenco tessere', icon: IconCreditCard, to: '/carte/{-$id}', roles: [], also: 'cards.read' },
      { name: 'Elenco clienti tessere', icon: IconUsers, to: '/carte/clienti/{-$id}', roles: [], also: 'cards.read' },
      { name: 'Elenco operaz. clienti', icon: IconHistory, to: '/carte/logs', roles: [], also: 'cards.read' },
    ],
  },
  {
    name: 'Buoni carburante',
    items: [
      { name: 'Buoni', icon: IconCoinEuro, to: '/coupons/{-$id}', policy: 'coupons.write' },
      // (+)
      { name: 'Elenco buoni', icon: IconCoinEuro, to: '/coupons/{-$id}', roles: [], also: 'coupons.read' },
    ],
  },
  {
    name: 'Gestione',
    items: [
      { name: 'File Autisti', icon: IconTruck, to: '/autisti', policy: 'driver.write' },
      // (+) The documents give drivers no entry to their own files.
      { name: 'I miei file', icon: IconTruck, to: '/autisti', roles: ['driver'], permissions: ['show_station_docs'] },
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
        name: 'Obblighi gestore',
        icon: IconListCheck,
        to: '/stazioni/manager/obblighi',
        policy: 'obl.write',
      },
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
  const own = { roles: rolesOf(user.scope), permissions: user.permissions }
  const led = new Set(groups.flatMap(({ items }) => items.filter((item) => shows(item, own)).map(({ to }) => to)))
  const visible = (item: MenuItem) => shows(item, own) || (!!item.also && allows(item.also, own) && !led.has(item.to))
  return groups.map((group) => ({ ...group, items: group.items.filter(visible) })).filter((group) => group.items.length > 0)
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
