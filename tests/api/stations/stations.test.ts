import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { dispensers, guns } from '../../../server/db/schema/equipment/equipment.ts'
import { available_services, prices, station_fuels, station_services, stations } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const codes = (reply: { body: { data: { data: { code: string }[] } } }) => reply.body.data.data.map((row) => row.code)

test('the list of stations needs the policy', () =>
  inWorld(async ({ as }) => {
    const payroll = await as('p.show_payroll')
    expect((await payroll.get('/stations')).status).toBe(403)
    expect((await payroll.get('/stations/1')).status).toBe(403)
    expect((await payroll.get('/stations/1/prices')).status).toBe(403)
    expect((await (await as('autista')).get('/stations/1/prices')).status).toBe(403)
    expect((await (await as()).get('/suggestions/stations')).status).toBe(401)
  }))

test('callers see their stations, network roles all, and nobody deleted ones', () =>
  inWorld(async ({ as, db }) => {
    const inside = await makeStation(db, { code: 'ZZ1' })
    const outside = await makeStation(db, { code: 'ZZ2' })
    await makeStation(db, { code: 'ZZ3', deleted_at: new Date().toISOString() })
    for (const name of ['stazione', 'lettura.rete', 'rete', 'addetto', 'gestore', 'p.access_station_ro', 'p.show_station_docs']) {
      const person = await as(name)
      await assign(db, inside.id, person.user_id)
      expect(codes(await person.get('/stations?search=prova+zz')), name).toEqual(['ZZ1'])
      expect((await person.get(`/stations/${inside.id}`)).status, name).toBe(200)
      expect((await person.get(`/stations/${outside.id}`)).status, name).toBe(404)
      expect((await person.get('/suggestions/stations?value=prova+zz')).body.data, name).toMatchObject([{ code: 'ZZ1' }])
    }
    for (const name of ['admin', 'ispettore', 'contabilita', 'analisi', 'helpdesk', 'autista', 'p.road_management', 'p.station_support']) {
      const person = await as(name)
      expect(codes(await person.get('/stations?search=prova+zz&sort=code')), name).toEqual(['ZZ1', 'ZZ2'])
      expect((await person.get(`/stations/${outside.id}`)).status, name).toBe(200)
    }
  }))

test('an area manager also sees the area, and "tutti i punti vendita" the whole network', () =>
  inWorld(async ({ as, db }) => {
    const rete = await as('rete')
    await makeStation(db, { code: 'ZZ1', area_manager_id: rete.user_id })
    await makeStation(db, { code: 'ZZ2' })
    expect(codes(await rete.get('/stations?search=prova+zz'))).toEqual(['ZZ1'])
    // The calls refuse by the same rule that a row's `may` tells.
    const writable = async (caller: typeof rete) => (await caller.get('/stations?search=prova+zz&sort=code')).body.data.data[0].writable
    expect([await writable(rete), await writable(await as('admin')), await writable(await as('ispettore'))]).toEqual([
      ['net.write'],
      ['net.write', 'net.fin'],
      [],
    ])
    const stazione = await as('stazione')
    expect(codes(await stazione.get('/stations?search=prova+zz'))).toEqual([])
    await db.update(users).set({ all_stations: true }).where(eq(users.id, stazione.user_id))
    expect(codes(await stazione.get('/stations?search=prova+zz&sort=code'))).toEqual(['ZZ1', 'ZZ2'])
  }))

test('financial columns and documents need their policies, and filters do not reveal hidden columns', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const seen = async (name: string) => (await (await as(name)).get(`/stations/${id}`)).body.data
    expect(await seen('contabilita')).toMatchObject({ margin: 0.035, hasRent: true, license: 'ADM1', equipment: { guns: 0, pos: 0 } })
    const technical = await seen('ispettore')
    expect(technical).toMatchObject({ license: 'ADM1', equipment: { tanks: 0 } })
    for (const column of ['margin', 'hasRent', 'owned']) expect(technical).not.toHaveProperty(column)
    const support = await seen('helpdesk')
    expect(support).toMatchObject({ maintenanceCompany: 'Pompe e Tubi S.r.l.' })
    for (const column of ['margin', 'license', 'note']) expect(support).not.toHaveProperty(column)
    expect(Object.keys(await seen('autista'))).toHaveMembers(
      'address cap city code id latitude longitude name opening phones province status suitableForTruck writable'.split(' '),
    )
    const brands = async (name: string) => (await (await as(name)).get('/stations?search=prova+zz&facet=brand')).body.data.counts
    expect([await brands('contabilita'), await brands('helpdesk'), await brands('autista')]).toEqual([{ Q8: 1 }, { Q8: 1 }, {}])
    expect(codes(await (await as('contabilita')).get('/stations?search=prova+zz&hasRent=true'))).toEqual(['ZZ1'])
    expect(codes(await (await as('ispettore')).get('/stations?search=prova+zz&hasRent=true'))).toEqual([])
  }))

