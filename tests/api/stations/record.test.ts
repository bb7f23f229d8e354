import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_models, inspections } from '../../../server/db/schema/inspections/inspections.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { openings } from '../../../server/db/schema/stations/station-sets.ts'
import { prices, station_fuels, stations } from '../../../server/db/schema/stations/stations.ts'
import { stationStatuses } from '../../../src/contract/stations/stations.ts'
import { allowedStatuses } from '../../../src/rules/stations/status-changes.ts'
import { assign, makeFuel, makeStation } from '../support/fixtures.ts'
import { type Caller, inWorld, type World } from '../support/world.ts'

const NEW = { code: 'zz1', name: 'Prova', address: 'Via Cantù 7', cap: '43036', city: 'Fidenza', province: 'pr' }
const FORBIDDEN = { status: 403, body: { error: 'Non hai le autorizzazioni necessarie per eseguire questa operazione.' } }
const storedOf = async (db: World['db'], id: number) => (await db.select().from(stations).where(eq(stations.id, id)))[0]!
/** The last change of a station as the office reads it. */
const lastChange = async (caller: Caller, id: number) =>
  (await caller.get(`/models/history?model=station&model_id=${id}&sort=-created_at`)).body.data.data[0]

test('a station is created, changed, moved or deleted only with the policy', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    for (const name of ['ispettore', 'contabilita', 'gestore', 'autista', 'p.analysis_perm']) {
      const person = await as(name)
      expect(await person.post('/stations', NEW), name).toMatchObject(FORBIDDEN)
      expect(await person.put(`/stations/${id}`, { rev: 1, name: 'Mia' }), name).toMatchObject(FORBIDDEN)
      expect(await person.post(`/stations/status/${id}`, { status: 'maintenance' }), name).toMatchObject(FORBIDDEN)
      expect(await person.del(`/stations/${id}`), name).toMatchObject(FORBIDDEN)
    }
    expect(await (await as('p.road_management')).del(`/stations/${id}`)).toMatchObject(FORBIDDEN)
    expect((await storedOf(db, id)).name).toBe('Prova ZZ1')
  }))

test('a new station gets its derived columns, and closed days until hours are entered', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const made = await admin.post('/stations', { ...NEW, landlord: 'Senza affitto S.r.l.', videoSurveillanceNote: 'Nessuna' })
    expect(made).toMatchObject({ status: 201, body: { message: 'Punto vendita creato' } })
    const { id, warnings, opening } = made.body.data
    expect(made.body.data).toMatchObject({ code: 'ZZ1', province: 'PR', region: 'Emilia-Romagna', status: 'active', self: true, rev: 1 })
    expect(made.body.data).toMatchObject({ landlord: null, videoSurveillanceNote: null, phones: [], networks: [], bills: [] })
    expect(warnings).toEqual([
      'Mancano le coordinate: il punto vendita non compare sulla mappa.',
      'Il punto vendita è attivo ma non ha carburanti.',
    ])
    expect(opening).toMatchObject([1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, closed: true, open1: null })))
    expect((await admin.get('/stations?search=cantu+zz1')).body.data.data).toMatchObject([{ id }])
    expect(await lastChange(admin, id)).toMatchObject({ event: 'created', new: { code: 'ZZ1' } })
    const depot = await admin.post('/stations', { ...NEW, code: 'ZZ2', name: 'Deposito', self: false, serve: false, is_warehouse: true })
    expect(depot.body.data).toMatchObject({ opening: [], warnings: ['Mancano le coordinate: il punto vendita non compare sulla mappa.'] })
    expect(await db.$count(openings, eq(openings.station_id, depot.body.data.id))).toBe(0)
  }))

