import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { tilesOf } from '../../../server/lib/core/tiles.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const codes = (reply: { body: { data: { stations: { code: string }[] } } }) => reply.body.data.stations.map(({ code }) => code)

test("the map of stations needs the policy and shows the caller's stations, never deleted ones", () =>
  inWorld(async ({ as, db }) => {
    expect((await (await as('p.show_payroll')).get('/stations/map')).status).toBe(403)
    expect((await (await as()).get('/stations/map')).status).toBe(401)
    const inside = await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2' })
    await makeStation(db, { code: 'ZZ3', deleted_at: new Date().toISOString() })
    for (const name of ['stazione', 'lettura.rete', 'rete', 'addetto', 'p.access_station_ro']) {
      const person = await as(name)
      await assign(db, inside.id, person.user_id)
      expect(codes(await person.get('/stations/map?search=prova+zz')), name).toEqual(['ZZ1'])
    }
    for (const name of ['admin', 'ispettore', 'autista', 'p.station_support'])
      expect(codes(await (await as(name)).get('/stations/map?search=prova+zz')), name).toEqual(['ZZ1', 'ZZ2'])
  }))

test("the map has all stations that match the list's filters, also those without a position", () =>
  inWorld(async ({ as, db }) => {
    const placed = await makeStation(db, { code: 'ZZ1', province: 'CO', city: 'Cantù', latitude: 45.74, longitude: 9.13 })
    await makeStation(db, { code: 'ZZ2', status: 'maintenance', hasRent: true })
    const admin = await as('admin')
    const { id } = placed
    expect((await admin.get('/stations/map?search=prova+zz')).body.data).toEqual({
      stations: [
        { id, code: 'ZZ1', name: 'Prova ZZ1', city: 'Cantù', province: 'CO', latitude: 45.74, longitude: 9.13, status: 'active' },
        expect.objectContaining({ code: 'ZZ2', latitude: null, longitude: null, status: 'maintenance' }),
      ],
      tiles: null,
    })
    for (const filter of ['search=zz1', 'query=prova+zz&province=CO', 'query=prova+zz&status=active'])
      expect(codes(await admin.get(`/stations/map?${filter}`)), filter).toEqual(['ZZ1'])
    // A hidden column cannot be found out by a filter.
    expect(codes(await (await as('ispettore')).get('/stations/map?search=prova+zz&hasRent=true'))).toEqual([])
    expect(codes(await admin.get('/stations/map?search=prova+zz&sort=-code')), 'the order of the list').toEqual(['ZZ2', 'ZZ1'])
    expect((await admin.get('/stations/map?sort=margin')).status).toBe(422)
    await db.delete(stations).where(eq(stations.id, id))
    expect(codes(await admin.get('/stations/map?search=prova+zz'))).toEqual(['ZZ2'])
    for (let at = 0; at < 30; at++) await makeStation(db, { code: `ZZ${100 + at}` })
    expect(codes(await admin.get('/stations/map?search=prova+zz')), 'no pages').toHaveLength(31)
  }))

test('the map names its tile server', () =>
  inWorld(async ({ as, deps }) => {
    const { token } = await as('admin')
    const tiles = tilesOf('https://mappe.example.it/{z}/{x}/{y}.png', '© Mappe')
    const app = await createApp({ ...deps, tiles })
    const answer = await app.inject({ url: `${API_BASE}/stations/map`, headers: { authorization: `Bearer ${token}` } })
    expect(answer.json().data.tiles).toEqual({ url: 'https://mappe.example.it/{z}/{x}/{y}.png', credit: '© Mappe' })
    await app.close()
  }))
