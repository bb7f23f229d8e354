import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fire_extinguishers } from '../../../server/db/schema/equipment/equipment.ts'
import { non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { ticket_categories, ticket_files, ticket_tasks, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import { makeStation } from '../support/fixtures.ts'
import { BAD, begin, completed, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld } from '../support/world.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const at = () => new Date(NOW)
const opened = (db: Db, inspection_id: number) =>
  db.select().from(tickets).where(eq(tickets.inspection_id, inspection_id)).orderBy(asc(tickets.id))
const found = (db: Db, inspection_id: number) =>
  db.select().from(non_conformities).where(eq(non_conformities.inspection_id, inspection_id)).orderBy(asc(non_conformities.id))
const category = async (db: Db, name: string) => (await db.select().from(ticket_categories).where(eq(ticket_categories.name, name)))[0]!
/** Two questions that may be wrong: one of each extinguisher, one of the whole. */
const categories = (own: number | null = null) => [
  {
    key: 'c_ext',
    name: 'Estintori',
    repeat: { source: 'fire_extinguishers', label: 'Estintore' },
    questions: [
      { key: 'q_ext', label: 'Accessibile', type: 'yes_no', nc: { severity: 'critica', deadline_days: 3, ticket_category_id: own } },
    ],
  },
  {
    key: 'c_all',
    name: 'Piazzale',
    questions: [{ key: 'q_clean', label: 'Pulito', type: 'yes_no', nc: { severity: 'lieve', suggestion: 'Pulire il piazzale.' } }],
  },
]
async function withExtinguisher(db: Db) {
  const station = await makeStation(db, { code: 'ZZ1', maintenanceCompany: 'Ditta Zeta' })
  const [ext] = await db.insert(fire_extinguishers).values({ station_id: station.id, location: 'Isola 1', number: 'E-55' }).returning()
  return { station, key: `q_ext#ext-${ext!.id}`, ext: ext! }
}
const wrong = (key: string, photos: string[] = []) => ({
  [key]: { v: 'no', note: 'Coperto da espositore', photos },
  q_clean: { v: 'no' },
})

test('one ticket for each non-conformity: of its category, piece, photos, priority and day; completed again, none is opened twice', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const { station, key, ext } = await withExtinguisher(db)
    const own = await category(db, 'Altro')
    const usual = await category(db, 'Forniture')
    const more = { ticket_mode: 'per_nc', ticket_category_id: usual.id, categories: categories(own.id) }
    const model = await makeModel(ivan, 'PER', more)
    const { id, client_uuid, id_year, id_number } = await begin(ivan, model, station.id)
    const photo = randomUUID()
    await send(ivan, client_uuid, await jpeg(7), { uuid: photo, question: key })
    const done = await ivan.edit(`/inspection/${id}`, { answers: wrong(key, [photo]), status: 'completed' })
    expect(done.status).toBe(200)
    const [first, second, ...others] = await opened(db, id)
    expect(others).toEqual([])
    const ncs = await found(db, id)
    const worst = ncs.find(({ severity }) => severity === 'critica')!
    expect(first).toMatchObject({
      ...{ id_year: 2026, status_id: 1, category_id: own.id, station_id: station.id, priority: 4, requester_id: ivan.user_id },
      ...{ source: 'inspection', inspection_id: id, nc_id: worst.id, company: 'Ditta Zeta', due_given: true },
      equipment: { type: 'extinguisher', id: ext.id, label: worst.block_label },
      // The whole of the day in Rome.
      due_at: '2026-11-23T22:59:00.000Z',
    })
    expect(first!.subject).toBe(`[Verifica ${id_year}/${id_number}] ${worst.block_label}: Accessibile`)
    expect(first!.description).toContain('Gravità: Critica, entro il 23/11/2026')
    expect(first!.description).toContain('Nota: Coperto da espositore')
    expect(second).toMatchObject({ category_id: usual.id, priority: 2, equipment: null, due_at: '2027-01-19T22:59:00.000Z' })
    expect(second!.description).toContain('Rimedio: Pulire il piazzale.')
    const files = await db.select().from(ticket_files)
    expect(files.map(({ ticket_id, file_name }) => [ticket_id, file_name])).toEqual([[first!.id, `${photo}.jpg`]])
    expect(ncs.map(({ status, ticket_id }) => [status, ticket_id])).toEqual(
      expect.arrayContaining([
        ['in_progress', first!.id],
        ['in_progress', second!.id],
      ]),
    )
    const told = (await ivan.get(`/inspection/nc?inspection_id=${id}&sort=-severity`)).body.data.data
    expect(told[0].ticket).toEqual({ id_year: 2026, id_number: first!.id_number, closed: false })

    await admin.post(`/inspection/${id}/reopen`, { reason: 'Correzione' })
    await ivan.edit(`/inspection/${id}`, { answers: { q_clean: { v: 'no', note: 'Ancora' } }, status: 'completed' })
    expect(await opened(db, id)).toHaveLength(2)
    expect((await found(db, id)).map(({ status }) => status)).toEqual(['in_progress', 'in_progress'])
  }, at))

