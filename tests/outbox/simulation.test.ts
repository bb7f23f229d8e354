import { describe, expect, it } from 'vitest'
import { runMany, summary } from './run.ts'
import { runSchedule } from './schedule.ts'

const SCHEDULES = 10_000

describe('simulation', () => {
  it(`loses, doubles and mixes up nothing in ${SCHEDULES} storms`, { timeout: 600_000 }, async () => {
    const totals = await runMany(1, SCHEDULES)
    console.log(summary(totals, 0, 0))
    expect(totals.violations).toEqual([])
    // The storms must be storms: what is saved, and how often somebody is killed meanwhile.
    expect(totals.intents).toBeGreaterThan(SCHEDULES * 3)
    expect(totals.kills).toBeGreaterThan(SCHEDULES / 2)
  })

  it('replays a seed step by step', async () => {
    for (let seed = 1; seed <= 100; seed++) expect(await runSchedule(seed)).toEqual(await runSchedule(seed))
  })
})
