import { describe, expect, it } from 'vitest'
import { dexieDisk } from './dexie-disk.ts'
import { runMany } from './run.ts'
import { runSchedule } from './schedule.ts'

const STORMS = Number(process.env.STORMS ?? 300)

/** A taste of the simulation; `npm run sim` is the whole of it, and a step of `npm test`. */
describe('simulation', () => {
  it('loses, doubles and mixes up nothing in some storms', async () => {
    const totals = await runMany(1, STORMS)
    expect(totals.violations).toEqual([])
    expect(totals.intents).toBeGreaterThan(STORMS * 3)
    expect(totals.kills).toBeGreaterThan(STORMS / 2)
  })

  it('nor over Dexie', async () => {
    const totals = await runMany(1, STORMS / 15, { disk: dexieDisk })
    expect(totals.violations).toEqual([])
    expect(totals.intents).toBeGreaterThan(STORMS / 5)
  })

  it('replays a seed step by step', async () => {
    for (let seed = 1; seed <= STORMS / 15; seed++) expect(await runSchedule(seed)).toEqual(await runSchedule(seed))
  })
})
