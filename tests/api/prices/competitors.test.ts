import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { competitor_price_days, competitor_prices, competitors } from '../../../server/db/schema/prices/competitors.ts'
import { mimit_means, mimit_prices, mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { fuels, prices, stations } from '../../../server/db/schema/stations/stations.ts'
import type { Comparison, Neighbour } from '../../../src/contract/prices/competitor-prices.ts'
import { makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const body = { name: 'Q8 Fidenza', brand: 'Q8', city: 'Fidenza', province: 'PR', latitude: 44.87, longitude: 10.06, active: true }
const fuelOf = async ({ db }: World, code: string) => (await db.select().from(fuels).where(eq(fuels.code, code)))[0]!.id
/** One of our stations, with three of the registry around it: near, nearer, and too far. */
async function around(world: World) {
  const { db } = world
  const station = await makeStation(db, { code: 'ZZ1', latitude: 44.87, longitude: 10.06, mise_id: 990_001 })
  const row = { kind: 'Stradale', city: 'FIDENZA', province: 'PR', address: 'VIA EMILIA 10 43036', longitude: 10.06 }
  await db.insert(mimit_stations).values([
    { ...row, id: 990_001, name: 'La nostra', brand: 'Nostra', latitude: 44.87, search_text: 'la nostra' },
    { ...row, id: 990_002, name: '<b>Vicina</b>', brand: 'Q8', latitude: 44.89, search_text: 'vicina q8 fidenza' },
    { ...row, id: 990_003, name: 'Vicinissima', brand: 'Eni', latitude: 44.871, search_text: 'vicinissima eni fidenza' },
    { ...row, id: 990_004, name: 'Lontana', brand: 'Esso', latitude: 45.2, search_text: 'lontana esso' },
  ])
  const [petrol, diesel] = [await fuelOf(world, 'BZ'), await fuelOf(world, 'GA')]
  const price = { station_id: 990_002, self: true, dt: '2026-04-20T06:00:00Z' }
  await db.insert(mimit_prices).values([
    { ...price, fuel_raw: 'Benzina', fuel_id: petrol, price: 1.769 },
    { ...price, fuel_raw: 'Gasolio', fuel_id: diesel, price: 1.699 },
    { ...price, fuel_raw: 'Gasolio Alpino', fuel_id: diesel, price: 1.999 },
    { ...price, fuel_raw: 'Pozione', fuel_id: null, price: 1.5 },
    { ...price, fuel_raw: 'Metano', fuel_id: await fuelOf(world, 'ME'), price: 8.888 },
  ])
  await db
    .insert(prices)
    .values({ station_id: station.id, fuel_id: petrol, mode: 'self', price: 1.789, valid_from: '2026-01-01T00:00:00Z' })
  return { station, petrol, diesel }
}

test('competitors need the network policies, a ministry id is unique, and a deletion is permanent', () =>
  inWorld(async ({ as }) => {
    const [writer, stranger] = [await as('admin'), await as('addetto')]
    expect((await stranger.get('/station/competitors')).status).toBe(403)
    const reader = await as('contabilita')
    expect((await reader.post('/station/competitors', body)).status).toBe(403)
    const created = await writer.post('/station/competitors', body)
    expect([created.status, created.body.message]).toEqual([201, 'Concorrente creato'])
    const { id, rev } = created.body.data
    expect((await writer.put(`/station/competitors/${id}`, { note: 'x', rev })).body.message).toBe('Concorrente modificato')
    expect((await writer.del(`/station/competitors/${id}`)).status).toBe(204)
  }))

test('a competitor needs a writable station; one without a station is only for callers who see the whole network', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const { station } = await around(world)
    const other = await makeStation(db, { code: 'ZZ2' })
    const [admin, rete] = [await as('admin'), await as('rete')]
    await db.insert(station_acl).values({ station_id: station.id, user_id: rete.user_id, level: 'write' })
    const free = (await admin.post('/station/competitors', body)).body.data
    const foreign = (await admin.post('/station/competitors', { ...body, station_id: other.id })).body.data
    const own = await rete.post('/station/competitors', { ...body, station_id: station.id })
    expect(own.status).toBe(201)
    const seen = (await rete.get('/station/competitors?per_page=100')).body.data.data as { id: number }[]
    expect(seen.map(({ id }) => id)).toContain(own.body.data.id)
    for (const { id, rev } of [free, foreign]) {
      expect(seen.map((one) => one.id)).not.toContain(id)
      expect((await rete.put(`/station/competitors/${id}`, { note: 'x', rev })).status).toBe(404)
      expect((await rete.del(`/station/competitors/${id}`)).status).toBe(204)
      expect((await rete.get(`/station/competitors/${id}/comparison`)).status).toBe(404)
    }
    expect((await rete.post('/station/competitors', body)).status).toBe(403)
    expect((await rete.post('/station/competitors', { ...body, station_id: other.id })).body.error).toEqual({
      station_id: 'Il valore selezionato per Punto vendita confrontato non esiste.',
    })
    const { id, rev } = own.body.data
    expect((await rete.put(`/station/competitors/${id}`, { station_id: other.id, rev })).status).toBe(422)
    expect((await rete.put(`/station/competitors/${id}`, { station_id: null, rev })).status).toBe(403)
    const mapped = (await rete.get('/station/competitors/map')).body.data.competitors as { id: number }[]
    expect(mapped.map((one) => one.id)).toEqual(seen.map((one) => one.id))
  }))

