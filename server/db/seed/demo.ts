import type { Db } from '../../lib/core/db.ts'
import { hashPassword } from '../../lib/core/passwords.ts'
import type { FileStore } from '../../lib/files/files.ts'
import { users } from '../schema/core/accounts.ts'
import { station_acl } from '../schema/stations/station-acl.ts'
import { stations } from '../schema/stations/stations.ts'
import { insertRows } from './insert.ts'
import { DEMO_PASSWORD, demoAccounts } from './people/accounts.ts'
import { seedUsers } from './people/users.ts'
import { seed, today } from './profiles.ts'

/**
 * Fills an empty database with the demonstration network; does nothing where there are users already. Where stations were imported
 * before the first start, only the accounts are added, with the first of those stations. True where the whole network was made.
 */
export async function seedDemo(db: Db, files?: FileStore) {
  if (await db.$count(users)) return false
  const options = { seed: 42, asOf: today() }
  const imported = await db.select({ id: stations.id }).from(stations).orderBy(stations.id).limit(45)
  if (!imported.length) {
    await seed(db, 'demo', { ...options, files })
    return true
  }
  await db.transaction(async (tx) => {
    const people = seedUsers(options, demoAccounts, 0, imported)
    const password_hash = await hashPassword(DEMO_PASSWORD)
    const now = new Date().toISOString()
    await insertRows(
      tx,
      users,
      people.users.map((user) => ({ ...user, password_hash })),
      now,
    )
    await insertRows(tx, station_acl, people.station_acl, now)
  })
  return false
}
