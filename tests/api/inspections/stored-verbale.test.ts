import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { inspection_pdfs, inspections, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { printCompleted, verbaleFile } from '../../../server/resources/inspections/pdfs.ts'
import { readInspection } from '../../../server/resources/inspections/read.ts'
import { hasPdfToText, letters, words } from '../../pdf/pdf-text.ts'
import { inDays } from '../../resources/days.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { BAD, begin, completed, GOOD, jpeg, makeModel, send } from '../support/inspection-fixtures.ts'
import { bianchi, company, contractOf, makeManagement, makeManager } from '../support/management-fixtures.ts'
import { atTime, inWorld } from '../support/world.ts'

const MINUTE = 60_000

test('the verbale of a completed verifica is printed once and given byte for byte, whatever changes after', () =>
  atTime(async ({ as, db }, clock) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'PDF')
    const done = await completed(ivan, model, station.id, BAD)
    const first = (await ivan.get(`/inspection/export/pdf/${done.id}`)).bytes
    clock.now += MINUTE
    await admin.edit('/settings', { name: 'Altra Rete S.r.l.' })
    await admin.post(`/inspection/${done.id}/approve`)
    const again = (await admin.get(`/inspection/export/pdf/${done.id}`)).bytes
    expect(again.equals(first)).toBe(true)
    const [only, ...more] = (await ivan.get(`/inspection/${done.id}/pdfs`)).body.data
    expect(more).toEqual([])
    expect(only).toMatchObject({ rev: done.rev, superseded_at: null, size: first.length, sha256: sha256(first) })
  }))

test('a verbale is stored at the completion, before anybody asks for it; two at once store one', () =>
  atTime(async ({ as, db, prints, deps }, clock) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'PDF')
    const done = await completed(ivan, model, station.id, BAD)
    const stored = async () => (await ivan.get(`/inspection/${done.id}/pdfs`)).body.data
    expect(await stored()).toEqual([])
    await prints()
    const [only, ...more] = await stored()
    expect(more).toEqual([])
    expect(only).toMatchObject({ rev: done.rev, superseded_at: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    clock.now += MINUTE
    await admin.edit('/settings', { name: 'Altra Rete S.r.l.' })
    const given = (await ivan.get(`/inspection/export/pdf/${done.id}`)).bytes
    expect(sha256(given)).toBe(only.sha256)
    if (hasPdfToText) expect(words(given)).not.toContain('Altra Rete')
    // The queue may hand a job out twice.
    await printCompleted({ id: done.id }, { ...deps, now: new Date(clock.now) })
    expect(await stored()).toEqual([only])

    const other = await completed(ivan, model, (await makeStation(db, { code: 'ZZ2' })).id, GOOD)
    const first = (await ivan.get(`/inspection/export/pdf/${other.id}`)).bytes
    await prints()
    expect((await ivan.get(`/inspection/${other.id}/pdfs`)).body.data).toMatchObject([{ sha256: sha256(first) }])
    // Reopened before the worker came: what was in force then is kept, and nothing is printed of the draft.
    const third = await completed(ivan, model, (await makeStation(db, { code: 'ZZ3' })).id, GOOD)
    await admin.post(`/inspection/${third.id}/reopen`, { reason: 'Da rivedere' })
    await prints()
    expect((await ivan.get(`/inspection/${third.id}/pdfs`)).body.data).toMatchObject([
      { rev: third.rev, superseded_at: expect.any(String) },
    ])
    // Deleted, or reopened while it was being printed: there is nothing any more that it would be the verbale of.
    const gone = await completed(ivan, model, (await makeStation(db, { code: 'ZZ4' })).id, GOOD)
    const before = (await readInspection(db, eq(inspections.id, gone.id)))!
    const printing = { ...deps, now: new Date(clock.now) }
    const verbali = () => db.$count(inspection_pdfs, eq(inspection_pdfs.inspection_id, gone.id))
    await db
      .update(inspections)
      .set({ deleted_at: new Date(clock.now).toISOString() })
      .where(eq(inspections.id, gone.id))
    await printCompleted({ id: gone.id }, printing)
    expect(await verbali()).toBe(0)
    await db.update(inspections).set({ deleted_at: null, status: 'draft' }).where(eq(inspections.id, gone.id))
    expect(await verbaleFile(before, printing)).toBeUndefined()
    expect(await verbali()).toBe(0)
    await db.update(inspections).set({ status: 'completed' }).where(eq(inspections.id, gone.id))
    expect(await verbaleFile(before, printing)).toMatchObject({ size: expect.any(Number) })
    expect(await verbali()).toBe(1)
  }))

