import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { detailed_openings, openings } from '../../../server/db/schema/stations/station-sets.ts'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import type { DetailedOpening } from '../../../src/contract/stations/opening-fields.ts'
import type { AppStation, DirectoryStation, StationHours } from '../../../src/contract/stations/openings.ts'
import { byMode, openState, romeWallClock } from '../../../src/rules/stations/open-now.ts'
import { LATE_CLOSE, OVERLAP } from '../../../src/rules/stations/opening-hours.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { atTime, inWorld, type Reply } from '../support/world.ts'

const HOURS = '/stations/detailed-openings'
const codes = (reply: Reply) => (reply.body.data.data as StationHours[]).map(({ code }) => code)
type Entry = Partial<DetailedOpening>
const week = (more: Entry = {}, days = [1, 2, 3, 4, 5, 6, 7]): Entry[] =>
  days.map((weekday) => ({ mode: 'servito', season: 'annuale', weekday, open1: '07:00', close1: '19:00', ...more }))
const stored = (entries: Entry[], station_id: number) =>
  entries.map((entry) => ({ station_id, valid_from: '01-01', valid_to: '12-31', ...entry })) as (typeof detailed_openings.$inferInsert)[]

test('the hours need the policy', () =>
  inWorld(async ({ as, db }) => {
    const { id, rev } = await makeStation(db, { code: 'ZZ1' })
    expect((await (await as('ispettore')).get(HOURS)).status).toBe(403)
    expect((await (await as()).get(HOURS)).status).toBe(401)
    for (const name of ['gestore', 'lettura.rete', 'contabilita', 'p.show_payroll'])
      expect((await (await as(name)).post(HOURS, { station_id: id, rev, entries: [] })).status, name).toBe(403)
    expect((await (await as()).get('/iapp/list-stations')).status).toBe(401)
    expect((await (await as('p.show_payroll')).get('/stations/directory')).status).toBe(403)
  }))

test('network roles read the hours of their stations, others those of all; depots and dismissed stations are left out', () =>
  inWorld(async ({ as, db }) => {
    const mine = await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2' })
    await makeStation(db, { code: 'ZZ3', is_warehouse: true })
    const closed = await makeStation(db, { code: 'ZZ4', status: 'dismissed' })
    await makeStation(db, { code: 'ZZ5', deleted_at: new Date().toISOString() })
    const asked = `${HOURS}?search=prova+zz&sort=code`
    for (const name of ['rete', 'lettura.rete', 'p.net_manager_perm']) {
      const person = await as(name)
      await assign(db, mine.id, person.user_id)
      expect(codes(await person.get(asked)), name).toEqual(['ZZ1'])
    }
    for (const name of ['admin', 'gestore', 'addetto', 'autista', 'dipendente', 'p.show_payroll'])
      expect(codes(await (await as(name)).get(asked)), name).toEqual(['ZZ1', 'ZZ2'])
    // One that is named is read whatever it is, but not by whom it is not for.
    const admin = await as('admin')
    expect(codes(await admin.get(`${HOURS}?station_id=${closed.id}`))).toEqual(['ZZ4'])
    expect(codes(await (await as('rete')).get(`${HOURS}?station_id=${closed.id}`))).toEqual([])
  }))

