import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications } from '../../../server/db/schema/notifications/notifications.ts'
import { management_obligations } from '../../../server/db/schema/people/managements.ts'
import { managers } from '../../../server/db/schema/people/managers.ts'
import { remindOfDue } from '../../../server/resources/overview/late.ts'
import { inDays } from '../../resources/days.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeManagement } from '../support/management-fixtures.ts'
import { atTime, inWorld, type World } from '../support/world.ts'

const scene = async (world: World) => {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  const admin = await world.as('admin')
  return { admin, station, ...(await makeManagement(admin, station.id)) }
}
interface Row {
  id: number
  obligation_id: number
  status: string
  due_date: string | null
  applicable: boolean
}

test('the set of a management is replaced: what is new comes, what is not named goes, and what was done once stays as not applicable', () =>
  inWorld(async (world) => {
    const { admin, management } = await scene(world)
    const sync = (obligations: object[]) => admin.post('/management-obligations', { management_id: management.id, obligations })
    for (const name of ['contabilita', 'gestore', 'p.net_manager_perm'])
      expect(
        (await (await world.as(name)).post('/management-obligations', { management_id: management.id, obligations: [] })).status,
        name,
      ).toBe(403)
    const first = await sync([
      { obligation_id: 1, due_date: inDays(-1) },
      { obligation_id: 2, due_date: inDays(10) },
      { obligation_id: 3, due_date: inDays(200) },
      { obligation_id: 5 },
    ])
    expect([first.status, first.body.message]).toEqual([201, 'Obblighi aggiornati'])
    const states = async () =>
      ((await admin.get(`/management-obligations?management_id=${management.id}`)).body.data as Row[]).map(({ obligation_id, status }) => [
        obligation_id,
        status,
      ])
    expect(await states()).toEqual([
      [1, 'scaduto'],
      [2, 'in_scadenza'],
      [3, 'da_fare'],
      [5, 'da_fare'],
    ])
    const [done] = first.body.data as Row[]
    await admin.upload(`/management-obligations/${done!.id}/done`, [], { done_at: inDays(0) })
    expect((await sync([{ obligation_id: 3 }])).status).toBe(201)
    expect(await states()).toEqual([
      [3, 'da_fare'],
      [1, 'non_applicabile'],
    ])
    expect((await sync([{ obligation_id: 3 }, { obligation_id: 3 }])).body.error).toEqual({
      obligations: 'Un obbligo è indicato più di una volta.',
    })
    expect((await admin.post('/management-obligations', { management_id: 999_999, obligations: [] })).body.error).toEqual({
      management_id: 'Il valore selezionato per Gestione non esiste.',
    })
  }))

test('a manager marks his own obligations as done with a photo, and the next day follows; those of others are not there', () =>
  inWorld(async (world) => {
    const { admin, station, management } = await scene(world)
    const gestore = await world.as('gestore')
    const own = (await gestore.get('/management-obligations')).body.data as (Row & { document_required: boolean; periodicity: string })[]
    expect(own.length).toBeGreaterThan(10)
    const asks = own.find(({ document_required, periodicity }) => document_required && periodicity === 'annual')!
    const without = await gestore.upload(`/management-obligations/${asks.id}/done`, [], { done_at: inDays(0) })
    expect([without.status, without.body.error]).toEqual([
      422,
      { files: 'Questo obbligo richiede un documento: allegare una foto o un file.' },
    ])
    const future = await gestore.upload(`/management-obligations/${asks.id}/done`, [paper], { done_at: inDays(1) })
    expect(future.body.error).toEqual({ done_at: 'La data di adempimento non può essere nel futuro.' })
    const done = await gestore.upload(`/management-obligations/${asks.id}/done`, [paper], { done_at: '2026-11-20', note: 'Rinnovata' })
    expect(done.body).toMatchObject({
      message: 'Obbligo adempiuto',
      data: { status: 'adempiuto', due_date: '2027-11-20', last_done_at: '2026-11-20', done_by: 'Gina Gestore', note: 'Rinnovata' },
    })
    const [file] = done.body.data.files
    expect((await gestore.get(`/management-obligations/${asks.id}/files/${file.id}`)).bytes).toEqual(paper.bytes)
    await admin.post('/management-obligations', { management_id: management.id, obligations: [{ obligation_id: 1 }] })
    const [other] = (await admin.get(`/management-obligations?station_id=${station.id}`)).body.data as Row[]
    expect((await gestore.upload(`/management-obligations/${other!.id}/done`, [paper], { done_at: inDays(0) })).status).toBe(404)
    expect((await gestore.get(`/management-obligations/${other!.id}/files/${file.id}`)).status).toBe(404)
    expect((await gestore.get(`/management-obligations?station_id=${station.id}`)).body.data).toEqual([])
  }))