test('invalid values are refused by field, and unknown keys are ignored', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    await makeStation(db, { code: 'ZZ9', mise_id: 987_654, icad_code: 'IC9' })
    const refused = async (more: object) => {
      const { status, body } = await admin.post('/stations', { ...NEW, ...more })
      expect(status, JSON.stringify(more)).toBe(422)
      return body.error
    }
    expect(await refused({ code: 'zz9' })).toEqual({ code: 'Codice P.V. già in uso.' })
    expect(await refused({ mise_id: 987_654 })).toEqual({ mise_id: 'Il valore del campo ID impianto MIMIT è già presente.' })
    expect(await refused({ icad_code: 'IC9' })).toEqual({ icad_code: 'Il valore del campo Codice ICAD è già presente.' })
    expect(await refused({ self: false, serve: false })).toEqual({ self: 'Indica almeno un modo di vendita, oppure che è un deposito.' })
    expect(await refused({ hasRent: true, owned: true })).toEqual({
      hasRent: 'Il punto vendita non può essere sia di proprietà sia in affitto.',
    })
    expect(await refused({ latitude: 44.86 })).toEqual({ longitude: 'Latitudine e longitudine vanno indicate insieme.' })
    expect(await refused({ latitude: 91, longitude: 10 })).toEqual({ latitude: 'Il campo Latitudine non contiene un valore lat valido.' })
    expect(await refused({ province: 'XX' })).toEqual({ province: 'La provincia non è valida.' })
    expect(await refused({ cap: '430' })).toEqual({ cap: 'Il CAP deve essere di 5 cifre.' })
    expect(await refused({ margin: 1.2 })).toEqual({ margin: 'Il campo Margine (€/l) deve essere minore o uguale a 1.' })
    expect(await refused({ status: 'dismissed' })).toEqual({ status: 'Il valore del campo Stato non è ammesso.' })
    expect(await refused({ opened_at: '2026-05-01', closed_at: '2026-04-01' })).toEqual({
      closed_at: 'La data di fine deve essere successiva alla data di inizio.',
    })
    // An area is run by a network manager, who is there.
    const [autista, rete] = [await as('autista'), await as('rete')]
    for (const area_manager_id of [autista.user_id, 2_147_483_647])
      expect(await refused({ area_manager_id })).toEqual({ area_manager_id: 'Il valore selezionato per Responsabile di zona non esiste.' })
    const made = await admin.post('/stations', {
      ...NEW,
      ...{ area_manager_id: rete.user_id, id: 1, rev: 40, deleted_at: '2026-01-01', region: 'Lazio', search_text: 'x', created_by: 1 },
    })
    expect(made.body.data).toMatchObject({ rev: 1, region: 'Emilia-Romagna', area_manager_id: rete.user_id })
    expect(made.body.data.id).not.toBe(1)
    expect(await storedOf(db, made.body.data.id)).toMatchObject({ deleted_at: null, created_by: admin.user_id })
  }))

test('doubtful values are saved with warnings', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const told = async (more: object) => (await admin.post('/stations', { ...NEW, status: 'opening', ...more })).body.data.warnings
    expect(await told({ code: 'ZZ1', latitude: 10.06, longitude: 44.86 })).toEqual(['Latitudine e longitudine sembrano scambiate.'])
    expect(await told({ code: 'ZZ2', name: 'Altra', latitude: 48.85, longitude: 2.35 })).toEqual(["Le coordinate sono fuori dall'Italia."])
    const kept = async (code: string) => (await admin.get(`/stations?search=${code}`)).body.data.data[0]
    expect(await kept('ZZ1')).toMatchObject({ latitude: 10.06, longitude: 44.86 })
    expect(await kept('ZZ2')).toMatchObject({ latitude: 48.85, longitude: 2.35 })
    expect(await told({ code: 'ZZ3', name: ' PROVA ', city: 'fidenza' })).toEqual([
      "C'è già un punto vendita con lo stesso nome in questa città: ZZ1.",
    ])
    expect(await told({ code: 'ZZ4', name: 'Gas', serve: false, selfGPL: true })).toEqual([
      'Il GPL è indicato tra i modi di vendita ma non tra i carburanti.',
      'Il GPL self in un impianto non presidiato richiede la videosorveglianza.',
    ])
    const { id, rev } = await makeStation(db, { code: 'ZZ5', name: 'Qui', latitude: 44.86, longitude: 10.06, status: 'opening' })
    const moved = await admin.put(`/stations/${id}`, { rev, address: 'Via Nuova 1' })
    expect(moved.body.data.warnings).toEqual(["L'indirizzo è cambiato, le coordinate no: verificale."])
    expect(await storedOf(db, id)).toMatchObject({ address: 'Via Nuova 1', latitude: 44.86 })
  }))

