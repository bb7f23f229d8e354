import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'

/** What finds most for least comes first: a mutant is done with at the first test that fails. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const cost = ({ moduleId }: TestSpecification) => (moduleId.includes('/api/') ? 2 : moduleId.includes('simulation') ? 1 : 0)
    return [...files].sort((a, b) => cost(a) - cost(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}

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
    sequence: { sequencer: CheapFirst },
  },
})
