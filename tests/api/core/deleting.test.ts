import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { allows } from '../../../src/contract/kernel/policies.ts'
import { seesAllStations } from '../../../src/rules/stations/access.ts'
import { lineOf } from '../../resources/registry.ts'
import type { StationScope } from '../../resources/scope.ts'
import { calls, label } from '../support/calls.ts'
import { makePlaces } from '../support/places.ts'
import { soloists } from '../support/soloists.ts'
import { inWorld } from '../support/world.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** The same address of a record that was never there. */
const nowhere = (url: string) => url.replace(UUID, crypto.randomUUID()).replace(/\/\d+(?=\/|$)/g, '/2000000000')

test('deleting what is not mine and what does not exist answer alike, everywhere and for everybody', { timeout: 300_000 }, () =>
  inWorld(async (world) => {
    world.lookAway()
    const places = await makePlaces(world, { own: 'Nostrana', read: 'Leggibile', foreign: 'Estranea' })
    const people = (await soloists(world, false)).filter((one) => !seesAllStations({ ...one, all_stations: false }))
    for (const { caller } of people)
      await world.db.insert(station_acl).values({ station_id: places.own.id, user_id: caller.user_id, level: 'write' })
    const faults: string[] = []
    let tried = 0
    for (const call of calls.filter(({ method }) => method === 'DELETE')) {
      const { asks } = (lineOf(call).scope ?? {}) as StationScope
      if (!asks) continue
      const { url } = asks(places.foreign, places.foreign)
      for (const { name, caller } of people.filter((one) => allows(call.policy, one))) {
        await world.db.execute(sql`savepoint cell`)
        const [theirs, nothing] = [await caller.del(url), await caller.del(nowhere(url))]
        await world.db.execute(sql`rollback to savepoint cell`)
        tried += 1
        const [a, b] = [theirs, nothing].map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
        if (a !== b) faults.push(`${label(call)} by ${name}: ${a}, and for what does not exist ${b}`)
      }
    }
    expect(faults).toEqual([])
    expect(tried).toBeGreaterThan(15)
  }),
)