test('an update names its changes and revision, and cannot change the status', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const { id } = await makeStation(db, {
      code: 'ZZ1',
      hasRent: true,
      landlord: 'Rossi',
      rent_amount: 12_000,
      latitude: 44.8,
      longitude: 10,
    })
    const first = await admin.put(`/stations/${id}`, { rev: 1, name: 'Nuovo nome', margin: null, status: 'dismissed' })
    expect(first).toMatchObject({
      status: 200,
      body: { message: 'Punto vendita modificato', data: { rev: 2, name: 'Nuovo nome', margin: null } },
    })
    expect(await storedOf(db, id)).toMatchObject({ status: 'active', address: 'Via Cantù 7', landlord: 'Rossi', updated_by: admin.user_id })
    expect((await admin.get('/stations?search=nuovo+nome+zz1')).body.data.data).toMatchObject([{ id }])
    const stale = await admin.put(`/stations/${id}`, { rev: 1, name: 'Altro' })
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: 'Il record è stato modificato da un altro utente. Ricarica la pagina.',
        data: { rev: 2, name: 'Nuovo nome', phones: [{}] },
      },
    })
    expect(stale.body.data).not.toHaveProperty('search_text')
    // The fields of the rent are removed with it.
    expect((await admin.put(`/stations/${id}`, { rev: 2, hasRent: false })).body.data).toMatchObject({ landlord: null, rent_amount: null })
    expect(await lastChange(admin, id)).toMatchObject({ event: 'updated', old: { landlord: 'Rossi' }, new: { landlord: null } })
    // Half of a place is none.
    expect((await admin.put(`/stations/${id}`, { rev: 3, latitude: null })).body.error).toHaveProperty('longitude')
    expect((await admin.put('/stations/2147483647', { rev: 1, name: 'X' })).status).toBe(404)
  }))

test('grants to read and to write are respected, and a second role widens nothing', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const other = await makeStation(db, { code: 'ZZ2' })
    const [stazione, rete] = [await as('stazione'), await as('rete')]
    const rename = (who: Caller, of = id, rev = 1) => who.put(`/stations/${of}`, { rev, name: 'Mia' })
    expect((await rename(stazione)).status).toBe(404)
    expect((await stazione.post(`/stations/status/${id}`, { status: 'maintenance' })).status).toBe(404)
    await assign(db, id, stazione.user_id)
    expect(await rename(stazione)).toMatchObject(FORBIDDEN)
    expect(await stazione.post(`/stations/status/${id}`, { status: 'maintenance' })).toMatchObject(FORBIDDEN)
    await db.update(station_acl).set({ level: 'write' }).where(eq(station_acl.station_id, id))
    expect((await rename(stazione)).status).toBe(200)
    // Whoever also drives sees all of them, and writes no more than before.
    await db
      .update(users)
      .set({ roles: ['station', 'driver'] })
      .where(eq(users.id, stazione.user_id))
    expect((await stazione.get(`/stations/${other.id}`)).status).toBe(200)
    expect(await rename(stazione, other.id)).toMatchObject(FORBIDDEN)
    expect((await rename(stazione, id, 2)).status).toBe(200)
    // Its own area is an area manager's to write.
    await db.update(stations).set({ area_manager_id: rete.user_id }).where(eq(stations.id, other.id))
    expect((await rename(rete, other.id)).status).toBe(200)
    // Whoever has some stations makes no others.
    expect(await stazione.post('/stations', { ...NEW, code: 'ZZ3' })).toMatchObject(FORBIDDEN)
    await db.update(users).set({ all_stations: true }).where(eq(users.id, stazione.user_id))
    expect((await stazione.post('/stations', { ...NEW, code: 'ZZ3' })).status).toBe(201)
  }))