test('a reopening keeps the verbale that was in force, and the next completion prints its own', () =>
  atTime(async ({ as, db }, clock) => {
    const [ivan, irene, conti, admin] = [await as('ispettore'), await as('ispettore2'), await as('contabilita'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'PDF')
    // Nobody has asked for the PDF before it is reopened: it is kept all the same.
    const done = await completed(ivan, model, station.id, BAD)
    const [nc] = await db.select().from(non_conformities).where(eq(non_conformities.inspection_id, done.id))
    const photo = randomUUID()
    await send(ivan, done.client_uuid, await jpeg(), { uuid: photo, question: `nc_${nc!.id}` })
    await ivan.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status: 'resolved', note: 'Espositore spostato', photos: [photo] })
    clock.now += MINUTE
    expect((await admin.post(`/inspection/${done.id}/reopen`, { reason: 'Da rivedere' })).status).toBe(200)
    const draft = (await ivan.get(`/inspection/export/pdf/${done.id}`)).bytes
    clock.now += MINUTE
    expect((await ivan.edit(`/inspection/${done.id}`, { notes: 'Seconda stesura', status: 'completed' })).status).toBe(200)
    const second = (await ivan.get(`/inspection/export/pdf/${done.id}`)).bytes
    const list = (await ivan.get(`/inspection/${done.id}/pdfs`)).body.data
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ superseded_at: null, sha256: sha256(second) })
    expect(list[1]).toMatchObject({ superseded_at: new Date(clock.now - MINUTE).toISOString(), rev: done.rev })
    expect((await conti.get(`/inspection/${done.id}/pdfs`)).status).toBe(403)
    expect((await irene.get(`/inspection/${done.id}/pdfs`)).status).toBe(404)
    expect((await irene.get(`/inspection/${done.id}/pdfs/${list[1].id}`)).status).toBe(404)
    const other = await completed(ivan, model, (await makeStation(db, { code: 'ZZ2' })).id, GOOD)
    expect((await ivan.get(`/inspection/${other.id}/pdfs/${list[1].id}`)).status).toBe(404)
    const older = await ivan.get(`/inspection/${done.id}/pdfs/${list[1].id}`)
    expect(sha256(older.bytes)).toBe(list[1].sha256)
    expect(older.headers['content-disposition']).toContain(`verifica_${done.id_year}_${done.id_number}_rev_${done.rev}.pdf`)
    if (!hasPdfToText) return
    expect(letters(draft)).toContain('Esitoprovvisorio')
    expect(words(older.bytes)).not.toContain('Seconda stesura')
    expect(words(second)).toContain('Seconda stesura')
    expect(words(second)).toContain('Espositore spostato')
    expect(words(second)).toContain('Foto 1')
  }))

test.skipIf(!hasPdfToText)('the verbale names company, manager, positions and what was said of earlier non-conformities', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const [gina] = await db.select().from(users).where(eq(users.email, 'gestore@demo.example.it'))
    await assign(db, station.id, gina!.id)
    await admin.edit('/settings', {
      name: 'Rete Carburanti S.p.A.',
      address: 'Via Emilia 155',
      piva: '00743110157',
      contacts: 'rete@example.it',
    })
    const logo = await sharp({ create: { width: 300, height: 90, channels: 3, background: '#0b5563' } })
      .png()
      .toBuffer()
    const model = await makeModel(ivan, 'PDF')
    const earlier = await completed(ivan, model, station.id, BAD)
    const [nc] = await db.select().from(non_conformities).where(eq(non_conformities.inspection_id, earlier.id))
    const solution = randomUUID()
    await send(ivan, earlier.client_uuid, await jpeg(), { uuid: solution, question: `nc_${nc!.id}` })
    await ivan.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status: 'resolved', note: 'Estintore liberato', photos: [solution] })

    const gps_start = { lat: 45.4642, lon: 9.19 }
    const { id, client_uuid } = await begin(ivan, model, station.id, { gps_start })
    const [cover, check] = [randomUUID(), randomUUID()]
    await send(ivan, client_uuid, await jpeg(90), { uuid: cover })
    await send(ivan, client_uuid, await jpeg(60), { uuid: check })
    const answers = {
      ...GOOD,
      cover_photo: { photos: [cover] },
      [`nc_${nc!.id}`]: { v: 'no', note: 'Di nuovo coperto', photos: [check] },
    }
    const sent = await ivan.edit(`/inspection/${id}`, { answers, gps_end: { lat: 45.5, lon: 9.2 }, status: 'completed' })
    expect(sent.status).toBe(200)
    const text = words((await ivan.get(`/inspection/export/pdf/${id}`)).bytes)
    for (const part of [
      'Rete Carburanti S.p.A. · Via Emilia 155 · P. IVA 00743110157',
      'rete@example.it',
      'Gestore',
      gina!.name,
      'Posizione iniziale',
      '45,46420° N',
      'Posizione finale',
      '45,50000° N',
      'Durata',
      'copertina',
      'Non conformità delle verifiche precedenti',
      'Ancora aperta',
      'Di nuovo coperto',
      'Soluzione indicata: Estintore liberato',
    ])
      expect(text).toContain(part)
    // Cover, the photo of the solution, that of the re-check: all three are printed large.
    for (const n of [1, 2, 3]) expect(text).toContain(`Foto ${n} –`)
    expect(text).not.toContain('Immagine non disponibile')
    const read = (await ivan.get(`/inspection/${id}`)).body.data
    expect(read).toMatchObject({ manager: gina!.name, open: [{ resolution_note: 'Estintore liberato', resolution_photos: [solution] }] })
    const draft = await begin(ivan, model, station.id)
    const images = async () =>
      ((await ivan.get(`/inspection/export/pdf/${draft.id}`)).bytes.toString('latin1').match(/\/Subtype\s*\/Image/g) ?? []).length
    const before = await images()
    await admin.upload('/settings/logo', [{ name: 'logo.png', bytes: logo }])
    expect(await images()).toBe(before + 1)
  }),
)

