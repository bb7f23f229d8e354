import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { inspection_model_versions, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { BAD, begin, completed, GOOD, makeModel } from '../support/inspection-fixtures.ts'
import { inWorld } from '../support/world.ts'

test('verifiche: who has no business there is refused', () =>
  inWorld(async ({ as }) => {
    for (const name of ['stazione', 'contabilita', 'gestore', 'solo.ticket']) {
      const caller = await as(name)
      for (const path of [
        '/inspection',
        '/inspection/1',
        '/inspection/nc',
        '/inspection/export/pdf/1',
        `/inspection/files/${randomUUID()}`,
      ])
        expect((await caller.get(path)).status, `${name} ${path}`).toBe(403)
      expect((await caller.post('/inspection', { model_id: 1, station_id: 1 })).status).toBe(403)
      expect((await caller.put('/inspection/1', {})).status).toBe(403)
    }
    const rete = await as('rete')
    expect((await rete.post('/inspection', { model_id: 1, station_id: 1 })).status).toBe(403)
    expect((await rete.get('/inspection/context?station_id=1')).status).toBe(403)
    expect((await rete.get('/inspection/offline/stations')).status).toBe(403)
    expect((await (await as('ispettore')).post('/inspection/1/approve')).status).toBe(403)
    expect((await (await as('rete')).post('/inspection/1/reopen', { reason: 'x' })).status).toBe(403)
  }))

test('scope: own ones for inspectors, finished ones of their stations for network managers, all for administrators', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene, rete, admin] = [await as('ispettore'), await as('ispettore2'), await as('rete'), await as('admin')]
    const inside = await makeStation(db, { code: 'ZZ1' })
    const outside = await makeStation(db, { code: 'ZZ2' })
    await assign(db, inside.id, rete.user_id)
    const model = await makeModel(ivan, 'SCO')
    const mine = await completed(ivan, model, inside.id)
    const other = await completed(irene, model, inside.id)
    const draft = await begin(ivan, model, inside.id)
    const far = await completed(irene, model, outside.id)
    const seen = async (caller: typeof ivan) =>
      (await caller.get(`/inspection?model_id=${model}&sort=number`)).body.data.data.map((row: { id: number }) => row.id)
    expect(await seen(ivan)).toEqual([mine.id, draft.id])
    expect(await seen(irene)).toEqual([other.id, far.id])
    expect(await seen(rete)).toEqual([mine.id, other.id])
    expect(await seen(admin)).toEqual([mine.id, other.id, draft.id, far.id])
    const status = async (caller: typeof ivan, id: number) => (await caller.get(`/inspection/${id}`)).status
    expect([await status(ivan, mine.id), await status(ivan, other.id)]).toEqual([200, 404])
    expect([await status(rete, other.id), await status(rete, draft.id), await status(rete, far.id)]).toEqual([200, 404, 404])
    expect(await status(admin, draft.id)).toBe(200)
    expect((await ivan.put(`/inspection/${other.id}`, { rev: 1, notes: 'x' })).status).toBe(404)
    expect((await admin.edit(`/inspection/${draft.id}`, { answers: GOOD })).status).toBe(403)
  }))