test('status changes follow the allowed transitions, with their values', () =>
  inWorld(
    async ({ as, db }) => {
      const [admin, writer] = [await as('admin'), await as('p.road_management')]
      const { id } = await makeStation(db, { code: 'ZZ1', status: 'opening', latitude: 44.8, longitude: 10 })
      const to = (who: Caller, status: string, more: object = {}) => who.post(`/stations/status/${id}`, { status, ...more })
      expect(await to(writer, 'maintenance')).toMatchObject({
        status: 409,
        body: { error: 'Passaggio di stato non consentito: da "In apertura" a "In manutenzione".' },
      })
      const opened = await to(writer, 'active')
      expect(opened).toMatchObject({ status: 200, body: { message: 'Stato Punto vendita modificato', data: { status: 'active', rev: 2 } } })
      expect(opened.body.data.warnings).toEqual(['Il punto vendita è attivo ma non ha carburanti.'])
      expect((await to(writer, 'active')).body.error).toBe('Passaggio di stato non consentito: da "Attivo" a "Attivo".')
      expect((await to(writer, 'temporarily_closed')).body.error).toEqual({ reason: 'Il campo Motivo è obbligatorio.' })
      expect((await to(writer, 'temporarily_closed', { reason: 'Lavori', reopening_at: '2026-11-23' })).body.error).toEqual({
        reopening_at: 'La riapertura prevista è già passata.',
      })
      await to(writer, 'temporarily_closed', { reason: 'Lavori', reopening_at: '2026-12-24' })
      expect(await storedOf(db, id)).toMatchObject({ closing_reason: 'Lavori', reopening_at: '2026-12-24', closed_at: null })
      expect(await lastChange(admin, id)).toMatchObject({
        event: 'status',
        old: { status: 'active' },
        new: { status: 'temporarily_closed', closing_reason: 'Lavori' },
      })
      await to(writer, 'maintenance', { reason: 'Non serve' })
      expect(await storedOf(db, id)).toMatchObject({ status: 'maintenance', closing_reason: null, reopening_at: null })
      // To give one up, and to take it back, is for super administrators.
      expect(await to(writer, 'dismissed')).toMatchObject(FORBIDDEN)
      await to(admin, 'dismissed')
      expect(await storedOf(db, id)).toMatchObject({ status: 'dismissed', closed_at: '2026-11-24' })
      expect(await to(writer, 'active')).toMatchObject(FORBIDDEN)
      expect((await to(admin, 'maintenance')).status).toBe(409)
      await to(admin, 'active')
      expect(await storedOf(db, id)).toMatchObject({ status: 'active', closed_at: null })
      expect((await to(admin, 'rubata')).body.error).toEqual({ status: 'Il valore del campo Stato non è ammesso.' })
    },
    // Half an hour into the day of Rome, which is not begun in UTC.
    () => new Date('2026-11-23T23:30:00Z'),
  ))

test('the offered states are exactly those the server accepts, for every state and person', () =>
  inWorld(async ({ as, db }) => {
    const people = [
      [await as('admin'), { roles: ['superAdmin'], permissions: [] }],
      [await as('p.road_management'), { roles: [], permissions: ['road_management'] }],
    ] as const
    const { id } = await makeStation(db, { code: 'ZZ1' })
    const all = Object.keys(stationStatuses) as (keyof typeof stationStatuses)[]
    for (const [person, holder] of people)
      for (const from of all) {
        const taken = []
        for (const status of all) {
          await db.update(stations).set({ status: from }).where(eq(stations.id, id))
          if ((await person.post(`/stations/status/${id}`, { status, reason: 'Prova' })).status === 200) taken.push(status)
        }
        expect(taken, from).toHaveMembers(allowedStatuses(from, holder))
      }
  }))

test('a station in use cannot be deleted; deleting twice is harmless', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const fuel = await makeFuel(db)
    const priced = await makeStation(db, { code: 'ZZ1' })
    await db.insert(prices).values({ station_id: priced.id, fuel_id: fuel.id, mode: 'self', price: 1.8, valid_from: '2026-01-01' })
    const visited = await makeStation(db, { code: 'ZZ2' })
    const [{ id: model_id }] = (await db.select({ id: inspection_models.id }).from(inspection_models).limit(1)) as [{ id: number }]
    const [one] = await db.select().from(inspections).limit(1)
    const { id: _, ...copy } = one!
    await db.insert(inspections).values({ ...copy, model_id, station_id: visited.id, client_uuid: 'zz', id_number: null } as never)
    const HELD = 'Impossibile eliminare il punto vendita: sono presenti gestioni, ticket o verifiche. Impostare lo stato "Dismesso".'
    for (const { id } of [priced, visited]) {
      expect(await admin.del(`/stations/${id}`)).toMatchObject({ status: 409, body: { error: HELD } })
      expect((await admin.get(`/stations/${id}`)).status).toBe(200)
    }
    const free = await makeStation(db, { code: 'ZZ3' })
    await db.insert(station_fuels).values({ station_id: free.id, fuel_id: fuel.id })
    expect(await admin.del(`/stations/${free.id}`)).toMatchObject({ status: 204, body: '' })
    expect((await storedOf(db, free.id)).deleted_at).not.toBeNull()
    expect((await admin.get(`/stations/${free.id}`)).status).toBe(404)
    expect(await lastChange(admin, free.id)).toMatchObject({ event: 'deleted', new: null })
    expect((await admin.del(`/stations/${free.id}`)).status).toBe(204)
    expect((await admin.put(`/stations/${free.id}`, { rev: 1, name: 'X' })).status).toBe(404)
  }))

