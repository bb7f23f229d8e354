import { and, asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { banks } from '../../../server/db/schema/banks/banks.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_rows } from '../../../server/db/schema/core/jobs.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { pos } from '../../../server/db/schema/equipment/equipment.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { mimit_prices } from '../../../server/db/schema/prices/mimit.ts'
import { available_services, fuels, prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { Problem } from '../../../server/lib/core/problem.ts'
import { restore } from '../../../server/lib/tables/restore.ts'
import { makeFuel, makeStation } from '../support/fixtures.ts'
import { begin, makeModel } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** The outcome of each row of a job, as it is reported. */
const told = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map(({ outcome, message }) => [
    outcome,
    message,
  ])
async function run(world: World, who: Caller, path: string, body?: object): Promise<number> {
  const answer = await who.post(path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  await world.runs()
  return answer.body.data.id
}
const undone = async (world: World, who: Caller, job: number) => told(world, await run(world, who, `/admin/history/${job}/undo`))
const CHANGED = ['errore', 'Modificato successivamente.']
const FORBIDDEN = ['errore', 'Non hai le autorizzazioni necessarie per eseguire questa operazione.']
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('undoing an import removes its prices, except those followed by newer ones', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    await db.delete(mimit_prices)
    const fuel = await makeFuel(db, 'Benzina di prova')
    await db
      .update(fuels)
      .set({ mise_names: ['Benzina prova'] })
      .where(eq(fuels.id, fuel.id))
    const ids: number[] = []
    for (let at = 0; at < 5; at++) {
      const { id } = await makeStation(db, { code: `ZP${at}`, mise_id: 990_100 + at })
      ids.push(id)
      await db.insert(station_fuels).values({ station_id: id, fuel_id: fuel.id })
      const one = { station_id: 990_100 + at, fuel_raw: 'Benzina prova', self: true }
      await db.insert(mimit_prices).values({ ...one, price: 1.5, dt: '2026-04-20T06:00:00.000Z' })
    }
    const job = await run(world, admin, '/mimit/publish')
    expect((await told(world, job)).map(([outcome]) => outcome)).toEqual(Array(5).fill('fatto'))
    const of = (at: number) => and(eq(prices.fuel_id, fuel.id), eq(prices.station_id, ids[at]!))
    const later = { station_id: ids[2]!, fuel_id: fuel.id, price: 1.6, valid_from: '2026-05-01T00:00:00.000Z' }
    await db.delete(prices).where(of(1))
    await db.insert(prices).values({ ...later, mode: 'self' })
    await db.update(prices).set({ rev: 2 }).where(of(3))
    // A job of another series holds nothing back.
    await db.insert(prices).values({ ...later, station_id: ids[4]!, mode: 'serve' })
    const back = await run(world, admin, `/admin/history/${job}/undo`)
    // The last change first.
    expect(await told(world, back)).toEqual([
      ['fatto', 'Tolto dal listino.'],
      CHANGED,
      CHANGED,
      ['invariato', 'Non c’è più.'],
      ['fatto', 'Tolto dal listino.'],
    ])
    const left = await db.select().from(prices).where(eq(prices.fuel_id, fuel.id)).orderBy(asc(prices.station_id), asc(prices.id))
    expect(left.map(({ station_id, mode, price, valid_to }) => [ids.indexOf(station_id), mode, price, valid_to !== null])).toEqual([
      // What was in force stays, with its end.
      [0, 'self', 1.5, true],
      [2, 'self', 1.5, false],
      [2, 'self', 1.6, false],
      [3, 'self', 1.5, false],
      [4, 'self', 1.5, true],
      [4, 'serve', 1.6, false],
    ])
    const history = await db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(back)))
    expect(history.map(({ event, old, new: made }) => [event, old?.valid_to, typeof made?.valid_to])).toEqual(
      Array(2).fill(['restored', null, 'string']),
    )
    const job_ = (await admin.get(`/admin/history/${back}`)).body.data
    expect(job_).toMatchObject({
      ...{ name: 'Ripristino di un’operazione', status: 'completato_con_errori', undoable: false },
      description: `Ripristino dell’operazione ${job}: Prezzi comunicati al MIMIT`,
    })
    expect(job_.log[0].text).toBe('Ripristinati 3 elementi, 2 non modificabili perché aggiornati successivamente.')
  }))

