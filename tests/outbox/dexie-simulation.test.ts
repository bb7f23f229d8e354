import { expect, it } from 'vitest'
import { dexieDisk } from './dexie-disk.ts'
import { runMany } from './run.ts'

it('the same storms over Dexie lose, double and mix up nothing', { timeout: 600_000 }, async () => {
  const totals = await runMany(1, 300, { disk: dexieDisk })
  expect(totals.violations).toEqual([])
  expect(totals.intents).toBeGreaterThan(900)
})
