import { allows, type Rights } from '../../contract/kernel/policies.ts'
import { mayManage } from './user-rights.ts'

interface Account extends Rights {
  enabled: number
}
/**
 * Whether a person may link a manager to an existing account. Those who manage users may; others only if the account has no rights but those of the
 * managers and workers of a station and is enabled, so that nobody wakes or fills an account of the office by an e-mail address.
 */
export function mayAlign(caller: Rights, account: Account): boolean {
  if (allows('users', caller)) return mayManage(caller, account)
  const own = account.roles.every((name) => name === 'manager' || name === 'worker') && !account.permissions.length
  return own && account.enabled === 1
}
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
/** Whether an account has the name of a person, in either order, whatever accents and capitals. */
export const isSameName = (account: string, { name, lastname }: { name: string; lastname: string }): boolean =>
  folded(account).toSorted().join(' ') === folded(`${name} ${lastname}`).toSorted().join(' ')