test('the distance of a competitor follows every change of a position', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { station } = await around(world)
    const made = (await admin.post('/station/competitors', { ...body, latitude: 44.96, station_id: station.id, distance_km: 3 })).body.data
    // A tenth of a degree of latitude is 11.1 km.
    expect(made.distance_km).toBeCloseTo(10.01, 1)
    const moved = (await admin.put(`/station/competitors/${made.id}`, { latitude: 44.87, rev: made.rev })).body.data
    expect(moved.distance_km).toBe(0)
    expect((await admin.put(`/station/competitors/${made.id}`, { longitude: null, rev: moved.rev })).body.data.distance_km).toBeNull()
  }))

test('neighbours are the registry stations around one of ours, nearest first; importing them twice adds them once', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const { station } = await around(world)
    const admin = await as('admin')
    expect((await (await as('contabilita')).get(`/station/competitors/neighbours?station_id=${station.id}`)).status).toBe(403)
    const found = async (query: string) => (await admin.get(`/station/competitors/neighbours?${query}`)).body.data as Neighbour[]
    const near = await found(`station_id=${station.id}&radius=5`)
    expect(near.map(({ id, present }) => [id, present])).toEqual([
      [990_003, false],
      [990_002, false],
    ])
    expect(near[0]!.distance_km).toBeCloseTo(0.11, 2)
    expect((await found(`station_id=${station.id}&radius=1`)).map(({ id }) => id)).toEqual([990_003])
    expect((await found('value=lontana')).map(({ id }) => id)).toEqual([990_004])
    expect(await found('')).toEqual([])
    const take = () => admin.post('/station/competitors/import', { station_id: station.id, mise_ids: [990_001, 990_002, 990_003] })
    expect((await take()).body).toMatchObject({ data: { created: 2, present: 0 }, message: 'Vicini importati' })
    expect((await take()).body.data).toEqual({ created: 0, present: 2 })
    expect((await found(`station_id=${station.id}`)).map(({ present }) => present)).toEqual([true, true])
    const rows = await db.select().from(competitors).where(eq(competitors.station_id, station.id)).orderBy(competitors.mise_id)
    expect(rows).toMatchObject([
      { mise_id: 990_002, name: '<b>Vicina</b>', city: 'Fidenza', cap: '43036', address: 'VIA EMILIA 10' },
      { mise_id: 990_003 },
    ])
    const [, second] = await Promise.all([take(), take()])
    expect(second.body.data.created).toBe(0)
    expect((await admin.post('/station/competitors/import', { station_id: 999_999, mise_ids: [990_002] })).status).toBe(422)
  }))

