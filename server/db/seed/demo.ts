import type { Db } from '../../lib/context.ts'
import { users } from '../schema/people.ts'
import { demoAccounts } from './accounts.ts'
import { insertAccounts } from './insert.ts'

/** Fills an empty database with the demonstration network; does nothing where there are users already. */
export async function seedDemo(db: Db) {
  if (await db.$count(users)) return
  await db.transaction((tx) => insertAccounts(tx, demoAccounts))
}
