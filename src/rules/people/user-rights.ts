import type { Rights } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'

/** Rights that only a super administrator grants and takes away (docs/spec/security.md#privileged-changes). */
const reserved: { roles: readonly RoleName[]; permissions: readonly PermissionName[] } = {
  roles: ['superAdmin'],
  permissions: ['moderate_users', 'moderate_payroll'],
}
const isSuper = ({ roles }: Pick<Rights, 'roles'>) => roles.includes('superAdmin')

/** Whether a person may grant a right or take it away. */
export const mayGrant = (who: Pick<Rights, 'roles'>, right: RoleName | PermissionName) =>
  isSuper(who) || !([...reserved.roles, ...reserved.permissions] as string[]).includes(right)
/** Whether a person who manages users may change this user. */
export const mayManage = (who: Pick<Rights, 'roles'>, user: Pick<Rights, 'roles'>) => isSuper(who) || !isSuper(user)
/** Whether a person may change a user's email address. It gives access to the account by the password link, so the person must be able to grant all its rights. */
export const mayReaddress = (who: Pick<Rights, 'roles'>, user: Rights) =>
  [...user.roles, ...user.permissions].every((right) => mayGrant(who, right))
/** Whether a person with these rights is known to the offices by the codice fiscale: payslips and managements are matched by it. */
export const needsFiscalCode = ({ roles, permissions }: Rights) =>
  permissions.includes('show_payroll') || (['employee', 'worker', 'manager'] as const).some((role) => roles.includes(role))