test("saved hours replace the previous ones, with history and the station's revision", () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const first = await admin.post(HOURS, {
      station_id: id,
      rev: 1,
      entries: [...week(), ...week({ mode: 'bar', closed: true, open1: null, close1: null })],
    })
    expect([first.status, first.body.message]).toEqual([201, 'Orari creati'])
    expect(first.body.data).toMatchObject({ id, station_id: id, rev: 2, code: 'ZZ1', writable: true })
    expect(first.body.data.entries).toHaveLength(14)
    const season = week(
      { season: 'estivo', valid_from: '06-01', valid_to: '09-30', h24: true, open1: null, close1: null, note: 'Estate' },
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    const second = await admin.post(HOURS, { station_id: id, rev: 2, entries: season })
    expect(second.body.data.entries.map(({ season, weekday, h24, note }: DetailedOpening) => [season, weekday, h24, note])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((weekday) => ['estivo', weekday, true, 'Estate']),
    )
    expect(await db.select().from(detailed_openings).where(eq(detailed_openings.station_id, id))).toHaveLength(8)
    const stale = await admin.post(HOURS, { station_id: id, rev: 2, entries: [] })
    expect([stale.status, stale.body.data.entries.length]).toEqual([409, 8])
    const none = await admin.post(HOURS, { station_id: id, rev: 3, entries: [] })
    expect([none.status, none.body.data.entries]).toEqual([201, []])
    const { rows } = (await db.execute(
      sql`select jsonb_array_length(old -> 'entries') as old, jsonb_array_length(new -> 'entries') as new from model_history where model = 'station_detailed_openings' and model_id = ${id} order by id`,
    )) as unknown as { rows: object[] }
    expect(rows).toEqual([
      { old: 0, new: 14 },
      { old: 14, new: 8 },
      { old: 8, new: 0 },
    ])
  }))

test('invalid hours are refused by their field, and nothing is written', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const refused = async (entries: Entry[]) => {
      const { status, body } = await admin.post(HOURS, { station_id: id, rev: 1, entries })
      expect(status).toBe(422)
      return body.error
    }
    const [monday, ...rest] = week()
    expect(await refused([{ ...monday, open1: '22:00', close1: '06:00' }, ...rest])).toEqual({ 'entries.0.close1': LATE_CLOSE })
    expect(await refused([...rest, { ...monday, close1: '15:00', open2: '14:00', close2: '19:00' }])).toEqual({
      'entries.6.open2': OVERLAP,
    })
    expect(await refused(rest)).toEqual({ 'entries.0.weekday': 'Mancano dei giorni: lunedì.' })
    expect(Object.keys(await refused([{ ...monday, open1: '7', close1: '24:30', weekday: 9, valid_from: '02-30' }]))).toEqual([
      'entries.0.valid_from',
      'entries.0.weekday',
      'entries.0.open1',
      'entries.0.close1',
    ])
    expect(await refused(Array(201).fill(monday))).toEqual({ entries: 'Al massimo 200 orari.' })
    expect((await admin.post(HOURS, { station_id: 999_999, rev: 1, entries: [] })).status).toBe(404)
    expect(await db.select().from(detailed_openings).where(eq(detailed_openings.station_id, id))).toEqual([])
  }))

test('hours are changed with write access, not with a read-only grant', () =>
  inWorld(async ({ as, db }) => {
    const mine = await makeStation(db, { code: 'ZZ1' })
    const read = await makeStation(db, { code: 'ZZ2' })
    const other = await makeStation(db, { code: 'ZZ3' })
    const rete = await as('rete')
    await db.insert(station_acl).values({ station_id: mine.id, user_id: rete.user_id, level: 'write' })
    await assign(db, read.id, rete.user_id)
    const { body } = await rete.get(`${HOURS}?search=prova+zz&sort=code`)
    const may = (rows: StationHours[]) => rows.map(({ code, readable, writable }) => [code, readable, writable])
    expect(may(body.data.data)).toEqual([
      ['ZZ1', true, true],
      ['ZZ2', true, false],
    ])
    // Whoever reads the hours of all opens the own stations alone.
    const gestore = await as('gestore')
    await db.insert(station_acl).values({ station_id: mine.id, user_id: gestore.user_id, level: 'write' })
    expect(may((await gestore.get(`${HOURS}?search=prova+zz&sort=code`)).body.data.data)).toEqual([
      ['ZZ1', true, false],
      ['ZZ2', false, false],
      ['ZZ3', false, false],
    ])
    const post = async (station_id: number) => (await rete.post(HOURS, { station_id, rev: 1, entries: week() })).status
    expect([await post(mine.id), await post(read.id), await post(other.id)]).toEqual([201, 403, 404])
  }))

