import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { fuels, station_fuels, station_services } from '../../../server/db/schema/stations/stations.ts'
import { makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

interface Named {
  id: number
  name: string
  position: number
  rev: number
}
const servicesOf = async (caller: Caller): Promise<Named[]> => (await caller.get('/available_services')).body.data
const fuelsOf = async (caller: Caller): Promise<Named[]> => (await caller.get('/fuels?per_page=100')).body.data.data
const idsOf = (rows: readonly Named[]) => rows.map(({ id }) => id)

test('services are put in another order by who writes them alone, at once, and stand so wherever they are shown', () =>
  inWorld(async ({ as, db }) => {
    const [admin, rete] = [await as('admin'), await as('rete')]
    const was = idsOf(await servicesOf(admin))
    const ids = was.toReversed()
    expect((await rete.put('/available_services/order', { ids, was })).status).toBe(403)
    expect(idsOf(await servicesOf(rete))).toEqual(was)

    const station = await makeStation(db, { code: 'ZZ1' })
    const two = was.slice(0, 2)
    await db.insert(station_services).values(two.map((available_service_id) => ({ station_id: station.id, available_service_id })))
    expect((await admin.put('/available_services/order', { ids, was })).status).toBe(204)
    const after = await servicesOf(rete)
    expect(idsOf(after)).toEqual(ids)
    expect(after.map(({ position }) => position)).toEqual(ids.map((_, at) => at + 1))
    const { services } = (await admin.get(`/stations/${station.id}`)).body.data
    expect(services.map((one: { available_service_id: number }) => one.available_service_id)).toEqual(two.toReversed())

    // The row in the middle has not moved: it has no new revision and no history.
    const [, middle] = [was[0], was[(was.length - 1) / 2]]
    const moved = await db.select().from(model_history).where(eq(model_history.model, 'available_service'))
    const odd = was.length % 2 === 1
    expect(moved.map(({ model_id }) => model_id)).toHaveMembers(was.filter((id) => !odd || id !== middle))
    expect(moved.find(({ model_id }) => model_id === ids[0])).toMatchObject({
      event: 'updated',
      old: { position: was.length, rev: 1 },
      new: { position: 1, rev: 2 },
    })
  }))

test('fuels: the order is also that of every choice and of what a station sells', () =>
  inWorld(async ({ as, db }) => {
    const [admin, rete] = [await as('admin'), await as('rete')]
    const was = idsOf(await fuelsOf(admin))
    const [first, second, ...rest] = was as [number, number, ...number[]]
    const ids = [second, first, ...rest]
    expect((await rete.put('/fuels/order', { ids, was })).status).toBe(403)
    const station = await makeStation(db, { code: 'ZZ1' })
    await db.insert(station_fuels).values([first, second].map((fuel_id) => ({ station_id: station.id, fuel_id })))
    expect((await admin.put('/fuels/order', { ids, was })).status).toBe(204)
    const active = await db.select({ id: fuels.id }).from(fuels).where(eq(fuels.active, true)).orderBy(asc(fuels.position))
    expect(idsOf((await rete.get('/suggestions/fuels')).body.data)).toEqual(active.map(({ id }) => id))
    expect(idsOf((await rete.get('/suggestions/fuels')).body.data).slice(0, 2)).toEqual([second, first])
    const sold = (await admin.get(`/stations/${station.id}`)).body.data.fuels
    expect(sold.map((one: { fuel_id: number }) => one.fuel_id)).toEqual([second, first])
    // One that begins without a place comes last.
    const made = (await admin.post('/fuels', { name: 'Idrogeno', unit: 'kg' })).body.data
    expect(idsOf(await fuelsOf(rete))).toEqual([...ids, made.id])
  }))

test('categories of tickets: their order is that of the list, and one that begins comes last', () =>
  inWorld(async ({ as }) => {
    const [admin, rete] = [await as('admin'), await as('rete')]
    const read = async () => idsOf((await admin.get('/support/t/category?per_page=100')).body.data.data)
    const was = await read()
    const ids = was.toReversed()
    expect((await rete.put('/support/t/category/order', { ids, was })).status).toBe(403)
    expect(await read()).toEqual(was)
    expect((await admin.put('/support/t/category/order', { ids, was })).status).toBe(204)
    expect(await read()).toEqual(ids)
    const made = (await admin.post('/support/t/category', { name: 'Giardino' })).body.data
    expect(await read()).toEqual([...ids, made.id])
  }))

test('categories of the shop: their order is that of the list, and one that begins comes last', () =>
  inWorld(async ({ as }) => {
    const [osvaldo, gina] = [await as('sup.ordini'), await as('gestore')]
    const read = async () => idsOf((await gina.get('/ecommerce/category?per_page=100')).body.data.data)
    const was = await read()
    const ids = was.toReversed()
    expect((await gina.put('/ecommerce/category/order', { ids, was })).status).toBe(403)
    expect(await read()).toEqual(was)
    expect((await osvaldo.put('/ecommerce/category/order', { ids, was })).status).toBe(204)
    expect(await read()).toEqual(ids)
    const made = (await osvaldo.post('/ecommerce/category', { name: 'Giardino' })).body.data
    expect(await read()).toEqual([...ids, made.id])
  }))

test('an order made from another than the present one is refused with the present one; so is one that leaves out a row or names one twice', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const was = idsOf(await fuelsOf(admin))
    const ids = was.toReversed()
    await admin.put('/fuels/order', { ids, was })
    const late = await admin.put('/fuels/order', { ids: [...was.slice(1), was[0]], was })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale', data: ids, error: expect.stringContaining('Nel frattempo') } })
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids, 999_999]])
      expect(await admin.put('/fuels/order', { ids: wrong, was: ids })).toMatchObject({
        status: 422,
        body: { error: { ids: 'Ogni riga deve comparire una volta sola.' } },
      })
    // The order says nothing of a row that was added meanwhile.
    const made = (await admin.post('/fuels', { name: 'Idrogeno', unit: 'kg' })).body.data
    expect(await admin.put('/fuels/order', { ids: was, was: ids })).toMatchObject({ status: 409, body: { data: [...ids, made.id] } })
    expect(idsOf(await fuelsOf(admin))).toEqual([...ids, made.id])

    const [one, two] = await Promise.all(
      [was, [...was.slice(1), was[0]!]].map((next) => admin.put('/fuels/order', { ids: [...next, made.id], was: [...ids, made.id] })),
    )
    expect([one!.status, two!.status], 'of two at once one is told of the other').toHaveMembers([204, 409])
    const places = await db.select({ position: fuels.position }).from(fuels).where(inArray(fuels.id, was))
    expect(new Set(places.map(({ position }) => position)).size).toBe(was.length)
  }))