test('values are reverted by field with write access; a status is not revertible', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const rete = await as('rete')
    const { id } = await makeStation(db, { code: 'ZZ1', latitude: 44.8, longitude: 10 })
    await admin.put(`/stations/${id}`, { rev: 1, name: 'Sbagliato', brand: 'Eni' })
    await admin.post(`/stations/status/${id}`, { status: 'maintenance' })
    const rows = (await admin.get(`/models/history?model=station&model_id=${id}&sort=created_at`)).body.data.data
    const [change, move] = rows as { id: number; event: string }[]
    expect((await admin.get(`/models/history/${move!.id}`)).body.data.revertible).toEqual([])
    expect((await admin.get(`/models/history/${change!.id}`)).body.data.revertible).toEqual(['name', 'brand'])
    expect((await rete.get(`/models/history/${change!.id}`)).status).toBe(404)
    await assign(db, id, rete.user_id)
    expect((await rete.post(`/models/history/${change!.id}/revert`, { fields: ['name'], rev: 3 })).status).toBe(403)
    expect((await admin.post(`/models/history/${change!.id}/revert`, { fields: ['name'], rev: 3 })).status).toBe(200)
    expect(await storedOf(db, id)).toMatchObject({ name: 'Prova ZZ1', brand: 'Eni', status: 'maintenance', rev: 4 })
  }))

test('hostile text for browsers, spreadsheets and databases stays text', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    const name = `<img src=x onerror=alert(1)>'; drop table stations; --`
    const made = await admin.post('/stations', { ...NEW, name, note: '=HYPERLINK("http://x";"y")', brand: '{{7*7}}%s' })
    expect(made.body.data).toMatchObject({ name, note: '=HYPERLINK("http://x";"y")', brand: '{{7*7}}%s' })
    expect(await storedOf(db, made.body.data.id)).toMatchObject({ name })
    expect((await admin.get(`/stations?search=${encodeURIComponent("onerror=alert(1)>'; drop")}`)).body.data.data).toHaveLength(1)
    for (const [at, invisible] of ['a\u0000b', 'a\u0007b', 'a\ud800b', 'a\u202eb'].entries())
      expect((await admin.post('/stations', { ...NEW, code: `ZY${at}`, name: invisible })).body.data.name, JSON.stringify(invisible)).toBe(
        'ab',
      )
    for (const nothing of ['\ud800', '\u0000', '\u200b\u202e'])
      expect((await admin.post('/stations', { ...NEW, code: 'ZZ2', name: nothing })).body.error, JSON.stringify(nothing)).toEqual({
        name: 'Il campo Nome è obbligatorio.',
      })
    expect((await admin.post('/stations', { ...NEW, code: 'ZZ2', name: 'x'.repeat(121) })).body.error).toEqual({
      name: 'Il campo Nome non può superare 120 caratteri.',
    })
    expect((await admin.post('/stations', { ...NEW, code: 'ZZ2', self: 'true', mise_id: '12' })).body.error).toEqual({
      self: 'Il valore del campo Self service non è ammesso.',
      mise_id: 'Il campo ID impianto MIMIT può contenere solo numeri.',
    })
    for (const id of ['0', '-1', '1e3', '%00', '99999999999', "1'--"])
      expect([404, 422], id).toContain((await admin.put(`/stations/${id}`, { rev: 1, name: 'X' })).status)
  }))