test('an inspector begins at once, the number is of the year in Rome, and every name of it leads there', () =>
  inWorld(
    async ({ as, db }) => {
      const ivan = await as('ispettore')
      const station = await makeStation(db, { code: 'ZZ1', selfGPL: true })
      const model = await makeModel(ivan, 'NUM')
      const client_uuid = randomUUID()
      const made = await ivan.post('/inspection', {
        model_id: model,
        station_id: station.id,
        client_uuid: client_uuid.toUpperCase(),
        answers: { q_ok: { v: 'si', at: '2026-12-31T22:00:00.000Z' } },
        started_at: '2026-12-31T22:00:00.000Z',
        gps_start: { lat: 44.8, lon: 10.1, acc: 12 },
      })
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({
        message: 'Verifica creata',
        data: {
          client_uuid,
          id_year: 2027,
          status: 'draft',
          date: '2026-12-31',
          model_name: 'Modello NUM',
          model_version: 1,
          station: { id: station.id, code: 'ZZ1' },
          inspector: { id: ivan.user_id, name: 'Ivan Ispettore' },
          started_at: '2026-12-31T22:00:00.000Z',
          answers: { q_ok: { v: 'si' } },
          answer_revs: { q_ok: 1 },
          rev: 1,
        },
      })
      const { id, id_number } = made.body.data
      for (const name of [id, `2027-${id_number}`, client_uuid]) {
        const one = await ivan.get(`/inspection/${name}`)
        expect(one.body.data, String(name)).toMatchObject({
          id,
          station_snapshot: { code: 'ZZ1', city: 'Fidenza' },
          context: { facts: { selfGPL: true }, equipment: {}, prices: [] },
          model: { code: 'NUM', categories: [{ key: 'c_1' }] },
          files: [],
          open: [],
        })
        expect(one.body.data.model_hash).toMatch(/^[0-9a-f]{64}$/)
      }
      expect((await ivan.get('/inspection/non-so')).status).toBe(422)
      expect((await begin(ivan, model, station.id)).id_number).toBe(id_number + 1)
      expect((await ivan.post('/inspection', { model_id: 999_999, station_id: station.id })).body.error).toEqual({
        model_id: 'Il valore selezionato per Modello non esiste.',
      })
      expect((await ivan.post('/inspection', { model_id: model, station_id: 999_999 })).body.error).toEqual({
        station_id: 'Il valore selezionato per Punto vendita non esiste.',
      })
      // A refusal leaves no hole in the numbers.
      expect((await begin(ivan, model, station.id)).id_number).toBe(id_number + 2)
    },
    () => new Date('2026-12-31T23:30:00Z'),
  ))

test('the same verifica sent twice is one: 200 to its author, nothing to others', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'IDE')
    const body = { model_id: model, station_id: station.id, client_uuid: randomUUID() }
    const first = await ivan.post('/inspection', body)
    await ivan.edit(`/inspection/${body.client_uuid}`, { answers: { q_ok: { v: 'si' } } })
    const again = await ivan.post('/inspection', { ...body, answers: { q_ok: { v: 'no' } } })
    expect(again.status).toBe(200)
    expect(again.body.data).toMatchObject({ id: first.body.data.id, rev: 2, answers: { q_ok: { v: 'si' } }, answer_revs: { q_ok: 2 } })
    expect((await irene.post('/inspection', body)).body).toMatchObject({
      status: 422,
      error: { client_uuid: 'Il valore del campo client_uuid è già presente.' },
    })
    expect((await ivan.del(`/inspection/${body.client_uuid}`)).status).toBe(204)
    expect((await ivan.post('/inspection', body)).body).toMatchObject({ status: 409, error: 'La verifica è stata eliminata.' })
    expect(await db.$count(inspections, eq(inspections.model_id, model))).toBe(1)
  }))

test('a draft keeps the version it was begun with; an unknown hash is refused', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'VER')
    const held = (await ivan.get('/inspection/offline/models')).body.data.find((m: { id: number }) => m.id === model)
    await ivan.edit(`/inspection/model/${model}`, {
      categories: [{ name: 'Nuova', questions: [{ key: 'q_n', type: 'yes_no', label: 'N' }] }],
    })
    const old = await begin(ivan, model, station.id, { model_hash: held.hash })
    expect(old.model_version).toBe(1)
    expect((await begin(ivan, model, station.id)).model_version).toBe(2)
    expect((await ivan.get(`/inspection/${old.id}`)).body.data.model.categories[0].key).toBe('c_1')
    const strange = { model_id: model, station_id: station.id, model_hash: 'a'.repeat(64) }
    expect((await ivan.post('/inspection', strange)).body).toMatchObject({
      status: 409,
      error: 'La versione del modello non è più disponibile: sincronizzare i modelli.',
    })
    const newer = (await ivan.get('/inspection/offline/models')).body.data.find((m: { id: number }) => m.id === model)
    expect((await ivan.edit(`/inspection/${old.id}`, { model_hash: newer.hash })).body.data.model_version).toBe(2)
    await ivan.edit(`/inspection/model/${model}`, { status: 'archived' })
    expect((await ivan.post('/inspection', { model_id: model, station_id: station.id })).body.error).toEqual({
      model_id: 'Il modello selezionato non è attivo.',
    })
    expect((await begin(ivan, model, station.id, { model_hash: held.hash })).model_version).toBe(1)
    expect(await db.$count(inspection_model_versions, eq(inspection_model_versions.model_id, model))).toBe(2)
    expect((await ivan.del(`/inspection/model/${model}`)).body.error).toBe(
      'Il modello è utilizzato da 3 verifiche: archiviarlo invece di eliminarlo.',
    )
  }))

