import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fire_extinguishers } from '../../../server/db/schema/equipment/equipment.ts'
import { available_services, stations } from '../../../server/db/schema/stations/stations.ts'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import { implementations } from '../../../server/resources/registry.ts'
import { inWorld } from '../support/world.ts'

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

test('a list that is asked for without pages is a plain list, of every resource, in pieces of a thousand that are counted', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const lists = implementations
      .flatMap(({ endpoints }) => Object.values(endpoints))
      .filter(({ envelope, path }) => envelope === 'page' && !path.includes('{'))
    expect(lists.length).toBeGreaterThan(8)
    for (const { path } of lists) {
      const [paged, plain] = [await admin.get(`${path}?per_page=100`), await admin.get(`${path}?is_paginated=0`)]
      expect([paged.status, plain.status], path).toEqual([200, 200])
      expect(Object.keys(plain.body), path).toEqual(['data'])
      const { data, total } = paged.body.data
      expect([plain.headers['x-total-count'], plain.body.data.slice(0, data.length)], path).toEqual([String(total), data])
      expect(plain.body.data.length, path).toBe(Math.min(total, 1_000))
      expect(paged.headers, path).not.toHaveProperty('x-total-count')
    }
    await db.insert(ticket_categories).values(many((at) => ({ name: `Zeta ${String(at).padStart(4, '0')}`, position: 9_999 })))
    const piece = async (page: number) => (await admin.get(`/support/t/category?search=zeta&is_paginated=0&page=${page}`)).body.data
    expect([(await piece(1)).length, (await piece(2)).length, await piece(3)]).toEqual([1_000, 1, []])
  }))