test('one ticket for the whole verifica: the gravest priority, the first day, a task for each; a category that none has named', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const { station, key } = await withExtinguisher(db)
    const model = await makeModel(ivan, 'GRP', { categories: categories() })
    const { id, id_year, id_number } = await completed(ivan, model, station.id, wrong(key))
    const [ticket, ...others] = await opened(db, id)
    expect(others).toEqual([])
    expect(ticket).toMatchObject({
      subject: `[Verifica ${id_year}/${id_number}] 2 non conformità`,
      ...{ priority: 4, nc_id: null, equipment: null, due_at: '2026-11-23T22:59:00.000Z' },
      category_id: (await category(db, 'Non conformità verifica')).id,
    })
    expect(ticket!.description).toMatch(/1\. .*Accessibile[\s\S]*2\. Pulito/)
    const tasks = await db.select().from(ticket_tasks).where(eq(ticket_tasks.ticket_id, ticket!.id)).orderBy(asc(ticket_tasks.position))
    expect(tasks.map(({ text }) => text)).toEqual([expect.stringMatching(/: Accessibile$/), 'Pulito'])
    expect((await found(db, id)).map(({ ticket_id }) => ticket_id)).toEqual([ticket!.id, ticket!.id])
    // A whole verifica of one thing is about that.
    const one = await completed(ivan, model, station.id, {
      ...{ [key]: { v: 'si' }, q_clean: { v: 'no' } },
      ...(await solvedAll(ivan, station.id)),
    })
    expect((await opened(db, one.id))[0]).toMatchObject({ subject: expect.stringMatching(/\] Pulito$/), nc_id: expect.any(Number) })
  }, at))
const solvedAll = async (caller: Caller, station_id: number) => {
  const { open } = (await caller.get(`/inspection/context?station_id=${station_id}`)).body.data
  return Object.fromEntries(open.map(({ id }: { id: number }) => [`nc_${id}`, { v: 'si' }]))
}

test('no ticket where the model says so, or where nothing is wrong; what is wrong stays open', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const none = await completed(ivan, await makeModel(ivan, 'NON', { ticket_mode: 'none' }), station.id, BAD)
    expect(await opened(db, none.id)).toEqual([])
    expect((await found(db, none.id)).map(({ status, ticket_id }) => [status, ticket_id])).toEqual([['open', null]])
    const good = await completed(ivan, await makeModel(ivan, 'BON'), station.id, GOOD)
    expect(await opened(db, good.id)).toEqual([])
  }, at))

test('closing the ticket solves its non-conformities, reopening it takes that back; the next verifica asks, and a No opens another ticket', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'RIC')
    const { id } = await completed(ivan, model, station.id, BAD)
    const [ticket] = await opened(db, id)
    const path = `/support/ticket/${ticket!.id_year}/${ticket!.id_number}`
    const closed = await admin.post(path, { resolution: 'Estintore liberato dalla ditta.' })
    expect(closed.status).toBe(200)
    const nc = async () => (await found(db, id))[0]!
    expect(await nc()).toMatchObject({
      ...{ status: 'resolved', resolution_note: 'Estintore liberato dalla ditta.', resolved_at: NOW, resolved_by: admin.user_id },
    })
    expect((await admin.post(`${path}/reopen`, { message: 'Non va' })).status).toBe(200)
    expect(await nc()).toMatchObject({ status: 'in_progress', resolved_at: null, resolved_by: null })
    await admin.post(path, { resolution: 'Sostituito.' })

    const { open } = (await ivan.get(`/inspection/context?station_id=${station.id}`)).body.data
    expect(open).toMatchObject([
      {
        ...{ id: (await nc()).id, status: 'resolved', resolution_note: 'Sostituito.' },
        ticket: { id_year: ticket!.id_year, id_number: ticket!.id_number, closed: true },
      },
    ])
    const key = `nc_${open[0].id}`
    const still = { [key]: { v: 'no', note: 'Ancora coperto', nc: { severity: 'critica' } } }
    const second = await completed(ivan, model, station.id, { ...GOOD, ...still })
    const [next] = await opened(db, second.id)
    expect(next).toMatchObject({ nc_id: open[0].id, priority: 4 })
    expect(await nc()).toMatchObject({ status: 'in_progress', severity: 'critica', ticket_id: next!.id, resolved_at: null })

    const third = await completed(ivan, model, station.id, { ...GOOD, [key]: { v: 'si' } })
    expect(await opened(db, third.id)).toEqual([])
    expect(await nc()).toMatchObject({ status: 'verified', checked_in: third.id })
    // Verified non-conformities stay verified, whatever becomes of the ticket.
    await admin.post(`/support/ticket/${next!.id_year}/${next!.id_number}`, { resolution: 'Fatto.' })
    expect((await nc()).status).toBe('verified')
  }, at))

test('with its ticket gone a non-conformity is open again; one that somebody has solved by hand is not reopened with the ticket', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const { station, key } = await withExtinguisher(db)
    const model = await makeModel(ivan, 'MAN', { categories: categories() })
    const { id } = await completed(ivan, model, station.id, wrong(key))
    const [ticket] = await opened(db, id)
    const path = `/support/ticket/${ticket!.id_year}/${ticket!.id_number}`
    const [byHand, other] = await found(db, id)
    await db
      .update(non_conformities)
      .set({ status: 'resolved', resolved_at: '2026-11-19T10:00:00.000Z', resolution_note: 'Già fatto' })
      .where(eq(non_conformities.id, byHand!.id))
    await admin.post(path, { resolution: 'Pulito.' })
    await admin.post(`${path}/reopen`, { message: 'Di nuovo' })
    const states = async () => (await found(db, id)).map(({ status, resolution_note }) => [status, resolution_note])
    expect(await states()).toEqual([
      ['resolved', 'Già fatto'],
      ['in_progress', 'Pulito.'],
    ])
    await admin.del(path)
    expect(await states()).toEqual([
      ['resolved', 'Già fatto'],
      ['open', 'Pulito.'],
    ])
    const [gone] = await db
      .select()
      .from(non_conformities)
      .where(and(eq(non_conformities.id, other!.id)))
    expect(gone!.ticket_id).toBeNull()
  }, at))
