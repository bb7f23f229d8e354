import type { Db } from '../../lib/core/db.ts'
import { seed } from './profiles.ts'

/** The small network of the API tests, always the same. */
export const seedTest = (db: Db) => seed(db, 'test', { seed: 42, asOf: '2026-11-20' })
