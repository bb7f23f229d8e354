import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openings } from '../../../server/db/schema/stations/station-sets.ts'
import { readWeek } from '../../../src/rules/stations/week-text.ts'
import { inWorld } from '../support/world.ts'

test('the week that a device is given in short is the week of the station', () =>
  inWorld(async ({ as, db }) => {
    await db.delete(openings).where(eq(openings.station_id, 1))
    const day = { station_id: 1, open1: null, close1: null, open2: null, close2: null, closed: false, h24: false }
    await db.insert(openings).values([
      { ...day, weekday: 1, open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30' },
      { ...day, weekday: 2, open1: '06:00', close1: '24:00' },
      { ...day, weekday: 6, h24: true },
      { ...day, weekday: 7, closed: true },
    ])
    const { stations } = (await (await as('ispettore')).get('/inspection/offline/stations')).body.data
    const [told, other] = [1, 2].map((id) => stations.find((one: { id: number }) => one.id === id)?.week)
    const { weekday, open1, close1, open2, close2, closed, h24 } = openings
    const rows = (id: number) =>
      db
        .select({ weekday, open1, close1, open2, close2, closed, h24 })
        .from(openings)
        .where(eq(openings.station_id, id))
        .orderBy(asc(weekday))
    expect(told).toBe('1 07:00-12:30 15:00-19:30;2 06:00-24:00;6 h24;7 chiuso')
    expect(readWeek(told)).toEqual(await rows(1))
    expect(readWeek(other ?? '')).toEqual(await rows(2))
  }))
