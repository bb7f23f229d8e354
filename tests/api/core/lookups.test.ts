import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { cards } from '../../../server/db/schema/cards/cards.ts'
import { customers } from '../../../server/db/schema/cards/customers.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_models, inspections, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { notification_groups } from '../../../server/db/schema/notifications/notifications.ts'
import { ticket_categories } from '../../../server/db/schema/tickets/tickets.ts'
import { managerAddresses, managerNames } from '../../../server/resources/stations/managers.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

test('people to choose from, by role and by what is typed; and the roles with their documented ids', () =>
  inWorld(async ({ as }) => {
    const ispettore = await as('ispettore')
    expect((await ispettore.get('/suggestions/all-users')).status).toBe(403)
    expect((await ispettore.get('/all-roles')).status).toBe(403)
    const messaggi = await as('messaggi')
    const found = (await messaggi.get('/suggestions/all-users?role=inspection&value=ispett')).body.data
    expect(found.map((one: { name: string }) => one.name)).toEqual(['Irene Ispettrice', 'Ivan Ispettore'])
    expect(Object.keys(found[0])).toHaveMembers(['email', 'id', 'name'])
    expect((await messaggi.get('/suggestions/all-users?role=boss')).status).toBe(422)
    const { data, meta } = (await messaggi.get('/all-roles')).body
    expect(data).toHaveLength(17)
    expect(data).toContainEqual({ id: 17, name: 'inspection', label: 'Ispettore' })
    expect(meta.permissions).toHaveLength(18)
  }))

test('counters: refused without the right, counted within the scope', () =>
  inWorld(async ({ as, db }) => {
    const [stazione, ispettore, admin] = [await as('stazione'), await as('ispettore'), await as('admin')]
    expect((await stazione.get('/counters/admin')).status).toBe(403)
    expect((await stazione.get('/counters/accounting')).status).toBe(403)
    expect((await ispettore.get('/counters/station')).status).toBe(403)
    expect((await stazione.get('/counters/inspection')).status).toBe(403)
    const stations = async (person: typeof stazione) => (await person.get('/counters/station')).body.data.stations
    const [all, own] = [await stations(admin), await stations(stazione)]
    const inside = await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2' })
    await assign(db, inside.id, stazione.user_id)
    expect(await stations(admin)).toBe(all + 2)
    expect(await stations(stazione)).toBe(own + 1)
    expect((await admin.get('/counters/admin')).body.data.stations).toBe(all + 2)
  }))

test('counters: the accountant counts the banks that are there; cards and customers that are not deleted', () =>
  inWorld(async ({ as, db }) => {
    const accountant = await as('contabilita')
    const before = await db.$count(banks)
    const [held, known] = [await db.$count(cards), await db.$count(customers)]
    expect(Math.min(held, known)).toBeGreaterThan(1)
    await db.update(cards).set({ deleted_at: '2026-05-01T08:00:00.000Z' }).where(eq(cards.id, 1))
    await db.insert(banks).values({ name: 'Banca che conta' })
    expect((await accountant.get('/counters/accounting')).body.data).toEqual({ banks: before + 1, cards: held - 1, customers: known })
  }))

test('counters: an inspector counts its own inspections, a super administrator all', () =>
  inWorld(async ({ as, db }) => {
    const [first, second, admin] = [await as('ispettore'), await as('ispettore2'), await as('admin')]
    const count = async (person: typeof first) => (await person.get('/counters/inspection')).body.data
    const before = { first: await count(first), second: await count(second), admin: await count(admin) }
    const station = await makeStation(db, { code: 'ZZ1' })
    const [model] = await db.insert(inspection_models).values({ code: 'ZZZ', name: 'Di prova' }).returning()
    const inspection = (status: 'draft' | 'planned' | 'completed', inspector_id: number) => ({
      client_uuid: crypto.randomUUID(),
      status,
      model_id: model!.id,
      model_name: 'Di prova',
      station_id: station.id,
      inspector_id,
    })
    const [done] = await db
      .insert(inspections)
      .values([inspection('completed', first.user_id), inspection('draft', first.user_id), inspection('planned', second.user_id)])
      .returning()
    const fault = (question_key: string, status: 'open' | 'verified') => ({
      inspection_id: done!.id,
      station_id: station.id,
      model_id: model!.id,
      question_key,
      label: 'Estintori',
      severity: 'grave' as const,
      deadline: '2026-12-01',
      status,
    })
    // Two of one verifica are one: the tile leads to the verifiche.
    await db.insert(non_conformities).values([fault('a', 'open'), fault('b', 'verified'), fault('c', 'open')])
    const gained = async (person: typeof first, old: Record<string, number>) =>
      Object.entries(await count(person)).map(([key, n]) => (n as number) - old[key]!)
    expect(await gained(first, before.first)).toEqual([1, 0, 1])
    expect(await gained(second, before.second)).toEqual([0, 1, 0])
    expect(await gained(admin, before.admin)).toEqual([1, 1, 1])
  }))

