import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { activity_log, model_history } from '../../../server/db/schema/core/system.ts'
import { mimit_prices } from '../../../server/db/schema/prices/mimit.ts'
import { fuels, prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { makeFuel, makeStation } from '../support/fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const AT = '2026-04-20T06:00:00.000Z'
/** Two stations of ours in the registry: one fuel that is sold, one that is not, one nobody has associated, and a price that is none. */
async function registry({ db }: World) {
  await db.delete(mimit_prices)
  const petrol = await makeFuel(db, 'Benzina di prova')
  await db
    .update(fuels)
    .set({ mise_names: ['Benzina prova', 'Benzina seconda'] })
    .where(eq(fuels.id, petrol.id))
  await db.insert(fuels).values({ name: 'Gas di prova', code: 'GASP', position: 901, mise_names: ['Gas prova'] })
  const stations = []
  for (const [at, mise_id] of [990_001, 990_002].entries()) {
    const station = await makeStation(db, { code: `ZJ${at}`, mise_id })
    await db.insert(station_fuels).values({ station_id: station.id, fuel_id: petrol.id })
    stations.push(station)
  }
  const price = (station_id: number, fuel_raw: string, value: number, self = true) => ({
    ...{ station_id, fuel_raw, self, dt: AT },
    price: value,
  })
  await db
    .insert(mimit_prices)
    .values([
      price(990_001, 'Benzina prova', 1.789),
      price(990_001, 'Benzina seconda', 1.999),
      price(990_001, 'Gas prova', 0.7),
      price(990_002, 'Benzina prova', 1.799),
      price(990_002, 'Carburante nuovo', 1.5),
      price(990_002, 'Benzina prova', 9.999, false),
    ])
  return { petrol, stations }
}
const rowsOf = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map(({ label, outcome, message }) => [
    label.split(' · ')[1],
    outcome,
    message,
  ])

test('only a super administrator imports registry prices; a job is hidden from everybody else', () =>
  inWorld(async (world) => {
    const [admin, rete, nobody] = [await world.as('admin'), await world.as('rete'), await world.as()]
    await registry(world)
    for (const [caller, status] of [
      [rete, 403],
      [nobody, 401],
    ] as const)
      expect((await caller.post('/mimit/publish')).status).toBe(status)
    expect(await world.db.$count(job_history)).toBe(0)
    const { id } = (await admin.post('/mimit/publish')).body.data
    expect((await rete.get('/admin/history')).status).toBe(403)
    // Another's job is not there at all.
    expect((await rete.get('/admin/history/own')).body.data).toEqual([])
    for (const [caller, status] of [
      [rete, 404],
      [nobody, 401],
    ] as const) {
      for (const path of [`/${id}`, `/${id}/rows`]) expect((await caller.get(`/admin/history${path}`)).status, path).toBe(status)
      for (const path of ['cancel', 'retry', 'undo']) expect((await caller.post(`/admin/history/${id}/${path}`)).status, path).toBe(status)
    }
    expect((await admin.get(`/admin/history/${id}`)).body.data.status).toBe('in_coda')
    expect((await admin.get('/admin/history/999999')).status).toBe(404)
    expect((await admin.post('/admin/history/999999/cancel')).status).toBe(404)
  }))

test('each row has an outcome, its change names the job in the history, and a repeat changes nothing', () =>
  inWorld(async (world) => {
    const { db } = world
    const { petrol, stations } = await registry(world)
    const admin = await world.as('admin')
    const started = await admin.post('/mimit/publish')
    expect([started.status, started.body.message]).toEqual([201, 'Job avviato'])
    const { id } = started.body.data
    expect(started.body.data).toMatchObject({ type: 'import_prezzi_mimit', name: 'Prezzi MIMIT a listino', status: 'in_coda', items: null })
    const second = await admin.post('/mimit/publish')
    expect([second.status, second.body.error]).toEqual([409, 'Operazione già in corso.'])

    await world.runs()
    expect((await admin.get('/admin/history')).body.data[0]).toMatchObject({
      ...{ id, status: 'completato_con_errori', items: 5, done: 5, errors: 2, user: { id: admin.user_id } },
      ended_at: expect.any(String),
    })
    expect(await rowsOf(world, id)).toEqual([
      ['Benzina prova self', 'fatto', '1,789 €'],
      ['Gas prova self', 'invariato', 'Il punto vendita non vende questo carburante.'],
      ['Benzina prova servito', 'errore', 'Il prezzo comunicato non è tra 0,3 e 5 €, o non ha una data.'],
      ['Benzina prova self', 'fatto', '1,799 €'],
      ['Carburante nuovo self', 'errore', 'Carburante da associare: Carburante nuovo.'],
    ])
    const published = await db.select().from(prices).where(eq(prices.fuel_id, petrol.id)).orderBy(asc(prices.station_id))
    expect(published).toMatchObject(
      stations.map((station, i) => ({ station_id: station.id, price: [1.789, 1.799][i], mode: 'self', valid_from: AT, source: 'mimit' })),
    )
    const history = await db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(id)))
      .orderBy(asc(model_history.id))
    expect(history.map(({ model, model_id, event, user_id }) => [model, model_id, event, user_id])).toEqual(
      published.map((price) => ['price', price.id, 'created', admin.user_id]),
    )
    const log = (await admin.get(`/admin/history/${id}`)).body.data.log.map(({ text }: { text: string }) => text)
    expect(log).toEqual(['Finito: 5 righe, 2 con errori.', 'Iniziato: 5 righe.'])
    expect(
      await db.$count(
        activity_log,
        and(eq(activity_log.entity, 'jobs'), eq(activity_log.entity_id, String(id)), eq(activity_log.status, 201)),
      ),
    ).toBe(1)

    const again = (await admin.post('/mimit/publish')).body.data.id
    await world.runs()
    expect((await rowsOf(world, again)).filter(([, outcome]) => outcome === 'fatto')).toEqual([])
    expect(await db.$count(prices, eq(prices.fuel_id, petrol.id))).toBe(2)
  }))

