import { expect, test } from 'vitest'
import { banks } from '../../server/db/schema/banks.ts'
import { inspection_models, inspections, non_conformities } from '../../server/db/schema/inspections.ts'
import { assign, makeStation } from './fixtures.ts'
import { inWorld } from './world.ts'

test('people to choose from, by role and by what is typed; and the roles with their documented ids', () =>
  inWorld(async ({ as }) => {
    const ispettore = await as('ispettore')
    expect((await ispettore.get('/suggestions/all-users')).status).toBe(403)
    expect((await ispettore.get('/all-roles')).status).toBe(403)
    const messaggi = await as('messaggi')
    const found = (await messaggi.get('/suggestions/all-users?role=inspection&value=ispett')).body.data
    expect(found.map((one: { name: string }) => one.name)).toEqual(['Irene Ispettrice', 'Ivan Ispettore'])
    expect(Object.keys(found[0]).sort()).toEqual(['email', 'id', 'name'])
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

test('counters: the accountant counts the banks that are there; cards and customers are not known yet, which is not zero', () =>
  inWorld(async ({ as, db }) => {
    const accountant = await as('contabilita')
    const before = await db.$count(banks)
    await db.insert(banks).values({ name: 'Banca che conta' })
    expect((await accountant.get('/counters/accounting')).body.data).toEqual({ banks: before + 1, cards: null, customers: null })
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
    await db.insert(non_conformities).values([fault('a', 'open'), fault('b', 'verified')])
    const gained = async (person: typeof first, old: Record<string, number>) =>
      Object.entries(await count(person)).map(([key, n]) => (n as number) - old[key]!)
    expect(await gained(first, before.first)).toEqual([1, 0, 1])
    expect(await gained(second, before.second)).toEqual([0, 1, 0])
    expect(await gained(admin, before.admin)).toEqual([1, 1, 1])
  }))
