import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import type { StationViewer } from '../../../src/contract/stations/acl.ts'
import { accessOf } from '../../../src/rules/stations/access.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const listed = async (caller: Caller, id: number) =>
  (await caller.get(`/station-acl/${id}`)).body.data.map((one: { name: string; level: string }) => [one.name, one.level])
const viewers = async (caller: Caller, id: number): Promise<StationViewer[]> => (await caller.get(`/station-acl/${id}/viewers`)).body.data
const grant = (db: World['db'], caller: Caller, values: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(values).where(eq(users.id, caller.user_id))

test('station access is managed only by callers who manage users', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    for (const name of ['stazione', 'rete', 'contabilita', 'p.road_management']) {
      const person = await as(name)
      expect((await person.get(`/station-acl/${id}`)).status, name).toBe(403)
      expect((await person.get(`/station-acl/${id}/viewers`)).status, name).toBe(403)
      expect((await person.post('/station-acl', { station_id: id, users: [{ user_id: person.user_id }] })).status, name).toBe(403)
    }
    expect(await listed(await as('admin'), id)).toEqual([])
  }))

test('grants of a station are replaced as a set, with history, and take effect with the next request', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione, lettura] = [await as('admin'), await as('stazione'), await as('lettura.rete')]
    const seen = async (person: Caller) => [
      (await person.get(`/stations/${id}`)).status,
      (await person.get('/stations?search=prova+zz1')).body.data.total,
      (await person.get('/stations/map?search=prova+zz1')).body.data.stations.length,
      (await person.get('/suggestions/stations?value=prova+zz1')).body.data.length,
    ]
    expect(await seen(stazione)).toEqual([404, 0, 0, 0])
    const made = await admin.post('/station-acl', {
      station_id: id,
      users: [{ user_id: stazione.user_id, level: 'write' }, { user_id: lettura.user_id }],
    })
    expect(made).toMatchObject({ status: 200, body: { message: 'Permessi creati' } })
    expect(made.body.data.map((one: object) => Object.keys(one).sort())[0]).toEqual(['email', 'level', 'name', 'roles', 'user_id'])
    const [s, l] = await Promise.all([stazione, lettura].map(async (one) => (await one.get('/auth/me')).body.data.name as string))
    expect(await listed(admin, id)).toEqual(
      [
        [s, 'write'],
        [l, 'read'],
      ].sort(),
    )
    expect(await seen(stazione)).toEqual([200, 1, 1, 1])
    expect(await seen(lettura)).toEqual([200, 1, 1, 1])

    await admin.post('/station-acl', { station_id: id, users: [{ user_id: lettura.user_id }] })
    expect(await seen(stazione)).toEqual([404, 0, 0, 0])
    expect(await seen(lettura)).toEqual([200, 1, 1, 1])
    const told = await db.select().from(model_history).where(eq(model_history.model, 'station_acl')).orderBy(model_history.id)
    expect(told.map(({ model_id, old, new: made }) => [model_id, old!.users, made!.users])).toEqual([
      [id, '', [`${l} (lettura)`, `${s} (scrittura)`].sort().join(', ')],
      [id, [`${l} (lettura)`, `${s} (scrittura)`].sort().join(', '), `${l} (lettura)`],
    ])
    // Only a reader of the users' history reads it.
    const moderator = await as('helpdesk')
    await grant(db, moderator, { permissions: ['moderate_users'] })
    expect((await moderator.get('/models/history?model=station_acl')).body.data.total).toBe(2)
    expect((await stazione.get('/models/history?model=station_acl')).body.data.total).toBe(0)

    await admin.post('/station-acl', { station_id: id, users: [] })
    expect(await seen(lettura)).toEqual([404, 0, 0, 0])
    await admin.post('/station-acl', { station_id: id, users: [] })
    expect(await db.$count(model_history, eq(model_history.model, 'station_acl')), 'nothing changed is nothing told').toBe(3)
  }))

test('a read-only grant allows no write, neither of the station nor of its equipment', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione] = [await as('admin'), await as('stazione')]
    const level = (level: 'read' | 'write') => admin.post('/station-acl', { station_id: id, users: [{ user_id: stazione.user_id, level }] })
    await level('read')
    const write = async () => (await stazione.post('/station/fireext', { station_id: id, number: 'ZZ-1' })).status
    expect(await write()).toBe(403)
    await level('write')
    expect(await write()).toBe(201)
  }))

test('granted users must exist, once, and be manageable by the caller; a concurrent change is not overwritten', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione, moderator] = [await as('admin'), await as('stazione'), await as('helpdesk')]
    await grant(db, moderator, { permissions: ['moderate_users'] })
    const set = (users: unknown, more = {}, by = admin) => by.post('/station-acl', { station_id: id, users, ...more })
    const mine = { user_id: stazione.user_id, level: 'write' }
    expect((await set([mine, { user_id: 999_999 }])).body.error).toEqual({
      'users.1.user_id': 'Il valore selezionato per Utente non esiste.',
    })
    expect((await set([mine, mine])).body.error).toEqual({ users: 'Ogni utente può comparire una volta sola.' })
    expect((await set([{ ...mine, level: 'tutto' }])).status).toBe(422)
    expect((await set('tutti')).status).toBe(422)
    expect((await admin.post('/station-acl', { station_id: 999_999, users: [mine] })).status).toBe(404)
    expect((await set([{ user_id: moderator.user_id }], {}, moderator)).body.error).toEqual({
      users: 'Non puoi cambiare i tuoi punti vendita.',
    })
    expect((await set([{ user_id: admin.user_id }], {}, moderator)).status).toBe(403)
    expect(await listed(admin, id)).toEqual([])

    await set([mine])
    const late = await set([], { was: [] })
    expect(late).toMatchObject({ status: 409, body: { code: 'stale', data: [{ user_id: stazione.user_id, level: 'write' }] } })
    expect((await set([], { was: [mine] })).status).toBe(200)
    expect(await db.$count(station_acl, eq(station_acl.station_id, id))).toBe(0)
  }))