test('the matrix is a page of managements with their states, filtered by station, category and state', () =>
  inWorld(async (world) => {
    const { admin, station, management } = await scene(world)
    await admin.post('/management-obligations', {
      management_id: management.id,
      obligations: [
        { obligation_id: 1, due_date: inDays(-1) },
        { obligation_id: 20, due_date: inDays(300) },
      ],
    })
    const rows = async (query: string) => (await admin.get(`/management-obligations/matrix?${query}`)).body.data.data
    expect(await rows(`station_id=${station.id}`)).toEqual([
      {
        ...{ id: management.id, station: { id: station.id, code: 'ZZ1', name: 'Prova' }, writable: true },
        manager: { id: management.manager_id, name: 'Mario', lastname: 'Rossi' },
        cells: [
          { id: expect.any(Number), obligation_id: 1, due_date: inDays(-1), status: 'scaduto' },
          { id: expect.any(Number), obligation_id: 20, due_date: inDays(300), status: 'da_fare' },
        ],
      },
    ])
    expect((await rows(`station_id=${station.id}&status=scaduto`))[0].cells.map((one: Row) => one.obligation_id)).toEqual([1])
    expect((await rows(`station_id=${station.id}&category=contratto`))[0].cells.map((one: Row) => one.obligation_id)).toEqual([20])
    expect(await rows(`station_id=${station.id}&status=adempiuto`)).toEqual([])
    expect((await rows('search=prova%20rossi')).map((one: { id: number }) => one.id)).toEqual([management.id])
  }))

test('an obligation in use is not deleted; the catalogue has an order of its own', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const held = await admin.del('/obligations/1')
    expect([held.status, held.body.error]).toEqual([409, expect.stringMatching(/^L’obbligo è assegnato a \d+ gestioni: disattivarlo\.$/)])
    const all = (await admin.get('/obligations')).body.data.map(({ id }: { id: number }) => id)
    expect((await admin.put('/obligations/order', { ids: all.toReversed(), was: all })).status).toBe(204)
    expect((await admin.get('/obligations')).body.data[0].id).toBe(all.at(-1))
  }))

test('a manager is told 30 and 7 days before an obligation is due, on its day, and every seven days after it', () =>
  atTime(async (world, clock) => {
    const { db, deps } = world
    clock.now = Date.UTC(2026, 4, 4, 6)
    await db.update(management_obligations).set({ applicable: false })
    const { admin, management, manager } = await scene(world)
    const owner = await world.as('gestore')
    await db.update(managers).set({ user_id: null }).where(eq(managers.user_id, owner.user_id))
    await db.update(managers).set({ user_id: owner.user_id }).where(eq(managers.id, manager.id))
    await admin.post('/management-obligations', {
      management_id: management.id,
      obligations: [
        { obligation_id: 1, due_date: '2026-06-10' },
        { obligation_id: 2, due_date: '2026-06-10', applicable: false },
        { obligation_id: 3 },
      ],
    })
    await db.delete(notifications)
    const told = async () => db.select().from(notifications).where(eq(notifications.user_id, owner.user_id)).orderBy(notifications.id)
    const days: string[] = []
    for (let day = 0; day < 60; day++) {
      const now = new Date(clock.now + day * 86_400_000)
      const before = (await told()).length
      for (const hour of [0, 1])
        await remindOfDue({ db, jobs: deps.jobs, origin: deps.origin, now: new Date(now.getTime() + hour * 3_600_000) })
      if ((await told()).length > before) days.push(now.toISOString().slice(0, 10))
    }
    expect(days).toEqual(['2026-05-11', '2026-06-03', '2026-06-10', '2026-06-17', '2026-06-24', '2026-07-01'])
    const rows = await told()
    expect(rows).toHaveLength(days.length)
    expect(rows[1]).toMatchObject({
      ...{ event: 'obligation_due', link: `/stazioni/manager?gestione=${management.id}` },
      ...{ reasons: ['È un obbligo della tua gestione.'], subject_type: 'management_obligation' },
    })
    expect(rows[1]!.text).toMatch(/ – ZZ1 Prova: è per il 10\/06\/2026, tra 7 giorni\.$/)
    expect(rows[3]).toMatchObject({ event: 'obligation_late' })
    expect(rows[3]!.text).toMatch(/era per il 10\/06\/2026\.$/)
    expect((await (await world.as('admin')).get('/commands/notifylate')).body.data).toMatchObject({ obligations: 0 })
    // The command tells again after 24 hours.
    clock.now = Date.UTC(2026, 6, 8, 6)
    expect((await (await world.as('admin')).get('/commands/notifylate')).body.data).toMatchObject({ obligations: 1 })
  }))