test('rows are listed with failures first, and filtered by outcome and text', () =>
  inWorld(async (world) => {
    await registry(world)
    const admin = await world.as('admin')
    const { id } = (await admin.post('/mimit/publish')).body.data
    await world.runs()
    const rows = async (query = '') =>
      (await admin.get(`/admin/history/${id}/rows?${query}`)).body.data.data.map((row: { outcome: string }) => row.outcome)
    expect(await rows()).toEqual(['errore', 'errore', 'fatto', 'fatto', 'invariato'])
    expect(await rows('outcome=fatto')).toEqual(['fatto', 'fatto'])
    expect(await rows('search=carburante nuovo')).toEqual(['errore'])
    expect(await rows('sort=-label')).toHaveLength(5)
    expect((await admin.get(`/admin/history/${id}/rows?sort=data`)).status).toBe(422)
  }))

test('"Riprova" repeats only the failed rows', () =>
  inWorld(async (world) => {
    const { db } = world
    const { petrol } = await registry(world)
    const admin = await world.as('admin')
    const { id } = (await admin.post('/mimit/publish')).body.data
    await world.runs()
    const before = await db.select().from(job_rows).where(eq(job_rows.job_id, id)).orderBy(asc(job_rows.id))
    // The missing name is associated; the other row stays wrong.
    await db
      .update(fuels)
      .set({ mise_names: ['Benzina prova', 'Benzina seconda', 'Carburante nuovo'] })
      .where(eq(fuels.id, petrol.id))
    const again = await admin.post(`/admin/history/${id}/retry`)
    expect([again.status, again.body.message, again.body.data.done, again.body.data.errors]).toEqual([200, 'Job rimesso in coda', 3, 0])
    expect((await admin.post(`/admin/history/${id}/retry`)).body.error).toBe('Operazione già in corso.')
    await world.runs()
    const after = await db.select().from(job_rows).where(eq(job_rows.job_id, id)).orderBy(asc(job_rows.id))
    expect(after.map(({ outcome }) => outcome)).toEqual(['fatto', 'invariato', 'errore', 'fatto', 'invariato'])
    const well = before.filter(({ outcome }) => outcome !== 'errore')
    expect(after.filter((row) => well.some((one) => one.id === row.id))).toEqual(well)
    expect((await admin.get(`/admin/history/${id}`)).body.data).toMatchObject({ status: 'completato_con_errori', done: 5, errors: 1 })
  }))

test('a job whose owner may no longer start it does nothing, and says so', () =>
  inWorld(async (world) => {
    const { db } = world
    const { petrol } = await registry(world)
    const admin = await world.as('admin')
    const { id } = (await admin.post('/mimit/publish')).body.data
    await db.update(users).set({ enabled: 0 }).where(eq(users.id, admin.user_id))
    await world.runs()
    const [job] = await db.select().from(job_history).where(eq(job_history.id, id))
    expect(job).toMatchObject({ status: 'fallito', done: 0 })
    expect(await db.$count(prices, eq(prices.fuel_id, petrol.id))).toBe(0)
  }))

