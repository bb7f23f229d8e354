import type { Db } from '../../lib/context.ts'
import { users } from '../schema/people.ts'
import { seed, today } from './profiles.ts'

/** Fills an empty database with the demonstration network; does nothing where there are users already. */
export async function seedDemo(db: Db) {
  if (await db.$count(users)) return
  await seed(db, 'demo', { seed: 42, asOf: today() })
}
