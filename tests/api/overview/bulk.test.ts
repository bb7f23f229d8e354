import { and, asc, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bank_cards, banks } from '../../../server/db/schema/banks/banks.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { job_history, job_rows } from '../../../server/db/schema/core/jobs.ts'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { pos } from '../../../server/db/schema/equipment/equipment.ts'
import { inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { bulkKind } from '../../../server/resources/overview/bulk-kind.ts'
import { makeStation } from '../support/fixtures.ts'
import { begin, makeModel } from '../support/inspection-fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

/** Three banks of this test; the second is held back by a POS. */
async function threeBanks({ db }: World) {
  const made = await db
    .insert(banks)
    .values([{ name: 'Zeta Uno', abi: '03069' }, { name: 'Zeta Due' }, { name: 'Zeta Tre' }])
    .returning()
  await db.insert(bank_cards).values({ bank_id: made[0]!.id, number: '**** 1234', holder: 'Mario' })
  const [station] = await db.select().from(stations).limit(1)
  await db.insert(pos).values({ station_id: station!.id, bank_id: made[1]!.id, terminalId: 'ZT01' } as never)
  return made.map(({ id }) => id)
}
const remaining = async ({ db }: World) =>
  (await db.select().from(banks).orderBy(asc(banks.id))).filter(({ name }) => name.startsWith('Zeta')).map(({ name }) => name)
const told = async ({ db }: World, job: number) =>
  (await db.select().from(job_rows).where(eq(job_rows.job_id, job)).orderBy(asc(job_rows.id))).map((row) => [
    row.label,
    row.outcome,
    row.message,
  ])
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const removal = { list: 'banks.list', action: 'remove', search: { search: 'zeta', sort: 'name' } }
async function started(who: Caller, body: object): Promise<number> {
  const answer = await who.post('/bulk', body)
  expect([answer.status, answer.body.message], JSON.stringify(answer.body)).toEqual([201, 'Operazione avviata'])
  return answer.body.data.id
}

test('bulk deletion needs the right to delete one; an undeclared list is refused, and without ids all rows are meant', () =>
  inWorld(async (world) => {
    const ids = await threeBanks(world)
    const [reader, office, nobody] = [await world.as('lettura.conta'), await world.as('contabilita'), await world.as()]
    for (const [caller, status] of [
      [reader, 403],
      [await world.as('ispettore'), 403],
      [nobody, 401],
    ] as const)
      expect((await caller.post('/bulk', { ...removal, all: true })).status).toBe(status)
    // Administrators plan.
    expect(
      (
        await (
          await world.as('ispettore')
        ).post('/bulk', { list: 'inspections.list', action: 'plan', ids: [1], values: { inspector_id: 1 } })
      ).status,
    ).toBe(403)
    for (const [body, error] of [
      [{ ...removal, ids: [] }, { ids: 'Scegli almeno una riga.' }],
      [removal, 'Indica le righe scelte, oppure tutte.'],
      [{ ...removal, ids, all: true }, 'Indica le righe scelte, oppure tutte.'],
      [{ ...removal, action: 'create', all: true }, 'Operazione non prevista per questo elenco.'],
      [{ ...removal, action: 'constructor', all: true }, 'Operazione non prevista per questo elenco.'],
      [{ ...removal, list: 'users.suggest', all: true }, 'Operazione non prevista per questo elenco.'],
      [{ ...removal, search: { per_page: 7 }, all: true }, { per_page: 'Parametro per_page: la dimensione di pagina non è ammessa.' }],
    ] as const) {
      const answer = await office.post('/bulk', body)
      expect([answer.status, answer.body.error], JSON.stringify(body)).toEqual([422, error])
    }
    expect(await world.db.$count(job_history)).toBe(0)
    expect(await remaining(world)).toEqual(['Zeta Uno', 'Zeta Due', 'Zeta Tre'])
  }))

test('"all found" is resolved when the job begins: each row has its outcome, and its owner sees the job', () =>
  inWorld(async (world) => {
    const { db } = world
    const [first] = await threeBanks(world)
    const office = await world.as('contabilita')
    const job = await started(office, { ...removal, all: true })
    // One comes and one goes before it begins.
    await db.insert(banks).values({ name: 'Zeta Ultima' })
    await db.delete(banks).where(eq(banks.name, 'Zeta Tre'))
    await world.runs()
    expect(await told(world, job)).toEqual([
      ['Zeta Due', 'errore', 'La banca è associata a 1 POS.'],
      ['Zeta Ultima', 'fatto', 'Banca eliminata'],
      ['Zeta Uno', 'fatto', 'Banca eliminata'],
    ])
    expect(await remaining(world)).toEqual(['Zeta Due'])
    const history = await db
      .select()
      .from(model_history)
      .where(eq(model_history.batch_id, String(job)))
    expect(history.map(({ event, user_id }) => [event, user_id])).toEqual(Array(2).fill(['deleted', office.user_id]))
    expect((await office.get('/admin/history/own')).body.data[0]).toMatchObject({
      ...{ id: job, name: 'Operazione in blocco', description: 'Elimina · Banche, tutti i risultati' },
      ...{ status: 'completato_con_errori', done: 3, errors: 1, undoable: true },
    })
    expect((await (await world.as('rete')).get(`/admin/history/${job}`)).status).toBe(404)
    expect(first).toBeGreaterThan(0)
  }))

test('only selected rows are processed; one that is gone or no longer matches says so', () =>
  inWorld(async (world) => {
    const ids = await threeBanks(world)
    const other = (await world.db.insert(banks).values({ name: 'Altra banca' }).returning())[0]!.id
    const office = await world.as('contabilita')
    const job = await started(office, { ...removal, ids: [ids[2], other, 999_999] })
    await world.runs()
    expect(await told(world, job)).toEqual([
      ['Zeta Tre', 'fatto', 'Banca eliminata'],
      [`n. ${other}`, 'errore', 'Non è più nell’elenco.'],
      ['n. 999999', 'errore', 'Non è più nell’elenco.'],
    ])
    expect(await remaining(world)).toEqual(['Zeta Uno', 'Zeta Due'])
    expect((await office.get(`/admin/history/${job}`)).body.data).toMatchObject({ done: 3, errors: 2, undoable: true })
    const none = await started(office, { ...removal, ids: [999_999] })
    await world.runs()
    expect((await office.get(`/admin/history/${none}`)).body.data).toMatchObject({ done: 1, errors: 1, undoable: false })
    expect((await office.post(`/admin/history/${none}/undo`, {})).status, 'nothing was done').toBe(409)
  }))

test('without a search all rows of the list are processed', () =>
  inWorld(async (world) => {
    await threeBanks(world)
    const { search: _, ...anything } = removal
    const job = await started(await world.as('contabilita'), { ...anything, all: true })
    const before = await world.db.$count(banks)
    await world.runs()
    const outcomes = (await told(world, job)).map(([, outcome]) => outcome)
    expect(outcomes).toHaveLength(before)
    expect(await world.db.$count(banks)).toBe(outcomes.filter((one) => one === 'errore').length)
  }))

test('a job stops having effect when its owner loses the right', () =>
  inWorld(async (world) => {
    await threeBanks(world)
    const office = await world.as('contabilita')
    const job = await started(office, { ...removal, all: true })
    await world.db
      .update(users)
      .set({ roles: ['employee'] })
      .where(eq(users.id, office.user_id))
    await world.runs()
    expect((await world.db.select().from(job_history).where(eq(job_history.id, job)))[0]).toMatchObject({ status: 'fallito', done: 0 })
    expect(await remaining(world)).toHaveLength(3)
  }))

test('undoing restores deleted banks with ids and cards; a name taken since is reported and can be retried', () =>
  inWorld(async (world) => {
    const { db } = world
    const ids = await threeBanks(world)
    const [office, admin] = [await world.as('contabilita'), await world.as('admin')]
    const before = (await office.get(`/banks/${ids[0]}`)).body.data
    const job = await started(office, { ...removal, ids: [ids[0], ids[2]] })
    expect((await office.post(`/admin/history/${job}/undo`)).body.error, 'it has yet to run').toBe('L’operazione non si può ripristinare.')
    await world.runs()
    await db.insert(banks).values({ name: 'Zeta Tre' })
    expect((await (await world.as('rete')).post(`/admin/history/${job}/undo`)).status).toBe(404)
    const undo = await office.post(`/admin/history/${job}/undo`)
    expect([undo.status, undo.body.message]).toEqual([201, 'Ripristino avviato'])
    expect((await admin.post(`/admin/history/${job}/undo`)).body.error).toBe('Operazione già in corso.')
    await world.runs()
    const back = undo.body.data.id
    expect(await told(world, back)).toEqual([
      ['Zeta Uno', 'fatto', 'Di nuovo presente.'],
      ['Zeta Tre', 'errore', 'Intanto ce n’è un altro con lo stesso nome o codice.'],
    ])
    const after = (await office.get(`/banks/${ids[0]}`)).body.data
    expect({ ...after, cards: after.cards.map(({ id: _, ...card }: { id: number }) => card) }).toEqual({
      ...before,
      rev: before.rev + 1,
      cards: before.cards.map(({ id: _, ...card }: { id: number }) => card),
    })
    expect((await office.get(`/admin/history/${job}`)).body.data).toMatchObject({
      ...{ status: 'annullato_in_parte', undoable: true },
      undone_by: { id: back, status: 'completato_con_errori', errors: 1 },
    })
    expect((await office.get(`/admin/history/${back}`)).body.data).toMatchObject({ undoes: job, retriable: true })
    const log = (await office.get(`/admin/history/${back}`)).body.data.log.map(({ text }: { text: string }) => text)
    expect(log[0]).toBe('Ripristinati 1 elementi, 1 non modificabili perché aggiornati successivamente.')

    await db
      .update(banks)
      .set({ name: 'Zeta Quattro' })
      .where(and(eq(banks.name, 'Zeta Tre')))
    expect((await office.post(`/admin/history/${back}/retry`)).status).toBe(200)
    await world.runs()
    expect(await remaining(world)).toEqual(['Zeta Uno', 'Zeta Due', 'Zeta Tre', 'Zeta Quattro'])
    expect((await office.get(`/admin/history/${job}`)).body.data).toMatchObject({ status: 'annullato', undoable: false })
    expect((await office.post(`/admin/history/${job}/undo`)).body.error).toBe('L’operazione non si può ripristinare.')
  }))

test('undoing restores inspector and day of planned inspections and deleted ones, but not those changed since', () =>
  inWorld(async (world) => {
    const { db } = world
    const admin = await world.as('admin')
    const ivan = await world.as('ispettore')
    const model = await makeModel(admin, 'BLOCCO')
    const plan = {
      model_id: model,
      station_id: (await makeStation(db, { code: 'ZB1' })).id,
      inspector_id: ivan.user_id,
      scheduled_at: inDays(20),
    }
    const planned = [await begin(admin, model, plan.station_id, plan), await begin(admin, model, plan.station_id, plan)]
    const [one, two] = planned.map(({ id }) => id)
    const [draft] = await db
      .select()
      .from(inspections)
      .where(and(eq(inspections.status, 'draft'), isNull(inspections.deleted_at)))
      .limit(1)
    const rowOf = async (id: number) => (await db.select().from(inspections).where(eq(inspections.id, id)))[0]!
    const day = inDays(40)
    const body = { list: 'inspections.list', action: 'plan', ids: [one, two, draft!.id] }
    expect((await admin.post('/bulk', { ...body, values: {} })).body.error).toBe('Indica almeno un valore.')
    const job = await started(admin, { ...body, values: { scheduled_at: day, inspector_id: admin.user_id, status: 'cancelled' } })
    await world.runs()
    const outcomes = (await told(world, job)).map(([, outcome, message]) => [outcome, message])
    expect(outcomes).toHaveMembers([
      ['errore', 'Non è più pianificata.'],
      ['fatto', 'Verifica modificata'],
      ['fatto', 'Verifica modificata'],
    ])
    expect(await rowOf(one!)).toMatchObject({ status: 'planned', scheduled_at: day, inspector_id: admin.user_id })
    expect(await rowOf(draft!.id)).toEqual(draft)

    const changed = await rowOf(two!)
    await admin.put(`/inspection/${two}`, { rev: changed.rev, inspector_id: ivan.user_id })
    await admin.put(`/inspection/${two}`, {
      rev: changed.rev + 1,
      scheduled_at: inDays(50),
    })
    const undo = (await admin.post(`/admin/history/${job}/undo`)).body.data.id
    await world.runs()
    expect((await told(world, undo)).map(([, outcome, message]) => [outcome, message])).toHaveMembers([
      ['errore', 'Modificato successivamente.'],
      ['fatto', 'Come prima.'],
    ])
    expect(await rowOf(one!)).toMatchObject({ scheduled_at: plan.scheduled_at, inspector_id: ivan.user_id })

    const removed = await started(admin, { list: 'inspections.list', action: 'remove', ids: [one] })
    await world.runs()
    expect((await rowOf(one!)).deleted_at).not.toBeNull()
    await admin.post(`/admin/history/${removed}/undo`)
    await world.runs()
    expect((await rowOf(one!)).deleted_at).toBeNull()
    expect((await admin.get(`/inspection/${one}`)).status).toBe(200)
  }))

test('an inspector can delete only own inspections', () =>
  inWorld(async (world) => {
    const { db } = world
    const ivan = await world.as('ispettore')
    const job = await started(ivan, { list: 'inspections.list', action: 'remove', all: true, search: {} })
    const others = await db.$count(inspections, and(isNull(inspections.deleted_at)))
    const own = await db
      .select()
      .from(inspections)
      .where(and(isNull(inspections.deleted_at), eq(inspections.inspector_id, ivan.user_id)))
    await world.runs()
    const open = own.filter(({ status }) => ['planned', 'draft', 'cancelled'].includes(status)).length
    expect(open).toBeGreaterThan(0)
    expect(await db.$count(inspections, isNull(inspections.deleted_at))).toBe(others - open)
    const rows = await db.select().from(job_rows).where(eq(job_rows.job_id, job))
    expect(rows).toHaveLength(own.length)
    expect(rows.filter(({ outcome }) => outcome === 'fatto')).toHaveLength(open)
  }))

test('a bulk job covers all pages of a list, with the names of the list', () =>
  inWorld(async (world) => {
    const { db, deps } = world
    const admin = await world.as('admin')
    const [user] = await db.select().from(users).where(eq(users.id, admin.user_id))
    const context = { db, deps, user: { ...user!, session_id: 0 }, now: new Date(), history: async () => undefined } as never
    const planned = async (input: object): Promise<{ label: string; data: { id: number; gone?: true } }[]> => bulkKind.plan(input, context)
    const made = await db
      .insert(banks)
      .values(Array.from({ length: 1_003 }, (_, at) => ({ name: `Zeta ${String(at).padStart(4, '0')}` })))
      .returning()
    const found = { ...removal, search: { search: 'zeta', sort: 'name' } }
    const all = await planned({ ...found, all: true })
    expect([all.length, all[0]!.label, all[1_002]!.label]).toEqual([1_003, 'Zeta 0000', 'Zeta 1002'])
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1_003)
    const ids = [made[1_001]!.id, made[2]!.id, 999_999]
    expect(await planned({ ...found, ids })).toEqual([
      { label: 'Zeta 0002', data: { id: made[2]!.id } },
      { label: 'Zeta 1001', data: { id: made[1_001]!.id } },
      { label: 'n. 999999', data: { id: 999_999, gone: true } },
    ])

    const station = await makeStation(db, { code: 'ZB9' })
    const model = await makeModel(admin, 'ETICHETTE')
    const draft = await begin(admin, model, station.id)
    const plan = await begin(admin, model, station.id, { inspector_id: admin.user_id, scheduled_at: inDays(9) })
    const labels = await planned({ list: 'inspections.list', action: 'remove', ids: [draft.id, plan.id], search: {} })
    expect(labels.map(({ label }) => label)).toHaveMembers(
      [`${draft.id_year}/${draft.id_number}`, inDays(9)].map((name) => `${name} · ZB9 Prova ZB9 · Modello ETICHETTE`),
    )
  }))