test('stations are filtered by town, brand, missing hours and open now', () =>
  atTime(async ({ as, db }, clock) => {
    // Monday 4 May 2026, 11:00 in Rome.
    clock.now = Date.UTC(2026, 4, 4, 9)
    const [one, two, three] = [
      await makeStation(db, { code: 'ZZ1' }),
      await makeStation(db, { code: 'ZZ2', brand: 'Eni', province: 'MI' }),
      await makeStation(db, { code: 'ZZ3', status: 'temporarily_closed' }),
    ]
    await makeStation(db, { code: 'ZZ4' })
    await db
      .insert(detailed_openings)
      .values([
        ...stored(week(), one.id),
        ...stored(week({ mode: 'bar', open1: '15:00' }), one.id),
        ...stored(week({ season: 'invernale', valid_from: '10-01', valid_to: '05-31', open1: '12:00' }), two.id),
        ...stored(week({ h24: true, open1: null, close1: null }), three.id),
      ])
    const found = async (query: string) => codes(await (await as('admin')).get(`${HOURS}?search=prova+zz&sort=code&${query}`))
    expect(await found('open_now=1')).toEqual(['ZZ1'])
    expect(await found('open_now=0')).toEqual(['ZZ2', 'ZZ3', 'ZZ4'])
    expect(await found('open_now=1&mode=bar')).toEqual([])
    expect(await found('missing=1')).toEqual(['ZZ2', 'ZZ4'])
    expect(await found('missing=1&season=invernale')).toEqual(['ZZ1', 'ZZ3', 'ZZ4'])
    expect(await found('missing=0&mode=bar')).toEqual(['ZZ1'])
    expect(await found('brand=Eni')).toEqual(['ZZ2'])
    expect(await found('province=MI,TO')).toEqual(['ZZ2'])
    clock.now = Date.UTC(2026, 4, 4, 10, 10)
    expect(await found('open_now=1')).toEqual(['ZZ1', 'ZZ2'])
    expect((await (await as('admin')).get('/stations/detailed-openings?mode=notte')).status).toBe(422)
  }))

test('the SQL and the rule agree on open stations, across midnight, holidays and clock changes', () =>
  atTime(async ({ as, db }, clock) => {
    const hours: Entry[] = [
      { open1: '07:00', close1: '12:30', open2: '15:00', close2: '19:30' },
      { open1: '22:00', close1: '24:00' },
      { open1: '00:00', close1: '02:30', open2: '22:00', close2: '24:00' },
      { open1: '02:30', close1: '03:15' },
      { h24: true, open1: null, close1: null },
      { closed: true, open1: null, close1: null },
    ]
    const days = [1, 2, 3, 4, 5, 6, 7, 8]
    const sets: Entry[][] = [
      days.slice(0, 7).map((weekday) => ({ ...week({}, [weekday])[0], ...hours[weekday % hours.length] })),
      days.map((weekday) => ({ ...week({}, [weekday])[0], ...hours[(weekday + 2) % hours.length] })),
      [...week({ ...hours[0] }), ...week({ ...hours[1], season: 'invernale', valid_from: '10-01', valid_to: '04-30' }, days)],
      [...week({ ...hours[5] }), ...week({ ...hours[4], season: 'estivo', valid_from: '03-29', valid_to: '10-25' })],
    ]
    for (const [at, set] of sets.entries())
      await db.insert(detailed_openings).values(stored(set, (await makeStation(db, { code: `ZZ${at}` })).id))
    const instants = [
      '2026-03-29T00:00:00Z',
      '2026-10-24T23:00:00Z',
      '2026-12-07T22:00:00Z',
      '2026-12-24T22:00:00Z',
      '2026-04-06T00:00:00Z',
      '2026-05-06T04:00:00Z',
    ]
    for (const instant of instants)
      for (const minutes of [0, 29, 30, 59, 60, 75, 90, 120, 150, 600]) {
        clock.now = Date.parse(instant) + minutes * 60_000
        // A session ends long before such a leap of time.
        const open = codes(await (await as('admin')).get(`${HOURS}?search=prova+zz&sort=code&open_now=1`))
        const wall = romeWallClock(clock.now)
        const due = sets.flatMap((set, at) => (openState(byMode(set as never, 'servito'), wall)?.open ? [`ZZ${at}`] : []))
        expect(open, new Date(clock.now).toISOString()).toEqual(due)
      }
  }))