test('a job stopped before it starts does nothing, and everything once resumed; a finished job cannot be stopped', () =>
  inWorld(async (world) => {
    const { petrol } = await registry(world)
    const admin = await world.as('admin')
    const { id } = (await admin.post('/mimit/publish')).body.data
    const stopped = await admin.post(`/admin/history/${id}/cancel`)
    expect([stopped.status, stopped.body.data.status]).toEqual([200, 'fermato'])
    await world.runs()
    expect(await world.db.$count(prices, eq(prices.fuel_id, petrol.id))).toBe(0)
    expect((await admin.post(`/admin/history/${id}/retry`)).status).toBe(200)
    await world.runs()
    expect(await world.db.$count(prices, eq(prices.fuel_id, petrol.id))).toBe(2)
    const late = await admin.post(`/admin/history/${id}/cancel`)
    expect([late.status, late.body.error]).toEqual([409, 'L’operazione non è in corso.'])
  }))

test('the log of a job names who stopped and resumed it, with its progress', () =>
  inWorld(async (world) => {
    const { db } = world
    await registry(world)
    const admin = await world.as('admin')
    const { name } = (await admin.get('/auth/me')).body.data
    const { id } = (await admin.post('/mimit/publish')).body.data
    const stopped = (await admin.post(`/admin/history/${id}/cancel`)).body.data
    expect([stopped.log[0].text, stopped.ended_at]).toEqual([`Fermato da ${name} prima di iniziare.`, expect.any(String)])
    const again = (await admin.post(`/admin/history/${id}/retry`)).body.data
    expect([again.log[0].text, again.ended_at, again.status]).toEqual([`Rimesso in coda da ${name}.`, null, 'in_coda'])
    await world.runs()
    const open = (await admin.post(`/admin/history/${id}/retry`)).body.data
    expect([open.log[0].text, open.done, open.errors]).toEqual([`Rimesso in coda da ${name} per 2 righe.`, 3, 0])
    const waiting = await db
      .select()
      .from(job_rows)
      .where(and(eq(job_rows.job_id, id), eq(job_rows.outcome, 'attesa')))
    expect(waiting.map(({ message, at }) => [message, at])).toEqual(Array(2).fill([null, null]))
    const half = (await admin.post(`/admin/history/${id}/cancel`)).body.data
    expect(half.log[0].text).toBe(`Fermato da ${name} dopo 3 righe di 5.`)
    await db.update(job_history).set({ status: 'completato' }).where(eq(job_history.id, id))
    expect((await admin.post(`/admin/history/${id}/retry`)).body.error).toBe('Non ci sono righe da riprovare.')
    // Another of its kind is under way.
    await db.update(job_history).set({ status: 'fermato' }).where(eq(job_history.id, id))
    await admin.post('/mimit/publish')
    expect(await admin.post(`/admin/history/${id}/retry`)).toMatchObject({ status: 409, body: { error: 'Operazione già in corso.' } })
  }))

test('a person has at most ten running jobs; the newest are listed, and only own ones to others', () =>
  inWorld(async (world) => {
    const { db } = world
    const [admin, rete] = [await world.as('admin'), await world.as('rete')]
    const job = { type: 'prova', description: 'Prova', alone: false }
    await db.insert(job_history).values([
      ...Array.from({ length: 9 }, () => ({ ...job, user_id: admin.user_id })),
      ...Array.from({ length: 3 }, () => ({ ...job, user_id: rete.user_id })),
      // Finished jobs do not count.
      { ...job, user_id: admin.user_id, status: 'completato' as const, done: 1 },
    ])
    expect((await admin.post('/mimit/publish')).status).toBe(201)
    const refused = { status: 409, body: { error: 'Hai già molte operazioni in corso: attendi che una finisca.' } }
    expect(await admin.post('/mimit/publish')).toMatchObject(refused)
    const own = (await rete.get('/admin/history/own')).body.data
    expect(own.map(({ user }: { user: { id: number } }) => user.id)).toEqual(Array(3).fill(rete.user_id))
    expect(own[0].id).toBeGreaterThan(own[1].id)
    // A job of an unknown kind shows its stored name and cannot be undone.
    expect((await admin.get('/admin/history')).body.data.slice(1, 3)).toMatchObject([
      { name: 'prova', status: 'completato', undoable: false },
      { name: 'prova', status: 'in_coda', user: { id: rete.user_id } },
    ])
  }))