test('the listed viewers can really see the station, and the listed writers can really write it, for any rights', () =>
  inWorld(async ({ as, db }) => {
    const names = ['admin', 'contabilita', 'rete', 'stazione', 'gestore', 'addetto', 'dipendente', 'messaggi', 'lettura.rete', 'helpdesk']
    const people = await Promise.all(
      [...names, 'autista', 'ispettore', 'p.access_station_ro', 'p.net_manager_perm', 'p.order_coupon'].map(as),
    )
    const [admin] = people
    const ways: Record<string, (id: number, one: Caller) => Promise<unknown>> = {
      nothing: async () => undefined,
      read: (id, { user_id }) => db.insert(station_acl).values({ station_id: id, user_id, level: 'read' }),
      write: (id, { user_id }) => db.insert(station_acl).values({ station_id: id, user_id, level: 'write' }),
      area: async () => undefined,
    }
    for (const all_stations of [false, true]) {
      await db.update(users).set({ all_stations })
      for (const [way, give] of Object.entries(ways)) {
        for (const [at, one] of people.entries()) {
          const code = `ZZ${way[0]}${at}${all_stations ? 'A' : 'B'}`.toUpperCase()
          const { id } = await makeStation(db, { code, area_manager_id: way === 'area' ? one.user_id : null })
          await give(id, one)
          const found = (await viewers(admin!, id)).find(({ user_id }) => user_id === one.user_id)
          const said = found ? accessOf(found, found) : { sees: false, writes: false }
          const sees = (await one.get(`/stations/${id}`)).status === 200
          const writes = (await one.post('/station/fireext', { station_id: id, number: 'ZZ-1' })).status === 201
          expect({ sees: said.sees, writes: said.writes }, `${names[at] ?? at}, ${way}, ${all_stations}`).toEqual({ sees, writes })
        }
      }
    }
  }))

test('a disabled account sees nothing but stays in the list of grants', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione, conta] = [await as('admin'), await as('stazione'), await as('contabilita')]
    await assign(db, id, stazione.user_id)
    const about = async ({ user_id }: Caller) => (await viewers(admin, id)).find((one) => one.user_id === user_id)
    expect(await about(conta)).toMatchObject({ enabled: true, level: null })
    await db.update(users).set({ enabled: 0 })
    await db.update(users).set({ enabled: 1 }).where(eq(users.id, admin.user_id))
    expect(await about(conta)).toBeUndefined()
    expect(await about(stazione)).toMatchObject({ enabled: false, level: 'read' })
    await db.update(users).set({ deleted_at: new Date().toISOString() }).where(eq(users.id, stazione.user_id))
    expect(await about(stazione)).toBeUndefined()
    expect(await listed(admin, id)).toEqual([])
  }))

test('the stations of a user are given on the page of the user: for reading or writing, with the history of each station', () =>
  inWorld(async ({ as, db }) => {
    const [one, two] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const [admin, stazione, conta] = [await as('admin'), await as('stazione'), await as('contabilita')]
    const path = `/users/${stazione.user_id}/stations`
    const before: { station_id: number; level: string }[] = (await admin.get(path)).body.data
    const given = [
      ...before.map(({ station_id, level }) => ({ station_id, level })),
      { station_id: one.id, level: 'write' },
      { station_id: two.id },
    ]
    expect((await stazione.get(path)).status).toBe(403)
    expect((await stazione.put(path, { stations: given })).status).toBe(403)
    const made = await admin.put(path, { stations: given, was: before.map(({ station_id, level }) => ({ station_id, level })) })
    expect([made.status, made.body.message]).toEqual([200, 'Punti vendita assegnati'])
    expect(made.body.data.slice(-2).map((told: { code: string; level: string }) => [told.code, told.level])).toEqual([
      ['ZZ1', 'write'],
      ['ZZ2', 'read'],
    ])
    expect([(await stazione.get(`/stations/${one.id}`)).status, (await stazione.get(`/stations/${two.id}`)).status]).toEqual([200, 200])
    // Whoever read the list before does not write over it.
    const stale = await admin.put(path, { stations: [], was: [] })
    expect([stale.status, stale.body.data.length]).toEqual([409, given.length])
    const twice = await admin.put(path, { stations: [{ station_id: one.id }, { station_id: one.id, level: 'write' }] })
    expect([twice.status, twice.body.error]).toEqual([422, { stations: 'Ogni punto vendita può comparire una volta sola.' }])
    expect((await admin.put(path, { stations: [{ station_id: 999_999 }] })).status).toBe(422)
    const own = await admin.put(`/users/${admin.user_id}/stations`, { stations: [{ station_id: one.id }] })
    expect([own.status, own.body.error]).toEqual([422, { stations: 'Non puoi cambiare i tuoi punti vendita.' }])
    await grant(db, conta, { permissions: ['moderate_users'] })
    const moderator = await as('contabilita')
    expect((await moderator.put(`/users/${admin.user_id}/stations`, { stations: [{ station_id: one.id }] })).status).toBe(403)
    expect((await admin.put(path, { stations: given.slice(0, -2) })).status).toBe(200)
    expect([(await stazione.get(`/stations/${one.id}`)).status, (await admin.get(path)).body.data.length]).toEqual([404, before.length])
    const told = await db.select().from(model_history).where(eq(model_history.model, 'station_acl'))
    expect(told.filter(({ model_id }) => model_id === one.id)).toHaveLength(2)
    expect((await admin.get('/users/999999/stations')).status).toBe(404)
  }))
