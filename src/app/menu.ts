import type { LinkProps } from '@tanstack/react-router'
import { type PermissionName, type RoleName, roleNames, rolesOf } from '../contract/roles.ts'
import type { Profile } from '../lib/device.ts'

interface Visible {
  roles: readonly RoleName[]
  permissions?: readonly PermissionName[]
}
export interface MenuItem extends Visible {
  name: string
  to: LinkProps['to']
}
export interface MenuGroup {
  name: string
  items: readonly MenuItem[]
}
const allButInspection = roleNames.filter((name) => name !== 'inspection')

/** The documented menu (doc 0 §2, §6), as far as its screens exist; (+) marks entries of ours. */
export const menu: readonly MenuGroup[] = [
  { name: 'Home', items: [{ name: 'Dashboard', to: '/dashboard', roles: allButInspection }] },
  {
    name: 'Punti vendita',
    items: [
      {
        name: 'Stazioni',
        to: '/stazioni',
        roles: ['superAdmin', 'station', 'network_manager', 'accounting', 'station_readonly', 'accounting_readonly', 'analysis'],
        permissions: ['road_management'],
      },
      // (+)
      {
        name: 'Banche',
        to: '/stazioni/banche/{-$id}',
        roles: ['superAdmin', 'accounting', 'accounting_readonly'],
        permissions: ['access_accounting_ro'],
      },
    ],
  },
  {
    name: 'Verifiche',
    items: [
      { name: 'Compilazioni', to: '/verifiche', roles: ['superAdmin', 'inspection'] },
      { name: 'Modelli', to: '/verifiche/modello', roles: ['superAdmin', 'inspection'] },
    ],
  },
  {
    name: 'Gestione',
    items: [
      { name: 'Categorie ticket', to: '/tickets/categorie', roles: ['superAdmin', 'ticket_supervisor'], permissions: ['manage_tickets'] },
    ],
  },
  {
    name: 'Aministrazione',
    items: [
      { name: 'Accessi', to: '/logs', roles: ['superAdmin'], permissions: ['moderate_users'] },
      { name: 'Utenti', to: '/utenti/{-$id}', roles: ['superAdmin'], permissions: ['moderate_users'] },
      // (+)
      { name: 'Dispositivi', to: '/dispositivi', roles: ['superAdmin'] },
      {
        name: 'Storico modifiche',
        to: '/storico-modifiche',
        roles: ['superAdmin', 'accounting', 'station', 'network_manager'],
        permissions: ['moderate_card', 'moderate_users', 'road_management', 'net_manager_perm'],
      },
      { name: 'Storico job', to: '/storico-job/{-$id}', roles: ['superAdmin'] },
      { name: 'Impostaz. Servizi', to: '/servizi', roles: ['superAdmin'] },
      {
        name: 'Impostazioni',
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