test('answers merge by key, null takes one back, an older copy gets the whole current one', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const station = await makeStation(db, { code: 'ZZ1' })
    const { id } = await begin(ivan, await makeModel(ivan, 'MRG'), station.id, { answers: GOOD })
    const whoSaved = (await ivan.get('/auth/me')).body.data.name
    const saved = await ivan.put(`/inspection/${id}`, {
      rev: 1,
      answers: { q_ok: null, q_why: { v: 'perché' } },
      present: 'Mario Rossi',
      notes: '',
    })
    expect(saved.body).toMatchObject({
      message: 'Verifica modificata',
      data: { rev: 2, present: 'Mario Rossi', notes: null, answers: { q_why: { v: 'perché' } }, answer_revs: { q_ok: 2, q_why: 2 } },
    })
    expect(saved.body.data.answers).not.toHaveProperty('q_ok')
    const stale = await ivan.put(`/inspection/${id}`, { rev: 1, answers: { q_bad: { v: 'no' } } })
    expect(stale.body).toMatchObject({
      status: 409,
      code: 'stale',
      error: 'Il record è stato modificato da un altro utente. Ricarica la pagina.',
      // In which rev what was changed, the fields beside the answers too; and whose save it was, which a device calls its other side.
      data: {
        rev: 2,
        answers: { q_bad: { v: 'si' }, q_why: { v: 'perché' } },
        answer_revs: { q_ok: 2, q_bad: 1, q_why: 2, present: 2 },
        last_save: { name: whoSaved },
      },
    })
    expect(stale.body.data.answer_revs).not.toHaveProperty('notes')
    // An answer sent unchanged counts as unchanged.
    const again = await ivan.put(`/inspection/${id}`, { rev: 2, answers: { q_why: { v: 'perché' } }, present: 'Mario Rossi' })
    expect(again.body.data).toMatchObject({ rev: 3, answer_revs: { q_why: 2 } })
    expect(stale.body.data).not.toHaveProperty('context')
    expect((await ivan.edit(`/inspection/${id}`, { answers: { 'strana chiave': { v: 'si' } } })).status).toBe(422)
    const whole = (await ivan.get(`/inspection/${id}`)).body.data
    expect(Object.keys(whole.answers)).toHaveMembers(['q_bad', 'q_why'])
    const [change] = await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'inspection'), eq(model_history.model_id, id), eq(model_history.event, 'updated')))
      .orderBy(model_history.id)
    expect(change).toMatchObject({
      old: { present: null, answers: { q_ok: { v: 'si' } } },
      new: { present: 'Mario Rossi', answers: { q_why: {} } },
    })
    expect(change!.new).not.toHaveProperty('context')
  }))

