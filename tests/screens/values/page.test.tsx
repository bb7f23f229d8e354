// @vitest-environment jsdom
import '../../setup-dom.ts'
import { test } from 'vitest'
import { withPairs } from './all.ts'
import { shows, withRecord } from './compare.ts'
import { factsOf } from './readers.ts'

test.each(withPairs('page'))('%s: under each label of its page stands the value of the record', (_, one, page) =>
  withRecord(one, async (world, made) => {
    const parts = typeof made.page === 'string' ? { dati: made.page } : made.page!
    for (const [part, address] of Object.entries(parts)) {
      await world.open(address)
      await shows(() => factsOf(), page[part]!, made)
    }
  }),
)