test('undoing leaves planned inspections that have moved on, and says why', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const ivan = await world.as('ispettore')
    const model = await makeModel(admin, 'ANNULLO')
    const { id: station_id } = await makeStation(db, { code: 'ZU1' })
    const planned = { inspector_id: ivan.user_id, scheduled_at: inDays(20) }
    const ids: number[] = []
    for (let at = 0; at < 4; at++) ids.push((await begin(admin, model, station_id, planned)).id)
    const plan = { list: 'inspections.list', action: 'plan', ids, values: { scheduled_at: inDays(40) } }
    const job = await run(world, admin, '/bulk', plan)
    expect((await told(world, job)).map(([outcome]) => outcome)).toEqual(Array(4).fill('fatto'))
    const change = (at: number, values: Partial<typeof inspections.$inferInsert>) =>
      db.update(inspections).set(values).where(eq(inspections.id, ids[at]!))
    await change(0, { scheduled_at: planned.scheduled_at })
    await change(1, { deleted_at: new Date().toISOString() })
    await change(2, { status: 'cancelled', reason: 'Chiuso' })
    // Rows the job did not touch may have been changed by others.
    await change(3, { inspector_id: admin.user_id })
    const outcomes = (await undone(world, admin, job)).sort()
    expect(outcomes).toEqual([
      CHANGED,
      ['errore', 'Nel frattempo è stato eliminato.'],
      ['fatto', 'Come prima.'],
      ['invariato', 'È già come prima.'],
    ])
    const rows = await db.select().from(inspections).where(inArray(inspections.id, ids)).orderBy(asc(inspections.id))
    expect(rows.map(({ scheduled_at, inspector_id }) => [scheduled_at, inspector_id])).toEqual([
      [inDays(20), ivan.user_id],
      [inDays(40), ivan.user_id],
      [inDays(40), ivan.user_id],
      [inDays(20), admin.user_id],
    ])
  }))

test('a deleted inspection is restored by those who may delete it, unless it exists again or has another owner', () =>
  inWorld(async (world) => {
    const { db } = world
    const [admin, ivan] = [await world.as('admin'), await world.as('ispettore')]
    const model = await makeModel(admin, 'RITORNO')
    const { id: station_id } = await makeStation(db, { code: 'ZU2' })
    const ids: number[] = []
    for (let at = 0; at < 4; at++) ids.push((await begin(ivan, model, station_id)).id)
    const job = await run(world, ivan, '/bulk', { list: 'inspections.list', action: 'remove', ids })
    const rowsOf = () => db.select().from(inspections).where(inArray(inspections.id, ids)).orderBy(asc(inspections.id))
    const deleted = await rowsOf()
    expect(deleted.every(({ deleted_at }) => deleted_at)).toBe(true)
    await db.update(inspections).set({ deleted_at: null }).where(eq(inspections.id, ids[0]!))
    await db.update(inspections).set({ inspector_id: admin.user_id }).where(eq(inspections.id, ids[1]!))
    // An approved one is deleted by nobody, so that nobody brings it back either.
    await db.update(inspections).set({ status: 'approved' }).where(eq(inspections.id, ids[3]!))
    const back = await run(world, ivan, `/admin/history/${job}/undo`)
    const approved = ['errore', 'La verifica non si può ripristinare.']
    expect(await told(world, back)).toHaveMembers([approved, FORBIDDEN, ['fatto', 'Di nuovo presente.'], ['invariato', 'C’è già.']])
    const after = await rowsOf()
    expect(after.map(({ deleted_at, rev }, at) => [deleted_at === null, rev - deleted[at]!.rev])).toEqual([
      [true, 0],
      [false, 0],
      [true, 1],
      [false, 0],
    ])
    expect(after[2]!.updated_by).toBe(ivan.user_id)
    const [history] = await db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(back)))
    expect(history).toMatchObject({ model: 'inspection', model_id: ids[2], event: 'restored', old: null, new: { status: 'draft' } })
  }))

test('services are restored as they were; a change that cannot be undone is refused', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const names = ['Zeta lavaggio', 'Zeta olio', 'Zeta bar']
    const made = await db
      .insert(available_services)
      .values(names.map((name, at) => ({ name, position: 900 + at })))
      .returning()
    const ids = made.map(({ id }) => id)
    const job = await run(world, admin, '/bulk', { list: 'available_services.list', action: 'remove', ids })
    await db
      .insert(available_services)
      .overridingSystemValue()
      .values({ ...made[0]!, name: 'Zeta presa' })
    const saidOf = async (id: number) => (await admin.get(`/admin/history/${id}`)).body.data.description
    expect(await saidOf(job)).toBe('Elimina · Servizi, 3 righe')
    const odd = and(eq(model_history.model, 'available_service'), eq(model_history.model_id, ids[1]!))
    await db.update(model_history).set({ event: 'restored' }).where(odd)
    const back = await run(world, admin, `/admin/history/${job}/undo`)
    const byName = await db.select().from(job_rows).where(eq(job_rows.job_id, back))
    expect(Object.fromEntries(byName.map(({ label, outcome, message }) => [label, [outcome, message]]))).toEqual({
      'Zeta lavaggio': ['invariato', 'C’è già.'],
      'Zeta olio': ['errore', 'Questa modifica non si può ripristinare.'],
      'Zeta bar': ['fatto', 'Di nuovo presente.'],
    })
    const [restored] = await db.select().from(available_services).where(eq(available_services.name, 'Zeta bar'))
    expect(restored).toMatchObject({ ...made[2]!, rev: made[2]!.rev + 1, updated_at: expect.any(String), updated_by: admin.user_id })
  }))

