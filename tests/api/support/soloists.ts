import { eq } from 'drizzle-orm'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { type PermissionName, permissionNames, type RoleName, roleNames } from '../../../src/contract/kernel/roles.ts'
import type { Caller, World } from './world.ts'

export interface Soloist {
  name: string
  roles: RoleName[]
  permissions: PermissionName[]
  caller: Caller
}
/** One user per role and per permission, with that right alone, and `nothing` with none at all; each signed in. */
export async function soloists({ db, as }: World, all_stations: boolean): Promise<Soloist[]> {
  const people: Omit<Soloist, 'caller'>[] = [
    ...roleNames.map((name) => ({ name, roles: [name], permissions: [] })),
    ...permissionNames.map((name) => ({ name, roles: [], permissions: [name] })),
    { name: 'nothing', roles: [], permissions: [] },
  ]
  const [known] = await db.select().from(users).where(eq(users.email, 'admin@demo.example.it'))
  await db.insert(users).values(
    people.map(({ name, ...rights }) => ({
      ...{ name: `Solo ${name}`, email: `solo.${name}@demo.example.it`.toLowerCase() },
      ...{ ...rights, all_stations, password_hash: known!.password_hash },
    })),
  )
  const signed: Soloist[] = []
  for (const one of people) signed.push({ ...one, caller: await as(`solo.${one.name}`.toLowerCase()) })
  return signed
}
