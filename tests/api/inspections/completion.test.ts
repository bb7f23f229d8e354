import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispensers, fire_extinguishers, guns } from '../../../server/db/schema/equipment/equipment.ts'
import { non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { prices } from '../../../server/db/schema/stations/stations.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { BAD, begin, completed, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const at = () => new Date(NOW)

test('completion judges by the shared rules, drops what is hidden and opens one non-conformity for each wrong answer', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'COM', { ticket_mode: 'none' })
    const { id } = await begin(ivan, model, station.id, { started_at: '2026-11-20T08:30:00.000Z' })
    const early = await ivan.edit(`/inspection/${id}`, { answers: { q_bad: { v: 'no' } }, status: 'completed' })
    expect(early.body).toMatchObject({
      status: 422,
      code: 'incomplete',
      message: 'I dati inseriti non sono validi.',
      error: { q_ok: 'Domanda q_ok: Manca la risposta.', q_why: 'Domanda q_why: Manca la risposta.' },
      data: {
        missing: [
          { kind: 'answer', key: 'q_ok', section: 'c_1' },
          { kind: 'answer', key: 'q_why' },
        ],
      },
    })
    expect((await ivan.get(`/inspection/${id}`)).body.data).toMatchObject({ status: 'draft', rev: 1, answers: {} })

    const done = await ivan.edit(`/inspection/${id}`, { answers: BAD, status: 'completed', completed_at: '2026-11-20T09:15:10.000Z' })
    expect(done.body.data).toMatchObject({
      status: 'completed',
      rev: 2,
      score: 25,
      outcome: 'non_conforme',
      duration_s: 2710,
      completed_at: '2026-11-20T09:15:10.000Z',
      nc_count: { lieve: 0, grave: 1, critica: 0 },
      nc_open: 1,
      sections: { c_1: { score: 25, answered: 3, total: 4, conforming: 1, nonConforming: 1, notApplicable: 0 } },
    })
    const list = (await ivan.get(`/inspection/nc?inspection_id=${id}`)).body.data.data
    expect(list).toMatchObject([
      {
        question_key: 'q_bad',
        block: '',
        label: 'Domanda q_bad',
        severity: 'grave',
        reason: 'Risposta: No',
        deadline: '2026-12-05',
        late: false,
        status: 'open',
        station: { code: 'ZZ1' },
        inspection: { id, id_number: done.body.data.id_number },
      },
    ])

    const other = await begin(ivan, await makeModel(ivan, 'COM2'), station.id, { answers: { ...GOOD, q_why: { v: 'nascosta' } } })
    await ivan.edit(`/inspection/${other.id}`, { status: 'completed' })
    expect(Object.keys((await ivan.get(`/inspection/${other.id}`)).body.data.answers)).toEqual(['q_ok', 'q_bad'])
  }, at))

test('those who answer for the station are told the outcome by mail, once it is decided', () =>
  inWorld(async ({ as, db, mails }) => {
    const [ivan, rete] = [await as('ispettore'), await as('rete')]
    const station = await makeStation(db, { code: 'ZZ1', email: 'pv.zz1@example.it' })
    await assign(db, station.id, rete.user_id)
    await assign(db, station.id, (await as('stazione')).user_id)
    const model = await makeModel(ivan, 'MAI')
    const { id } = await begin(ivan, model, station.id, { answers: BAD })
    await ivan.edit(`/inspection/${id}`, { notes: 'Salvata' })
    expect(await mails()).toEqual([])
    const { id_year, id_number } = (await ivan.edit(`/inspection/${id}`, { status: 'completed' })).body.data
    const sent = await mails()
    expect(
      sent.map(({ to }) => to),
      'in no order',
    ).toHaveMembers(['pv.zz1@example.it', 'rete@demo.example.it'])
    expect(sent[0]!.subject).toBe(`[Verifica ${id_year}/${id_number}] Non conforme – ZZ1 Prova ZZ1`)
    expect(sent[0]!.text).toContain('Esito: Non conforme, punteggio 25,0')
    expect(sent[0]!.text).toContain('Non conformità – Lieve: 0, Grave: 1, Critica: 0')
    expect(sent[0]!.text).toContain(`http://piazzale.test/verifiche/${id_year}-${id_number}`)
  }, at))