test('a record whose parent is gone is not restored, and says so', () =>
  inWorld(async ({ db, deps }) => {
    const [bank] = await db.insert(banks).values({ name: 'Zeta banca' }).returning()
    const [station] = await db.select().from(stations).limit(1)
    const [held] = await db
      .insert(pos)
      .values({ station_id: station!.id, bank_id: bank!.id } as never)
      .returning()
    await db.delete(pos).where(eq(pos.id, held!.id))
    const told: unknown[] = []
    const context = { db, user: { id: 1 }, now: new Date(), deps, history: async (...all: unknown[]) => void told.push(all) } as never
    const back = () => restore({ model: 'pos', table: pos }, held!, context)
    await db.delete(banks).where(eq(banks.id, bank!.id))
    await expect(back()).rejects.toMatchObject({ status: 409, message: 'Quello a cui era collegato non c’è più.' })
    await expect(restore({ model: 'pos', table: pos }, { ...held!, rev: 'x' }, context)).rejects.not.toBeInstanceOf(Problem)
    expect(told).toEqual([])
    await db.insert(banks).overridingSystemValue().values(bank!)
    expect(await back()).toEqual({ outcome: 'fatto', message: 'Di nuovo presente.' })
    expect(told).toMatchObject([['pos', held!.id, 'restored', null, { bank_id: bank!.id, rev: held!.rev + 1, updated_by: 1 }]])
  }))

test('an import is undone where nobody has changed the record since', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const there = []
    for (const code of ['ZU05', 'ZU06', 'ZU07', 'ZU08']) there.push(await makeStation(db, { code, owned: false, hasRent: false }))
    const columns = ['code', 'name', 'address', 'cap', 'city', 'province']
    const codes = ['ZU01', 'ZU02', 'ZU03', 'ZU05', 'ZU06', 'ZU07', 'ZU08']
    const lines = codes.map((code, at) => ({ line: at + 2, cells: [code, `Nome ${code}`, 'Via A 1', '43036', 'Fidenza', 'PR'] }))
    const job = await run(world, admin, '/stations/import', { columns, lines })
    const change = (code: string, values: Partial<typeof stations.$inferInsert>) =>
      db.update(stations).set(values).where(eq(stations.code, code))
    const gone = new Date().toISOString()
    await change('ZU02', { deleted_at: gone })
    await change('ZU03', { rev: 2 })
    await change('ZU05', { deleted_at: gone })
    const { name, address, search_text } = there[1]!
    await change('ZU06', { name, address, search_text })
    await change('ZU07', { brand: 'IP', rev: 9 })
    await change('ZU08', { address: 'Via Altrove 3' })
    const back = await run(world, admin, `/admin/history/${job}/undo`)
    const rows = await db.select().from(job_rows).where(eq(job_rows.job_id, back))
    expect(Object.fromEntries(rows.map(({ label, outcome, message }) => [label.replace('Nome ', ''), [outcome, message]]))).toEqual({
      ZU01: ['fatto', 'Eliminato.'],
      ZU02: ['invariato', 'Non c’è più.'],
      ZU03: CHANGED,
      ZU05: ['errore', 'Nel frattempo è stato eliminato.'],
      ZU06: ['invariato', 'È già come prima.'],
      ZU07: ['fatto', 'Come prima.'],
      ZU08: CHANGED,
    })
    const [seventh] = await db.select().from(stations).where(eq(stations.code, 'ZU07'))
    expect(seventh).toMatchObject({ name: 'Prova ZU07', address: 'Via Cantù 7', brand: 'IP', rev: 10 })
    const history = await db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(back)))
      .orderBy(asc(model_history.id))
    expect(history.map(({ event, old, new: made }) => [event, old?.name, made?.name])).toEqual([
      ['restored', 'Nome ZU07', 'Prova ZU07'],
      ['deleted', 'Nome ZU01', undefined],
    ])
  }))

test('without the right any more nothing is undone', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const [service] = await db.insert(available_services).values({ name: 'Zeta persa', position: 900 }).returning()
    const removal = await run(world, admin, '/bulk', { list: 'available_services.list', action: 'remove', ids: [service!.id] })
    const columns = ['code', 'name', 'address', 'cap', 'city', 'province']
    const lines = [{ line: 2, cells: ['ZU09', 'Nome', 'Via A 1', '43036', 'Fidenza', 'PR'] }]
    const sheet = await run(world, admin, '/stations/import', { columns, lines })
    expect((await admin.get(`/admin/history/${removal}`)).body.data.description).toBe('Elimina · Servizi, 1 riga')
    const undos = []
    for (const job of [removal, sheet]) undos.push((await admin.post(`/admin/history/${job}/undo`)).body.data.id)
    await db
      .update(users)
      .set({ roles: ['employee'] })
      .where(eq(users.id, admin.user_id))
    await world.runs()
    for (const undo of undos) expect(await told(world, undo)).toEqual([FORBIDDEN])
    expect(await db.$count(available_services, eq(available_services.id, service!.id))).toBe(0)
    expect(await db.$count(stations, eq(stations.code, 'ZU09'))).toBe(1)
  }))
