import { describe, expect, it } from 'vitest'
import { runSchedule } from './schedule.ts'

const SEEDS = [3, 5, 8, 13, 21, 34, 55, 89, 144, 233]

describe('a kill at every await, one after the other', { timeout: 600_000 }, () => {
  it('of a tab loses nothing', async () => {
    let kills = 0
    for (const seed of SEEDS) {
      const { awaits } = await runSchedule(seed)
      for (let killAt = 1; killAt <= awaits.device; killAt++) {
        expect(await runSchedule(seed, { killAt }), `killed at await ${killAt}`).toMatchObject({ violation: undefined })
        kills++
      }
    }
    expect(kills).toBeGreaterThan(1_500)
  })

  it('of the server loses nothing', async () => {
    let kills = 0
    for (const seed of SEEDS) {
      const { awaits } = await runSchedule(seed)
      for (let crashAt = 1; crashAt <= awaits.server; crashAt++) {
        expect(await runSchedule(seed, { crashAt }), `died at await ${crashAt}`).toMatchObject({ violation: undefined })
        kills++
      }
    }
    expect(kills).toBeGreaterThan(200)
  })
})
