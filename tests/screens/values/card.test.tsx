// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import { afterAll, beforeAll, test } from 'vitest'
import { media } from '../support/world.tsx'
import { withPairs } from './all.ts'
import { shows, withRecord } from './compare.ts'
import { cardOf } from './readers.ts'

beforeAll(() => {
  media.phone = true
})
afterAll(() => {
  media.phone = false
})
test.each(withPairs('card'))('%s: the card on a phone tells the values of the record, each under its label', (_, one, card) =>
  withRecord(one, async (world, made) => {
    await world.open(made.list!)
    await shows(() => cardOf(made.id), card, made)
  }),
)