test('planning is for administrators; the inspector begins what is planned, and cancels with a reason', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene, admin] = [await as('ispettore'), await as('ispettore2'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model_id = await makeModel(ivan, 'PLA')
    const plan = { model_id, station_id: station.id, scheduled_at: '2027-01-10', inspector_id: ivan.user_id }
    expect((await ivan.post('/inspection', plan)).status).toBe(403)
    expect((await admin.post('/inspection', { ...plan, inspector_id: (await as('contabilita')).user_id })).body.error).toEqual({
      inspector_id: 'Il valore selezionato per Ispettore non esiste.',
    })
    expect((await admin.post('/inspection', { ...plan, scheduled_at: null, status: 'planned' })).body.error).toEqual({
      scheduled_at: 'Il campo Data programmata è obbligatorio.',
    })
    const { id } = (await admin.post('/inspection', plan)).body.data
    const planned = (await ivan.get(`/inspection/${id}`)).body.data
    expect(planned).toMatchObject({
      status: 'planned',
      id_number: null,
      date: '2027-01-10',
      model: null,
      model_version: null,
      started_at: null,
    })
    expect((await admin.edit(`/inspection/${id}`, { scheduled_at: '2027-01-12' })).body.data).toMatchObject({
      status: 'planned',
      date: '2027-01-12',
    })
    expect((await ivan.edit(`/inspection/${id}`, { scheduled_at: '2027-05-05' })).body.data.scheduled_at).toBe('2027-01-12')
    expect((await irene.put(`/inspection/${id}`, { rev: 2, status: 'draft' })).status).toBe(404)
    const begun = (await ivan.edit(`/inspection/${id}`, { answers: { q_ok: { v: 'si' } } })).body.data
    expect(begun).toMatchObject({ status: 'draft', model_version: 1, answers: { q_ok: { v: 'si' } } })
    expect(begun.id_number).toBeGreaterThan(0)
    expect((await ivan.edit(`/inspection/${id}`, { status: 'cancelled' })).body.error).toEqual({
      reason: 'Il campo Motivo è obbligatorio.',
    })
    const gone = await ivan.edit(`/inspection/${id}`, { status: 'cancelled', reason: 'Impianto chiuso' })
    expect(gone.body.data).toMatchObject({ status: 'cancelled', reason: 'Impianto chiuso' })
    expect((await ivan.edit(`/inspection/${id}`, { notes: 'x' })).body.error).toBe('La verifica è annullata e non può essere modificata.')
    const other = (await admin.post('/inspection', plan)).body.data
    // To begin it in the inspector's place is all that an administrator may.
    expect((await admin.edit(`/inspection/${other.id}`, { status: 'draft', answers: GOOD })).status).toBe(403)
    expect((await admin.edit(`/inspection/${other.id}`, { status: 'draft' })).body.data).toMatchObject({
      status: 'draft',
      model_version: 1,
    })
    expect((await admin.edit(`/inspection/${other.id}`, { status: 'completed' })).status).toBe(403)
    // Planned ones come first, the nearest day before the later ones; all others follow from the newest.
    for (const scheduled_at of ['2027-03-01', '2027-02-01']) await admin.post('/inspection', { ...plan, scheduled_at })
    const listed = (await ivan.get(`/inspection?model_id=${model_id}`)).body.data.data
    expect(listed.map((row: { status: string; scheduled_at: string }) => [row.status, row.scheduled_at])).toEqual([
      ['planned', '2027-02-01'],
      ['planned', '2027-03-01'],
      ['draft', '2027-01-10'],
      ['cancelled', '2027-01-12'],
    ])
  }))

test('completed, approved, reopened, deleted: each by whom it may, and no other way', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, rete, admin] = [await as('ispettore'), await as('rete'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    await assign(db, station.id, rete.user_id)
    const model = await makeModel(ivan, 'STA')
    const { id } = await completed(ivan, model, station.id, BAD)
    expect((await ivan.edit(`/inspection/${id}`, { answers: GOOD })).body).toMatchObject({
      status: 409,
      error: 'La verifica è completata e non può essere modificata.',
      data: { id, status: 'completed' },
    })
    expect((await ivan.del(`/inspection/${id}`)).status).toBe(403)
    expect((await admin.post(`/inspection/${id}/reopen`, { reason: ' ' })).body.error).toEqual({
      reason: 'Il campo Motivo è obbligatorio.',
    })
    const reopened = await admin.post(`/inspection/${id}/reopen`, { reason: 'Manca una foto' })
    expect(reopened.body).toMatchObject({
      message: 'Verifica riaperta',
      data: { status: 'draft', score: null, outcome: null, completed_at: null, reason: 'Manca una foto', rev: 3 },
    })
    expect((await admin.post(`/inspection/${id}/approve`)).body.error).toBe(
      'Passaggio di stato non consentito: da "In compilazione" a "Approvata".',
    )
    expect((await ivan.put(`/inspection/${id}`, { status: 'completed', rev: 3 })).body.data).toMatchObject({
      status: 'completed',
      score: 25,
    })
    const approved = await rete.post(`/inspection/${id}/approve`)
    expect(approved).toMatchObject({ status: 200, body: { message: 'Verifica approvata', data: { status: 'approved', rev: 5 } } })
    expect((await admin.del(`/inspection/${id}`)).body.error).toBe('La verifica è approvata e non può essere eliminata.')
    expect((await admin.post(`/inspection/${id}/reopen`, { reason: 'x' })).body.error).toBe(
      'Passaggio di stato non consentito: da "Approvata" a "In compilazione".',
    )
    const second = await completed(ivan, model, (await makeStation(db, { code: 'ZZ2' })).id)
    expect((await admin.del(`/inspection/${second.id}`)).status).toBe(204)
    expect((await admin.get(`/inspection/${second.id}`)).status).toBe(404)
    expect((await admin.del(`/inspection/${second.id}`)).status).toBe(204)
  }))

