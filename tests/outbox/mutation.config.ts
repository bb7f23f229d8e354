import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** What `npm run mutation` tries each mutant against: the direct tests of the engine and of the server's idempotency, and a short storm. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['tests/outbox/*.test.ts', 'tests/unit/outbox-sound.test.ts', 'tests/api/idempotency.test.ts'],
    exclude: ['tests/outbox/{split,versions}.test.ts'],
    env: { STORMS: '30' },
    testTimeout: 60_000,
    isolate: false,
  },
})