test('a driver who also manages a station reads the documents of that station only', () =>
  inWorld(async ({ as, db }) => {
    const mine = await makeStation(db, { code: 'ZZ1' })
    const other = await makeStation(db, { code: 'ZZ2' })
    const autista = await as('autista')
    await db
      .update(users)
      .set({ roles: ['driver', 'station'] })
      .where(eq(users.id, autista.user_id))
    await assign(db, mine.id, autista.user_id)
    expect((await autista.get(`/stations/${mine.id}`)).body.data).toHaveProperty('margin', 0.035)
    expect((await autista.get(`/stations/${other.id}`)).body.data).not.toHaveProperty('margin')
    expect(codes(await autista.get('/stations?search=prova+zz&owned=0'))).toEqual(['ZZ1'])
  }))

test('the list of stations has filters, orders and pages', () =>
  inWorld(async ({ as, db }) => {
    const fuel = await makeFuel(db)
    const [service] = await db.insert(available_services).values({ name: 'Prova lavaggio' }).returning()
    const a = await makeStation(db, { code: 'ZZ1', city: 'Cantù', province: 'CO', status: 'maintenance', selfGPL: true })
    await makeStation(db, { code: 'ZZ2', brand: 'Tamoil', suitableForTruck: true })
    await makeStation(db, { code: 'ZZ3', is_warehouse: true })
    await db.insert(station_fuels).values({ station_id: a.id, fuel_id: fuel.id })
    await db.insert(station_services).values({ station_id: a.id, available_service_id: service!.id })
    const admin = await as('admin')
    const list = async (query: string) => codes(await admin.get(`/stations?search=prova+zz&${query}`))
    expect(await list('sort=-code')).toEqual(['ZZ3', 'ZZ2', 'ZZ1'])
    expect(await list('status=maintenance,opening')).toEqual(['ZZ1'])
    expect(await list('province=CO&province=MI')).toEqual(['ZZ1'])
    expect(await list('brand=Tamoil')).toEqual(['ZZ2'])
    expect(await list('is_warehouse=1')).toEqual(['ZZ3'])
    expect(await list('suitableForTruck=false&is_warehouse=false')).toEqual(['ZZ1'])
    expect(await list(`fuel_id=${fuel.id}`)).toEqual(['ZZ1'])
    expect(await list(`service_id=${service!.id}&selfGPL=true`)).toEqual(['ZZ1'])
    expect(await list(`fuel_id=${fuel.id}&selfGPL=false`)).toEqual([])
    expect(codes(await admin.get('/stations?search=CANTU+zz1'))).toEqual(['ZZ1'])
    const page = await admin.get('/stations?search=prova+zz&sort=code&per_page=5&page=2')
    expect(page.body.data).toMatchObject({ data: [], total: 3, last_page: 1, current_page: 2 })
    expect((await admin.get('/stations?sort=margin')).body.error).toEqual({ sort: 'Ordinamento non valido.' })
    expect((await admin.get('/stations?fuel_id=x')).status).toBe(422)
    expect((await admin.get(`/stations/${a.id}`)).body.data).toMatchObject({
      fuels: [{ fuel_id: fuel.id, name: 'Benzina di prova' }],
      services: [{ name: 'Prova lavaggio' }],
    })
  }))

test('a hostile order or filter is refused or finds nothing', () =>
  inWorld(async ({ as, db }) => {
    await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const before = await db.$count(stations)
    const asked = async (name: string, value: string) => {
      const { status, body } = await admin.get(`/stations?search=prova+zz&${name}=${encodeURIComponent(value)}`)
      // A value of a list is told by its position.
      return status === 200 ? body.data.total : [...new Set(Object.keys(body.error).map((field) => field.replace(/\.0$/, '')))]
    }
    const hostile = ["x' or '1'='1", "');drop table stations;--", '(select 1)', '__proto__', '{"$ne":1}', '%', 'a\u0000b']
    for (const value of hostile) {
      for (const name of ['province', 'brand', 'region', 'status', 'kind'])
        expect([0, [name]], `${name}=${value}`).toContainEqual(await asked(name, value))
      for (const name of ['fuel_id', 'service_id', 'area_manager_id', 'self', 'owned', 'sort', 'facet', 'page'])
        expect(await asked(name, value), `${name}=${value}`).toEqual([name])
    }
    // What is nothing without invisible characters is no filter.
    for (const name of ['province', 'brand', 'region', 'status', 'kind', 'fuel_id', 'self', 'sort'])
      expect(await asked(name, '\u202e'), name).toEqual(await asked(name, ''))
    for (const [name, value] of [
      ['sort', '-name,code;--'],
      ['sort', 'stations.margin'],
      ['fuel_id', '1 or 1=1'],
      ['fuel_id', '99999999999'],
      ['per_page', '1000000'],
    ] as const)
      expect(await asked(name, value), `${name}=${value}`).toEqual([name])
    expect(await db.$count(stations)).toBe(before)
  }))

