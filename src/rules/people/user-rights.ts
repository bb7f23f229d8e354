import type { Rights } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'

/** What a super administrator alone grants and takes away (domain.md 4.7). */
const reserved: { roles: readonly RoleName[]; permissions: readonly PermissionName[] } = {
  roles: ['superAdmin'],
  permissions: ['moderate_users', 'moderate_payroll'],
}
const isSuper = ({ roles }: Pick<Rights, 'roles'>) => roles.includes('superAdmin')

/** Whether somebody may grant a right, or take it away. */
export const mayGrant = (who: Pick<Rights, 'roles'>, right: RoleName | PermissionName) =>
  isSuper(who) || !([...reserved.roles, ...reserved.permissions] as string[]).includes(right)
/** Whether somebody who manages users may change this one at all. */
export const mayManage = (who: Pick<Rights, 'roles'>, user: Pick<Rights, 'roles'>) => isSuper(who) || !isSuper(user)
/** Whether all rights of a user are such as one could grant. Through the address goes the link to a new password: who could change it would have them. */
export const mayReaddress = (who: Pick<Rights, 'roles'>, user: Rights) =>
  [...user.roles, ...user.permissions].every((right) => mayGrant(who, right))
