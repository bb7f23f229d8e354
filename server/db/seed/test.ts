import { permissionNames } from '../../../src/contract/roles.ts'
import type { Db } from '../../lib/context.ts'
import { type Account, demoAccounts } from './accounts.ts'
import { insertAccounts } from './insert.ts'

/** The test profile: the demo people, one user per single permission, and a second inspector. */
export const testAccounts: Account[] = [
  ...demoAccounts,
  ...permissionNames.map((name) => ({ email: `p.${name}@demo.example.it`, name: `Solo ${name}`, roles: [], permissions: [name] })),
  { email: 'ispettore2@demo.example.it', name: 'Irene Ispettrice', roles: ['inspection'], permissions: [] },
]
export async function seedTest(db: Db) {
  await insertAccounts(db, testAccounts)
}
