import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fire_extinguishers } from '../../server/db/schema/equipment.ts'
import { available_services, stations } from '../../server/db/schema/stations.ts'
import { inWorld } from './world.ts'

const MANY = 1_001
const many = <T>(row: (at: number) => T) => Array.from({ length: MANY }, (_, at) => row(at))

test('a list that the documents give without pages is never cut in silence', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const lengthOf = async (path: string) => (await admin.get(path)).body.data.length
    const before = await lengthOf('/available_services')
    await db.insert(available_services).values(many((at) => ({ name: `Servizio ${at}`, position: 1000 })))
    expect(await lengthOf('/available_services')).toBe(before + MANY)

    const [{ id }] = (await db.select({ id: sql<number>`min(${stations.id})` }).from(stations)) as [{ id: number }]
    const path = `/station/fireext/${id}`
    const there = await lengthOf(path)
    await db.insert(fire_extinguishers).values(many((at) => ({ station_id: id, number: `E${at}` })))
    expect(await lengthOf(path)).toBe(there + MANY)
  }))