test('current prices are the latest of each series that has begun', () =>
  inWorld(async ({ as, db }) => {
    const fuel = await makeFuel(db)
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const ispettore = await as('ispettore')
    expect((await ispettore.get(`/stations/${id}/prices`)).body).toEqual({ data: [] })
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const price = (mode: 'self' | 'serve', value: number, days: number) => ({
      station_id: id,
      fuel_id: fuel.id,
      mode,
      price: value,
      valid_from: at(days),
    })
    await db.insert(prices).values([price('self', 1.789, -2), price('self', 1.799, -1), price('self', 1.999, 1), price('serve', 1.939, -9)])
    expect((await ispettore.get(`/stations/${id}/prices`)).body.data).toMatchObject([
      { fuel: 'Benzina di prova', mode: 'self', price: 1.799 },
      { mode: 'serve', price: 1.939 },
    ])
    const stazione = await as('stazione')
    expect((await stazione.get(`/stations/${id}/prices`)).status).toBe(404)
  }))

test('equipment needs the policy, is hidden out of scope, and guns are inside their dispensers', () =>
  inWorld(async ({ as, db }) => {
    const fuel = await makeFuel(db)
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [pump] = await db.insert(dispensers).values({ station_id: id, brand: 'Tokheim', island: 1 }).returning()
    await db.insert(guns).values({ station_id: id, dispenser_id: pump!.id, number: 1, fuel_id: fuel.id })
    const [autista, stazione, addetto] = [await as('autista'), await as('stazione'), await as('addetto')]
    await assign(db, id, addetto.user_id)
    for (const kind of ['dispensers', 'tanks', 'devices', 'fireext', 'oilseparator']) {
      expect((await autista.get(`/station/${kind}/${id}`)).status, kind).toBe(403)
      expect((await stazione.get(`/station/${kind}/${id}`)).status, kind).toBe(404)
      expect((await addetto.get(`/station/${kind}/${id}`)).status, kind).toBe(200)
    }
    expect((await addetto.get(`/station/dispensers/${id}`)).body.data).toMatchObject([
      { brand: 'Tokheim', guns: [{ number: 1, fuel: { name: 'Benzina di prova' }, tank: null }] },
    ])
    expect((await addetto.get(`/station/tanks/${id}`)).body).toEqual({ data: [] })
  }))

test('in suggestions an exact code comes first, and fuels follow their positions', () =>
  inWorld(async ({ as, db }) => {
    await makeStation(db, { code: 'ZZ10', name: 'Aaa ZZ1' })
    await makeStation(db, { code: 'ZZ1', name: 'Zzz' })
    await makeFuel(db)
    const admin = await as('admin')
    const found = await admin.get('/suggestions/stations?value=+zz1+')
    expect(found.body.data).toMatchObject([{ code: 'ZZ1', city: 'Fidenza', province: 'PR' }, { code: 'ZZ10' }])
    expect((await admin.get('/suggestions/fuels')).body.data.at(-1)).toMatchObject({ name: 'Benzina di prova', unit: 'l' })
    await db.delete(stations).where(eq(stations.code, 'ZZ1'))
    expect((await admin.get('/suggestions/stations?value=zz1')).body.data).toHaveLength(1)
  }))

test('who writes cards or vouchers chooses among all stations, by name and town alone', () =>
  inWorld(async ({ as, db }) => {
    await makeStation(db, { code: 'ZZ1', name: 'Zzz' })
    for (const name of ['contabilita', 'solo.buoni', 'p.moderate_card'])
      expect((await (await as(name)).get('/suggestions/network-stations?value=zz1')).body.data, name).toEqual([
        { id: expect.any(Number), code: 'ZZ1', name: 'Zzz', city: 'Fidenza' },
      ])
    expect((await (await as('rete')).get('/suggestions/network-stations')).status).toBe(403)
  }))

test('stations are ordered by several columns, statuses by their labels, ties by id', () =>
  inWorld(async ({ as, db }) => {
    for (const [code, province, status] of [
      ['ZZ1', 'RA', 'active'],
      ['ZZ2', 'BO', 'dismissed'],
      ['ZZ3', 'RA', 'temporarily_closed'],
      ['ZZ4', 'BO', 'active'],
      ['ZZ5', 'BO', 'active'],
    ] as const)
      await makeStation(db, { code, province, status })
    const admin = await as('admin')
    const by = async (sort: string) =>
      codes(await admin.get(`/stations?search=prova+zz&sort=${sort}`))
        .map((code) => code.slice(2))
        .join('')
    expect(await by('province,-status,-code')).toBe('25431')
    expect(await by('-province,status')).toBe('13542')
    expect(await by('status'), 'Attivo, Chiuso, Dismesso').toBe('14532')
    expect((await admin.get('/stations?sort=province,margin')).status).toBe(422)
  }))