test('who has left is in no choice and no count; people come by name, found by name or address', () =>
  inWorld(async ({ as, db }) => {
    const [admin, messaggi] = [await as('admin'), await as('messaggi')]
    const count = async () => (await admin.get('/counters/admin')).body.data.users
    const names = async (query: string) =>
      (await messaggi.get(`/suggestions/all-users?${query}`)).body.data.map((one: { name: string }) => one.name)
    const before = await count()
    const person = (name: string, more: object = {}) => ({
      ...{ name, email: `${name.toLowerCase().replace(' ', '.')}@zeta.example.it`, password_hash: 'x', enabled: 1, roles: ['inspection'] },
      ...more,
    })
    await db
      .insert(users)
      .values([
        person('Zeta Uno'),
        person('zeta Due'),
        person('Zeta Tre', { enabled: 0 }),
        person('Zeta Quattro', { deleted_at: new Date().toISOString() }),
        person('Zeta Cinque', { roles: ['worker'] }),
      ] as never)
    expect(await count()).toBe(before + 3)
    expect(await names('value=zeta')).toEqual(['Zeta Cinque', 'zeta Due', 'Zeta Uno'])
    expect(await names('search=zeta&role=inspection')).toEqual(['zeta Due', 'Zeta Uno'])
    expect(await names('query=due@zeta.example')).toEqual(['zeta Due'])
    expect(await names('value=zeta uno&search=zeta due&query=zeta cinque')).toEqual(['Zeta Uno'])
    expect(await names('search=zeta due&query=zeta cinque')).toEqual(['zeta Due'])
  }))

test('what is deleted is in no count of stations or verifiche', () =>
  inWorld(async ({ as, db }) => {
    const [admin, ivan] = [await as('admin'), await as('ispettore')]
    const counts = async () => [
      (await admin.get('/counters/admin')).body.data.stations,
      (await admin.get('/counters/station')).body.data.stations,
      ...Object.values((await ivan.get('/counters/inspection')).body.data),
      ...Object.values((await admin.get('/counters/inspection')).body.data),
    ]
    const before = await counts()
    await makeStation(db, { code: 'ZZ1', deleted_at: new Date().toISOString() })
    const [one] = await db.select().from(inspections).where(eq(inspections.inspector_id, ivan.user_id)).limit(1)
    const { id: _, ...copy } = one!
    const gone = { ...copy, client_uuid: crypto.randomUUID(), id_number: null, id_year: null, deleted_at: new Date().toISOString() }
    await db.insert(inspections).values([
      { ...gone, status: 'draft' },
      { ...gone, status: 'planned', client_uuid: crypto.randomUUID() },
    ])
    expect(await counts()).toEqual(before)
  }))

test('categories and groups that are no longer used are not offered; the others come in their order', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const names = async (path: string) => {
      const { data } = (await ivan.get(path)).body
      return (data.data ?? data).map((one: { name: string }) => one.name)
    }
    const [categories, groups] = ['/support/t/category?is_paginated=0&active=true', '/support/notification-groups/lst']
    const before = await names(categories)
    await db.insert(ticket_categories).values([
      { name: 'Zeta ultima', position: 9_999 },
      { name: 'Zeta prima', position: 0 },
      { name: 'Zeta spenta', position: 0, active: false },
    ] as never)
    expect(await names(categories)).toEqual(['Zeta prima', ...before, 'Zeta ultima'])
    await db
      .insert(notification_groups)
      .values([{ name: 'Zeta gruppo' }, { name: 'Zeta altro' }, { name: 'Zeta spento', active: false }] as never)
    expect((await names(groups)).filter((name: string) => name.startsWith('Zeta'))).toEqual(['Zeta altro', 'Zeta gruppo'])
  }))

test('those who run a station are its managers that are still there, by name; without any it is its own address', () =>
  inWorld(async ({ db }) => {
    const station = await makeStation(db, { code: 'ZZ1', email: 'zz1@example.it' })
    const person = (name: string, more: object = {}) => ({
      ...{ name, email: `${name}@zeta.example.it`, password_hash: 'x', enabled: 1, roles: ['manager'], ...more },
    })
    const own = { name: station.name, email: 'zz1@example.it' }
    expect([await managerNames(db, station.id), await managerAddresses(db, station)]).toEqual([null, [own]])
    const made = await db
      .insert(users)
      .values([
        person('zoe'),
        person('anna'),
        person('via', { enabled: 0 }),
        person('andato', { deleted_at: new Date().toISOString() }),
        person('operaio', { roles: ['worker'] }),
      ] as never)
      .returning()
    for (const { id } of made.slice(2)) await assign(db, station.id, id)
    expect(await managerAddresses(db, station)).toEqual([own])
    for (const { id } of made.slice(0, 2)) await assign(db, station.id, id)
    expect(await managerNames(db, station.id)).toBe('anna, zoe')
    expect(await managerAddresses(db, station)).toEqual(['anna', 'zoe'].map((name) => ({ name, email: `${name}@zeta.example.it` })))
    const silent = await makeStation(db, { code: 'ZZ2', email: null })
    expect(await managerAddresses(db, silent)).toEqual([])
  }))
