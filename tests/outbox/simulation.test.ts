import { describe, expect, it } from 'vitest'
import { dexieDisk } from './dexie-disk.ts'
import { runMany } from './run.ts'
import { runSchedule } from './schedule.ts'

/** A taste of the simulation; `npm run sim` is the whole of it, and a step of `npm test`. */
describe('simulation', () => {
  it('loses, doubles and mixes up nothing in some hundred storms', async () => {
    const totals = await runMany(1, 300)
    expect(totals.violations).toEqual([])
    expect(totals.intents).toBeGreaterThan(900)
    expect(totals.kills).toBeGreaterThan(150)
  })

  it('nor over Dexie', async () => {
    expect(await runMany(1, 20, { disk: dexieDisk })).toMatchObject({ schedules: 20, violations: [] })
  })

  it('replays a seed step by step', async () => {
    for (let seed = 1; seed <= 20; seed++) expect(await runSchedule(seed)).toEqual(await runSchedule(seed))
  })
})
