import type { Db } from '../../lib/context.ts'
import { hashPassword } from '../../lib/passwords.ts'
import { users } from '../schema/people.ts'
import { type Account, DEMO_PASSWORD } from './accounts.ts'

export async function insertAccounts(db: Db, accounts: readonly Account[]) {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  await db.insert(users).values(accounts.map(({ stations: _, ...account }) => ({ ...account, password_hash })))
}