test('what the last verifica left for the next: all its answers, to be shown and to start from', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const question = (key: string, more: object = {}) => ({ key, label: key, type: 'text', ...more })
    const categories = [{ name: 'Una', questions: [question('q_old', { prefill: 'previous' }), question('q_new')] }]
    const model = await makeModel(ivan, 'PRE', { categories })
    await completed(ivan, model, station.id, { q_old: { v: 'Contatore 123' }, q_new: { v: 'altro' } })
    const { last } = (await ivan.get(`/inspection/context?station_id=${station.id}`)).body.data
    expect(last).toMatchObject([{ model_id: model, answers: { q_old: { v: 'Contatore 123' }, q_new: { v: 'altro' } } }])
  }, at))

test('a clock that runs ahead is not believed', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const made = await begin(ivan, await makeModel(ivan, 'CLK'), station.id, { started_at: '2031-01-01T00:00:00.000Z', answers: GOOD })
    expect(made.started_at).toBe(NOW)
    const done = await ivan.edit(`/inspection/${made.id}`, { status: 'completed', completed_at: '2031-01-02T00:00:00.000Z' })
    expect(done.body.data).toMatchObject({ completed_at: NOW, duration_s: 0, outcome: 'conforme' })
  }, at))

test('a clock that is slow, or begins at 1970, is put right by what it says when the verifica arrives, and the verifica says so', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const model_id = await makeModel(ivan, 'CLK')
    const now = Date.parse(NOW)
    const HOUR = 3_600_000
    const run = async (clock: number, begun: number, clock_behind_s?: number) => {
      const device = { 'x-device-time': new Date(clock).toISOString() }
      const started_at = new Date(begun).toISOString()
      const body = { model_id, station_id: station.id, client_uuid: randomUUID(), answers: GOOD, started_at, clock_behind_s }
      const made = (await ivan.post('/inspection', body, device)).body.data
      const over = { status: 'completed', completed_at: new Date(begun + HOUR).toISOString(), clock_behind_s }
      const done = (await ivan.edit(`/inspection/${made.id}`, over, device)).body.data
      return [done.started_at, done.completed_at, done.duration_s, done.clock_moved_s]
    }
    const [start, end] = [new Date(now - 2 * HOUR).toISOString(), new Date(now - HOUR).toISOString()]
    const days = 3 * 24 * HOUR
    expect(await run(now, now - 2 * HOUR)).toEqual([start, end, 3_600, null])
    expect(await run(now - days, now - days - 2 * HOUR)).toEqual([start, end, 3_600, days / 1_000])
    expect(await run(now + days, now + days - 2 * HOUR)).toEqual([start, end, 3_600, -days / 1_000])
    expect(await run(4 * HOUR, 2 * HOUR)).toEqual([start, end, 3_600, (now - 4 * HOUR) / 1_000])
    // Put right meanwhile: what the device knew of its clock when it was begun.
    expect(await run(now, now - days - 2 * HOUR, days / 1_000)).toEqual([start, end, 3_600, days / 1_000])
    expect(await run(now, now + days - 2 * HOUR, -days / 1_000)).toEqual([start, end, 3_600, -days / 1_000])
    // Gone wrong only afterwards: what was noted before stands.
    expect(await run(now - days, now - 2 * HOUR, 0)).toEqual([start, end, 3_600, null])
    // Taken for right while it ran ahead, or said by a person to the minute: what is measured now counts.
    expect(await run(now + days, now + days - 2 * HOUR, 0)).toEqual([start, end, 3_600, -days / 1_000])
    expect(await run(now - days, now - days - 2 * HOUR, days / 1_000 - 600)).toEqual([start, end, 3_600, days / 1_000])
    // Put right meanwhile, and not known: the start cannot be known, and is not said to be in 1970.
    expect((await run(now, 2 * HOUR))[0]).toBe(NOW)
  }, at))