test('a competitor of the registry gets its plausible prices of known fuels at once, beside ours and the means', () =>
  inWorld(async (world) => {
    const { as, db, deps } = world
    const { station, petrol, diesel } = await around(world)
    const admin = await as('admin')
    const { id } = (await admin.post('/station/competitors', { ...body, station_id: station.id, mise_id: 990_002 })).body.data
    const kept = await db.select().from(competitor_prices).where(eq(competitor_prices.competitor_id, id)).orderBy(competitor_prices.fuel_id)
    expect(kept.map(({ fuel_id, mode, price, source }) => [fuel_id, mode, price, source])).toEqual([
      [petrol, 'self', 1.769, 'mimit'],
      [diesel, 'self', 1.699, 'mimit'],
    ])
    const row = (await admin.get(`/station/competitors?station_id=${station.id}`)).body.data.data[0]
    expect(row).toMatchObject({ price: 1.769, diesel: 1.699, delta: -0.02, station: { id: station.id, code: 'ZZ1' } })
    const day = deps.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
    const mean = { fuel_id: petrol, mode: 'self' as const, day, stations: 10 }
    await db.insert(mimit_means).values([
      { ...mean, area: 'PR', price: 1.801 },
      { ...mean, area: 'Emilia-Romagna', price: 1.799 },
    ])
    const told = (await admin.get(`/station/competitors/${id}/comparison`)).body.data as Comparison
    expect(told).toMatchObject({ province: 'PR', region: 'Emilia-Romagna', means_day: day })
    expect(told.prices).toMatchObject([
      { fuel: 'Benzina', mode: 'self', ours: 1.789, theirs: 1.769, province: 1.801, region: 1.799, source: 'mimit' },
      { fuel: 'Gasolio', mode: 'self', ours: null, theirs: 1.699, province: null, region: null },
    ])
    // The station's page shows the same means; a motorway station has none.
    const meansThere = async () => (await admin.get(`/prices/station/${station.id}/means`)).body.data
    expect(await meansThere()).toEqual({
      ...{ province: 'PR', region: 'Emilia-Romagna', day },
      prices: [{ fuel_id: petrol, mode: 'self', province: 1.801, region: 1.799 }],
    })
    await db.update(stations).set({ kind: 'autostradale' }).where(eq(stations.id, station.id))
    expect(await meansThere()).toEqual({ province: null, region: null, day: null, prices: [] })
    const days = (await admin.get(`/station/competitors/${id}/days?fuel_id=${petrol}&mode=self`)).body.data
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day, ours: 1.789, theirs: 1.769, province: 1.801, region: 1.799 })
    expect(days[0]).toMatchObject({ ours: 1.789, theirs: null, province: null })
  }))

test('a seen price counts from now and is stored as the price of the day; an absurd one is refused', () =>
  inWorld(async (world) => {
    const { station, petrol } = await around(world)
    const admin = await world.as('admin')
    const { id } = (await admin.post('/station/competitors', { ...body, station_id: station.id, mise_id: 990_002 })).body.data
    const seen = (price: number, fuel_id = petrol) => admin.post(`/station/competitors/${id}/prices`, { fuel_id, mode: 'self', price })
    for (const mad of [0, 0.1, 8.888, 1.7891]) expect((await seen(mad)).status, String(mad)).toBe(422)
    expect((await seen(1.5, 99_999)).status).toBe(422)
    const answer = await seen(1.759)
    expect([answer.status, answer.body.message]).toEqual([200, 'Prezzo rilevato'])
    expect(answer.body.data.prices[0]).toMatchObject({ theirs: 1.759, source: 'manuale' })
    expect(
      await world.db
        .select({ price: competitor_price_days.price })
        .from(competitor_price_days)
        .where(eq(competitor_price_days.competitor_id, id)),
    ).toContainEqual({
      price: 1.759,
    })
  }))
