import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from '../../vitest.config.ts'
import { parts } from './parts.mjs'

/** The cheapest tests that find most come first: a mutant is done with at the first test that fails. */
class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // `auth.test.ts` stands in for a module that the others share with it: it has to be there before them.
    const dear = ['/auth.test', '', '/simulation.', '/screens/', '/api/', '/authz.', '/known.', '/lock.', '/mail-delivery.']
    const cost = ({ moduleId }: TestSpecification) =>
      moduleId.includes(dear[0]!) ? 0 : dear.findLastIndex((place) => moduleId.includes(place))
    return [...files].sort((a, b) => cost(a) - cost(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
const part = process.env.MUTATION_PART as keyof typeof parts
const only = process.env.MUTATION_TESTS
const tests = only ? only.split(',') : parts[part].tests

/** The tests that `npm run mutation` runs against each mutant of a part. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: tests.filter((glob) => !glob.startsWith('!')),
    exclude: tests.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
    env: { STORMS: '30' },
    testTimeout: 60_000,
    // A test that draws in a document leaves something of itself in it.
    isolate: ['crud', 'lib'].includes(part),
    sequence: { sequencer: CheapFirst },
  },
})