test('who re-checks a non-conformity of somebody else sees its photos and those of its solution, and no other', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, irene] = [await as('ispettore'), await as('ispettore2')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const model = await makeModel(ivan, 'PDF')
    const [client_uuid, found, solved, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    for (const [i, uuid] of [found, other].entries()) await send(ivan, client_uuid, await jpeg(50 + i), { uuid })
    const answers = { ...BAD, q_bad: { v: 'no', photos: [found] }, q_photo: { v: [other] } }
    const earlier = await completed(ivan, model, station.id, answers, { client_uuid })
    const [nc] = await db.select().from(non_conformities).where(eq(non_conformities.inspection_id, earlier.id))
    await send(ivan, client_uuid, await jpeg(), { uuid: solved, question: `nc_${nc!.id}` })
    await ivan.put(`/inspection/nc/${nc!.id}`, { rev: nc!.rev, status: 'resolved', photos: [solved] })
    const seen = async () => {
      const statuses = []
      for (const uuid of [found, solved, other]) statuses.push((await irene.get(`/inspection/files/${uuid}`)).status)
      return statuses
    }
    expect(await seen()).toEqual([404, 404, 404])
    await begin(irene, model, station.id)
    expect(await seen()).toEqual([200, 200, 404])
  }))

test.skipIf(!hasPdfToText)('the verbale names the company that ran the station when it began, and none of a successor', () =>
  inWorld(async ({ as, db }) => {
    const [ivan, admin] = [await as('ispettore'), await as('admin')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const { management } = await makeManagement(admin, station.id)
    const model = await makeModel(ivan, 'PDF')
    const { id } = await begin(ivan, model, station.id)
    const textOf = async () => words((await ivan.get(`/inspection/export/pdf/${id}`)).bytes)
    const kept = (await ivan.get(`/inspection/${id}`)).body.data.station_snapshot
    expect(kept).toMatchObject({ manager: 'Mario Rossi', businessName: company.businessName, piva: company.piva })
    const other = { id: management.id, rev: management.rev, end_reason: 'Subentro' }
    const { id: next } = await makeManager(admin, bianchi)
    const successor = { businessName: 'Bianchi Energia S.r.l.', piva: '01234567897', from: inDays(0), expirationManager: inDays(900) }
    const handed = await admin.post('/managements', contractOf(station.id, next, { ...successor, replaces: other }))
    expect(handed.status).toBe(201)
    for (const part of ['Mario Rossi', 'Ragione sociale', company.businessName, 'P. IVA', company.piva])
      expect(await textOf()).toContain(part)
    expect(await textOf()).not.toContain('Bianchi')
    // Begun before the company was kept: today's is printed where the same manager is still there.
    const { businessName: _, piva: __, ...old } = kept
    const keep = (snapshot: object) =>
      db
        .update(inspections)
        .set({ station_snapshot: snapshot as never })
        .where(eq(inspections.id, id))
    await keep(old)
    expect(await textOf()).not.toContain('Ragione sociale')
    await keep({ ...old, manager: 'Anna Bianchi' })
    expect(await textOf()).toContain('Bianchi Energia S.r.l.')
  }),
)
