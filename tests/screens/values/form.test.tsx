// @vitest-environment jsdom
import '../../setup-dom.ts'
import '../../../src/features/overview/settings/FuelsTab.tsx'
import { test } from 'vitest'
import { withPairs } from './all.ts'
import { shows, withRecord } from './compare.ts'
import { inputsOf } from './readers.ts'

test.each(withPairs('form'))('%s: each input of its form holds the value of its label', (_, one, form) =>
  withRecord(one, async (world, made) => {
    const [address, title] = made.form!
    await world.open(address)
    await shows(() => inputsOf(title), form, made)
  }),
)