test("the app's list has the stations in business with position, prices and open state", () =>
  atTime(async ({ as, db }, clock) => {
    clock.now = Date.UTC(2026, 4, 4, 9)
    const at = { latitude: 44.86, longitude: 10.06 }
    const open = await makeStation(db, { code: 'ZZ1', ...at })
    const closed = await makeStation(db, { code: 'ZZ2', ...at, status: 'temporarily_closed' })
    const unknown = await makeStation(db, { code: 'ZZ3', ...at })
    await makeStation(db, { code: 'ZZ4' })
    await makeStation(db, { code: 'ZZ5', ...at, status: 'dismissed' })
    await makeStation(db, { code: 'ZZ6', ...at, is_warehouse: true })
    for (const { id } of [open, closed])
      await db.insert(openings).values([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ station_id: id, weekday, h24: true })))
    const fuel = await makeFuel(db)
    await db.insert(station_fuels).values({ station_id: open.id, fuel_id: fuel.id })
    const price = (mode: 'self' | 'serve', value: number, valid_from: string) =>
      db.insert(prices).values({ station_id: open.id, fuel_id: fuel.id, mode, price: value, valid_from })
    await price('self', 1.789, '2026-05-01T06:00:00.000Z')
    await price('self', 1.799, '2026-05-03T06:00:00.000Z')
    await price('self', 1.999, '2026-05-05T06:00:00.000Z')
    const { status, body } = await (await as('dipendente')).get('/iapp/list-stations')
    const ours = (body.data as AppStation[]).filter(({ code }) => code.startsWith('ZZ'))
    expect(status).toBe(200)
    expect(ours.map(({ code, open_now }) => [code, open_now])).toEqual([
      ['ZZ1', true],
      ['ZZ2', false],
      ['ZZ3', null],
    ])
    expect(ours[0]).toMatchObject({
      ...{ lat: 44.86, lon: 10.06, city: 'Fidenza', brand: 'Q8', status: 'active', phones: [{ number: '+390524555000' }] },
      fuels: [{ name: fuel.name, unit: 'l', self: 1.799, serve: null, updated_at: '2026-05-03T06:00:00.000Z' }],
    })
    expect(ours[0]).not.toHaveProperty('margin')
    expect(unknown.id).toBe(ours[2]!.id)
  }))

test("the directory has the caller's stations with phones and hours, and services if visible", () =>
  inWorld(async ({ as, db }) => {
    const mine = await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2' })
    await makeStation(db, { code: 'ZZ3', status: 'dismissed' })
    await db.insert(openings).values({ station_id: mine.id, weekday: 1, open1: '07:00', close1: '19:00' })
    const gestore = await as('gestore')
    await assign(db, mine.id, gestore.user_id)
    const rows = async (name: string) =>
      (await (await as(name)).get('/stations/directory?search=zz&sort=code')).body.data.data as DirectoryStation[]
    const [row, ...none] = await rows('gestore')
    expect(none).toEqual([])
    expect(row).toMatchObject({
      ...{ code: 'ZZ1', address: 'Via Cantù 7', services: [], phones: [{ number: '+390524555000', type: 'fisso' }] },
      opening: [{ weekday: 1, open1: '07:00', close1: '19:00', closed: false }],
    })
    const driver = await rows('autista')
    expect(driver.map(({ code }) => code)).toEqual(['ZZ1', 'ZZ2'])
    expect(driver[0]).not.toHaveProperty('services')
    await db.update(stations).set({ search_text: 'zz1 salsomaggiore' }).where(eq(stations.id, mine.id))
    expect((await gestore.get('/stations/directory?search=salso')).body.data.total).toBe(1)
  }))
