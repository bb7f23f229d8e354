import { describe, expect, it } from 'vitest'
import { dexieDisk } from './dexie-disk.ts'
import { type Options, runSchedule } from './schedule.ts'

const STORMS = Number(process.env.STORMS ?? 300)

/** Ends with the first storm that breaks a promise. */
async function storms(count: number, options: Options = {}) {
  const totals = { intents: 0, kills: 0 }
  for (let seed = 1; seed <= count; seed++) {
    const { violation, intents, kills } = await runSchedule(seed, options)
    expect(violation, `seed ${seed}`).toBeUndefined()
    totals.intents += intents
    totals.kills += kills
  }
  return totals
}

/** A taste of the simulation; `npm run sim` is the whole of it, and a step of `npm test`. */
describe('simulation', () => {
  it('loses, doubles and mixes up nothing in some storms', async () => {
    const { intents, kills } = await storms(STORMS)
    expect(intents).toBeGreaterThan(STORMS * 3)
    expect(kills).toBeGreaterThan(STORMS / 2)
  })

  it('nor over Dexie', async () => {
    const { intents } = await storms(STORMS / 15, { disk: dexieDisk })
    expect(intents).toBeGreaterThan(STORMS / 5)
  })

  it('a tab that froze just before its request, and wakes while another takes over, is no second sender: its key has one effect', async () => {
    expect((await runSchedule(7_602_455)).violation).toBeUndefined()
  })
  it('replays a seed step by step', async () => {
    for (let seed = 1; seed <= STORMS / 15; seed++) expect(await runSchedule(seed)).toEqual(await runSchedule(seed))
  })
})