test('signatures and position are required where the model says so', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'SIG', { require: { inspector_signature: true, manager_signature: true, gps: true } })
    const { id, client_uuid } = await begin(ivan, model, station.id, { answers: GOOD })
    expect((await ivan.edit(`/inspection/${id}`, { status: 'completed' })).body.error).toEqual({
      gps: 'Posizione: Manca la posizione di inizio.',
      'signatures.inspector': 'Firma dell’ispettore: Manca la firma.',
      'signatures.manager': 'Firma del gestore: Manca la firma.',
    })
    const ink = await jpeg(10)
    const uuid = randomUUID()
    expect((await send(ivan, client_uuid, ink, { uuid, kind: 'signature', question: 'signatures.inspector' })).status).toBe(201)
    await ivan.edit(`/inspection/${id}`, {
      gps_start: { lat: 44.8, lon: 10.1 },
      signatures: { inspector: { file: uuid, name: 'Ivan Ispettore', at: NOW } },
    })
    const refused = { file: null, name: 'Gino', at: NOW, refused: true, reason: 'Non presente alla chiusura' }
    const done = await ivan.edit(`/inspection/${id}`, { signatures: { manager: refused }, status: 'completed' })
    expect(done.body.data).toMatchObject({ status: 'completed', signatures: { inspector: { file: uuid }, manager: refused } })
  }, at))

test('completion waits for every file that is named', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id, client_uuid } = await begin(ivan, await makeModel(ivan, 'FIL'), station.id)
    const [one, two] = [randomUUID(), randomUUID()]
    const answers = { ...GOOD, q_ok: { v: 'si', photos: [one] }, q_photo: { v: [two] } }
    const wait = await ivan.edit(`/inspection/${id}`, { answers, status: 'completed' })
    expect(wait.body).toMatchObject({ status: 422, code: 'files_missing', error: 'Caricamento di 2 foto in corso: riprovare tra poco.' })
    await send(ivan, client_uuid, await jpeg(1), { uuid: one })
    await send(ivan, randomUUID(), await jpeg(2), { uuid: two })
    expect((await ivan.edit(`/inspection/${id}`, { answers, status: 'completed' })).body).toMatchObject({
      error: 'Caricamento di 1 foto in corso: riprovare tra poco.',
      data: { missing: [two] },
    })
    const three = randomUUID()
    await send(ivan, client_uuid, await jpeg(2), { uuid: three })
    const done = await ivan.edit(`/inspection/${id}`, { answers: { ...answers, q_photo: { v: [three] } }, status: 'completed' })
    expect(done.status).toBe(200)
    expect((await ivan.get(`/inspection/${id}`)).body.data.files.map((file: { uuid: string }) => file.uuid)).toEqual([one, three])
  }, at))

test('non-conformities have one row however often the verifica is completed, and what was acted on stays', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id } = await completed(ivan, await makeModel(ivan, 'IDM', { ticket_mode: 'none' }), station.id, BAD)
    const rows = () => db.select().from(non_conformities).where(eq(non_conformities.inspection_id, id))
    const [first] = await rows()
    await admin.post(`/inspection/${id}/reopen`, { reason: 'Correzione' })
    await ivan.edit(`/inspection/${id}`, { answers: { q_bad: { v: 'no', note: 'Ancora' } }, status: 'completed' })
    expect(await rows()).toMatchObject([{ id: first!.id, note: 'Ancora', rev: 2, status: 'open' }])
    await admin.post(`/inspection/${id}/reopen`, { reason: 'Correzione' })
    await ivan.edit(`/inspection/${id}`, { answers: GOOD, status: 'completed' })
    expect(await rows()).toEqual([])
    await admin.post(`/inspection/${id}/reopen`, { reason: 'Correzione' })
    await ivan.edit(`/inspection/${id}`, { answers: BAD, status: 'completed' })
    const [again] = await rows()
    await admin.put(`/inspection/nc/${again!.id}`, { rev: again!.rev, status: 'in_progress' })
    await admin.post(`/inspection/${id}/reopen`, { reason: 'Correzione' })
    await ivan.edit(`/inspection/${id}`, { answers: GOOD, status: 'completed' })
    expect(await rows()).toMatchObject([{ id: again!.id, status: 'in_progress' }])
  }, at))

