import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fuels, prices } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

test('charts: averages of the whole network are cached for a minute, and not given to callers with a part of it', () => {
  const clock = { now: Date.parse('2031-11-15T12:00:00Z') }
  return inWorld(
    async ({ as, db }) => {
      const [analisi, lettura, stazione] = [await as('analisi'), await as('p.analysis_perm'), await as('stazione')]
      const [petrol] = await db
        .select()
        .from(fuels)
        .where(sql`'Benzina' = any(${fuels.mise_names})`)
        .orderBy(fuels.position, fuels.id)
        .limit(1)
      const latest = async (caller: Caller) => (await caller.get('/dashboard/charts')).body.data.prices.at(-1).petrol as number | null
      // Whoever sees a part of the network is told of that part alone, though the whole has just been told to another.
      const whole = await latest(analisi)
      const before = await latest(stazione)
      expect(before).not.toBe(whole)
      const mine = await makeStation(db, { code: 'ZZ9' })
      await assign(db, mine.id, stazione.user_id)
      const at = new Date(clock.now).toISOString()
      await db
        .insert(prices)
        .values({ station_id: mine.id, fuel_id: petrol!.id, mode: 'self', price: 9.999, valid_from: at, source: 'manuale' })
      expect(await latest(stazione)).toBeGreaterThan(before ?? 0)
      clock.now += 59_000
      expect([await latest(analisi), await latest(lettura)]).toEqual([whole, whole])
      clock.now += 2_000
      const later = await latest(lettura)
      expect(later).toBeGreaterThan(whole ?? 0)
      expect(await latest(analisi)).toBe(later)
    },
    () => new Date(clock.now),
  )
})
