import type { Db } from '../../lib/core/db.ts'
import { installationSecret } from '../../lib/core/installation-secret.ts'
import { DEVICE_KEY } from '../../lib/core/sessions.ts'
import { seed } from './profiles.ts'

/** The small network of the API tests, always the same. The key of devices outlives a test that is rolled back, as the devices' databases do. */
export async function seedTest(db: Db): Promise<void> {
  await seed(db, 'test', { seed: 42, asOf: '2026-11-20' })
  await installationSecret(db, DEVICE_KEY)
}