test('the next verifica of the same model re-checks what was left open', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'RIC', { ticket_mode: 'none' })
    const first = await completed(ivan, model, station.id, BAD)
    const open = (await irene.get(`/inspection/context?station_id=${station.id}`)).body.data
    expect(open.open).toMatchObject([
      { model_id: model, label: 'Domanda q_bad', severity: 'grave', status: 'open', deadline: '2026-12-05' },
    ])
    expect(open.last).toMatchObject([{ id: first.id, model_id: model, score: 25, outcome: 'non_conforme', inspector: 'Ivan Ispettore' }])
    const nc = open.open[0].id
    // An approved one is a last one, too.
    await (await as('admin')).post(`/inspection/${first.id}/approve`)
    const second = await begin(irene, model, station.id, { answers: GOOD })
    expect((await irene.get(`/inspection/${second.id}`)).body.data).toMatchObject({ previous_id: first.id, open: [{ id: nc }] })
    expect((await irene.edit(`/inspection/${second.id}`, { status: 'completed' })).body.error).toEqual({
      [`nc_${nc}`]: 'Domanda q_bad: Indicare se la non conformità precedente è risolta.',
    })
    const still = { v: 'no', note: 'Nulla è cambiato', nc: { severity: 'critica' } }
    const left = await irene.edit(`/inspection/${second.id}`, { answers: { [`nc_${nc}`]: still }, status: 'completed' })
    expect(left.body.data).toMatchObject({ score: 100, outcome: 'con_osservazioni', nc_count: { grave: 0, critica: 0 } })
    const row = async () => (await db.select().from(non_conformities).where(eq(non_conformities.id, nc)))[0]
    expect(await row()).toMatchObject({ status: 'open', severity: 'critica', note: 'Nulla è cambiato', checked_in: second.id })

    const other = await begin(irene, await makeModel(ivan, 'RIC2'), station.id)
    expect((await irene.get(`/inspection/${other.id}`)).body.data.open).toEqual([])
    const unaware = await begin(irene, model, station.id, { open: [], answers: GOOD })
    expect((await irene.edit(`/inspection/${unaware.id}`, { status: 'completed' })).status).toBe(200)

    const third = await begin(irene, model, station.id, { answers: GOOD })
    await irene.edit(`/inspection/${third.id}`, { answers: { [`nc_${nc}`]: { v: 'si', note: 'Sistemato' } }, status: 'completed' })
    expect(await row()).toMatchObject({ status: 'verified', resolution_note: 'Sistemato', resolved_by: irene.user_id })
    expect((await begin(irene, model, station.id)).status).toBe('draft')
    expect((await irene.get(`/inspection/context?station_id=${station.id}`)).body.data.open).toEqual([])
  }, at))

test('non-conformities are followed within reach, by the ways of their states', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id, client_uuid } = await completed(ivan, await makeModel(ivan, 'NCS', { ticket_mode: 'none' }), station.id, BAD)
    const [nc] = (await ivan.get(`/inspection/nc?station=${station.id}&status=open&severity=grave,critica`)).body.data.data
    expect((await irene.get(`/inspection/nc?station=${station.id}`)).body.data.total).toBe(0)
    expect((await irene.put(`/inspection/nc/${nc.id}`, { rev: 1, status: 'resolved', note: 'x' })).status).toBe(404)
    expect((await ivan.put(`/inspection/nc/${nc.id}`, { rev: 1, status: 'resolved' })).body.error).toEqual({
      note: 'Il campo Nota è obbligatorio.',
    })
    const uuid = randomUUID()
    const photo = await jpeg(3)
    expect((await ivan.put(`/inspection/nc/${nc.id}`, { rev: 1, status: 'resolved', photos: [uuid] })).body).toMatchObject({
      error: 'Caricamento di 1 foto in corso: riprovare tra poco.',
      code: 'files_missing',
    })
    expect((await send(ivan, client_uuid, photo, { uuid })).body.error).toBe('La verifica è completata e non può essere modificata.')
    expect((await send(ivan, client_uuid, photo, { uuid, question: `nc_${nc.id}` })).status).toBe(201)
    const solved = await ivan.put(`/inspection/nc/${nc.id}`, { status: 'resolved', photos: [uuid], rev: 1 })
    expect(solved.body).toMatchObject({
      message: 'Non conformità modificata',
      data: { status: 'resolved', rev: 2, resolution_photos: [uuid], resolved_by: { name: 'Ivan Ispettore' }, resolved_at: NOW },
    })
    expect((await ivan.put(`/inspection/nc/${nc.id}`, { rev: 2, status: 'in_progress' })).body.error).toBe(
      'Passaggio di stato non consentito: da "Risolta" a "In gestione".',
    )
    expect((await ivan.put(`/inspection/nc/${nc.id}`, { note: 'y', rev: 1 })).status).toBe(409)
    expect((await ivan.put(`/inspection/nc/${nc.id}`, { rev: 2, status: 'open', deadline: '2026-11-01' })).body.data).toMatchObject({
      status: 'open',
      late: true,
      resolved_at: null,
      resolved_by: null,
    })
    expect((await ivan.get(`/inspection/nc?inspection_id=${id}&late=true`)).body.data.total).toBe(1)
  }, at))