test('the list finds by number, station, state, outcome, day and open non-conformities, and sorts', () =>
  inWorld(async ({ as, db }) => {
    const ivan = await as('ispettore')
    const near = await makeStation(db, { code: 'ZZ1', name: 'Cantù Nord', province: 'CO' })
    const far = await makeStation(db, { code: 'ZZ2', name: 'Lodi Sud', province: 'LO' })
    const model = await makeModel(ivan, 'LST')
    const good = await completed(ivan, model, near.id)
    const bad = await completed(ivan, model, far.id, BAD)
    const draft = await begin(ivan, model, far.id, { started_at: '2026-01-15T09:00:00.000Z' })
    const ids = async (query: string) =>
      (await ivan.get(`/inspection?model_id=${model}&${query}`)).body.data.data.map((row: { id: number }) => row.id)
    expect(await ids('search=CANTU nord')).toEqual([good.id])
    expect(await ids(`search=${bad.id_year}/${bad.id_number}`)).toEqual([bad.id])
    expect(await ids('status=draft,planned')).toEqual([draft.id])
    expect(await ids('outcome=non_conforme')).toEqual([bad.id])
    expect(await ids('province=LO&with_open_nc=true')).toEqual([bad.id])
    expect(await ids('with_open_nc=0&sort=station')).toEqual([good.id, draft.id])
    expect(await ids('from=2026-01-15&to=2026-01-15')).toEqual([draft.id])
    expect(await ids('sort=score')).toEqual([bad.id, good.id, draft.id])
    expect((await ids('sort=-date')).at(-1)).toBe(draft.id)
    expect((await ivan.get(`/inspection?model_id=${model}&outcome=non_conforme`)).body.data.data[0]).toMatchObject({
      nc_count: { lieve: 0, grave: 1, critica: 0 },
      nc_open: 1,
      score: 25,
    })
    expect((await ivan.get('/inspection?outcome=boh')).status).toBe(422)
  }))

test('a device that goes on with a verifica that is gone learns whether it was deleted, by whom and when, or given to somebody else', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene, admin] = [await as('ispettore'), await as('ispettore2'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'GONE')
    const { id, client_uuid } = await begin(ivan, model, station.id)
    expect((await admin.del(`/inspection/${id}`)).status).toBe(204)
    const save = (by: typeof ivan) => by.put(`/inspection/${client_uuid}`, { rev: 1, notes: 'x' })
    expect((await save(ivan)).body).toMatchObject({
      status: 409,
      code: 'deleted',
      error: expect.stringMatching(/^La verifica è stata eliminata da .+ il \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/),
    })
    expect((await save(irene)).status).toBe(404)
    const plan = { model_id: model, station_id: station.id, inspector_id: irene.user_id, scheduled_at: '2027-01-10' }
    const other = (await admin.post('/inspection', plan)).body.data
    expect((await ivan.put(`/inspection/${other.client_uuid}`, { rev: 1, notes: 'x' })).body).toMatchObject({
      code: 'reassigned',
      error: expect.stringMatching(/^La verifica è stata assegnata a .+\.$/),
    })
    expect((await ivan.put(`/inspection/${other.id}`, { rev: 1, notes: 'x' })).status).toBe(404)
  }))