test('the context of a station: facts, equipment in use, prices in force', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1', videoSurveillance: true })
    const fuel = await makeFuel(db)
    const [pump] = await db
      .insert(dispensers)
      .values({ station_id: station.id, brand: 'Erogas', model: 'E200', number: 'AB1', island: 2 })
      .returning()
    await db.insert(dispensers).values({ station_id: station.id, number: 'VECCHIO', status: 'dismesso' })
    await db.insert(guns).values({ station_id: station.id, dispenser_id: pump!.id, number: 3, fuel_id: fuel.id, side: 'A' })
    await db.insert(fire_extinguishers).values({ station_id: station.id, number: 'EX9', location: 'Isola 1' })
    const price = (valid_from: string, value: number) => ({
      ...{ station_id: station.id, fuel_id: fuel.id, mode: 'self' as const, price: value, valid_from },
    })
    await db
      .insert(prices)
      .values([price('2026-11-01T00:00:00Z', 1.7), price('2026-11-19T00:00:00Z', 1.749), price('2026-11-21T00:00:00Z', 1.9)])
    const { context, station: row } = (await ivan.get(`/inspection/context?station_id=${station.id}`)).body.data
    expect(context).toMatchObject({
      facts: { videoSurveillance: true, self: true, selfGPL: false, services: [], fuels: [] },
      equipment: {
        dispensers: [{ id: pump!.id, label: 'Erogatore 1 · isola 2 · Erogas E200 · matr. AB1', number: 'AB1' }],
        guns: [{ label: 'Pistola 3 · Benzina di prova · lato A', parent_id: pump!.id }],
        fire_extinguishers: [{ label: 'Estintore 1 · Isola 1 · matr. EX9', number: 'EX9' }],
        tanks: [],
      },
      prices: [{ fuel_id: fuel.id, fuel: 'Benzina di prova', mode: 'self', price: 1.749 }],
    })
    expect(row).not.toHaveProperty('margin')
    expect((await ivan.get('/inspection/context?station_id=999999')).body.error).toEqual({
      station_id: 'Il valore selezionato per Punto vendita non esiste.',
    })
  }, at))

test('all stations for the device, once: what it already has is not sent again', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    await makeStation(db, { code: 'ZZ1' })
    await makeStation(db, { code: 'ZZ2', deleted_at: NOW })
    const first = (await ivan.get('/inspection/offline/stations')).body.data
    const codes = first.stations.map((row: { code: string }) => row.code)
    expect([codes.includes('ZZ1'), codes.includes('ZZ2')]).toEqual([true, false])
    expect(first.stations.at(-1)).not.toHaveProperty('margin')
    const same = (await ivan.get(`/inspection/offline/stations?version=${first.version}`)).body.data
    expect(same).toEqual({ version: first.version, stations: null })
    await makeStation(db, { code: 'ZZ3' })
    const next = (await ivan.get(`/inspection/offline/stations?version=${first.version}`)).body.data
    expect(next.stations).toHaveLength(first.stations.length + 1)
  }, at))
