import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activity_log } from '../../../server/db/schema/core/system.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { inDays } from '../../resources/days.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { bianchi, makeManagement, makeManager, rossi } from '../support/management-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const due = async ({ db }: World, id: number) =>
  (
    await db
      .select()
      .from(expirations)
      .where(and(eq(expirations.subject_type, 'manager'), eq(expirations.subject_id, id)))
      .orderBy(expirations.id)
  ).map(({ subject_field, date, status }) => `${subject_field!.replace(/\d+/, 'N')} ${date} ${status}`)
const ids = (answer: { body: { data: { data: { id: number }[] } } }) => answer.body.data.data.map(({ id }) => id)

test('personal data are masked in list, record, conflict and history, and shown for a reason that is written down', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { id } = await makeManager(admin)
    const masked = { fiscalCode: 'RSS••••2S', residence: '••••', identityCard: '••••5AB' }
    expect((await admin.get(`/managers/${id}`)).body.data).toMatchObject({
      ...rossi,
      ...masked,
      own: false,
      status: 'without',
      stations: [],
    })
    expect((await admin.get('/managers?search=mario%20rossi')).body.data.data).toMatchObject([{ id, ...masked }])
    const changed = await admin.put(`/managers/${id}`, { rev: 1, residence: 'Via Nuova 2', note: 'Trasferito' })
    expect(changed.body).toMatchObject({ message: 'Manager modificato', data: { ...masked, note: 'Trasferito' } })
    const stale = await admin.put(`/managers/${id}`, { rev: 1, note: 'Altro' })
    expect(stale.body.data).toMatchObject(masked)
    const shown = await admin.post(`/managers/${id}/reveal`, { reason: 'Nuovo contratto' })
    expect(shown.body.data).toEqual({ fiscalCode: rossi.fiscalCode, residence: 'Via Nuova 2', identityCard: rossi.identityCard })
    expect((await admin.post(`/managers/${id}/reveal`, { reason: ' ' })).status).toBe(422)
    const told = (await admin.get(`/models/history?model=manager&model_id=${id}`)).body.data.data
    expect(told.map(({ event }: never) => event)).toEqual(['revealed', 'updated', 'created'])
    expect(told[0].new).toEqual({ reason: 'Nuovo contratto' })
    expect(told[1].new).toMatchObject({ residence: '•••• (modificato)', fiscalCode: '••••' })
    for (const secret of ['RSSMRA85', 'CA12345', 'Via Nuova', 'Via Roma']) expect(JSON.stringify(told)).not.toContain(secret)
    const logged = await world.db.select().from(activity_log).where(eq(activity_log.action, 'lettura_dati'))
    expect(logged).toMatchObject([{ entity: 'managers', entity_id: String(id), user_id: admin.user_id }])
    for (const name of ['lettura.conta', 'lettura.rete', 'helpdesk'])
      expect((await (await world.as(name)).post(`/managers/${id}/reveal`, { reason: 'Vedere' })).status, name).toBe(403)
  }))

test('a codice fiscale is found only where it is typed in full, so that nobody guesses it by its beginning', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { id } = await makeManager(admin)
    expect(ids(await admin.get('/managers?search=RSSMRA85T10A562S'))).toEqual([id])
    expect(ids(await admin.get('/managers?search=rss%20mra%2085t10%20a562s'))).toEqual([id])
    for (const part of ['RSSMRA', 'RSSMRA85T10A562', 'A562S', 'CA12345AB'])
      expect(ids(await admin.get(`/managers?search=${part}`)), part).toEqual([])
  }))

test('a person’s data agree with each other, and a codice fiscale is there once', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const refused = async (more: object) => (await admin.post('/managers', { ...rossi, ...more })).body.error
    expect(await refused({ bornDate: '1985-12-11' })).toEqual({ fiscalCode: 'Il codice fiscale non corrisponde alla data di nascita.' })
    expect(await refused({ bornDate: inDays(-6000) })).toMatchObject({ bornDate: "L'età deve essere compresa tra 18 e 100 anni." })
    expect(await refused({ identityCardExpiration: null })).toEqual({
      identityCardExpiration: "Il campo Scadenza carta d'identità è obbligatorio.",
    })
    expect(await refused({ fiscalCode: 'RSSMRA85T1OA562S' })).toEqual({ fiscalCode: 'Il codice fiscale non è valido.' })
    await makeManager(admin)
    expect(await refused({})).toEqual({ fiscalCode: 'Esiste già un gestore con questo codice fiscale.' })
  }))

test('cards and documents keep expirations: they come, move and go with them; a document read is written down', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    const { id } = await makeManager(admin)
    expect(await due(world, id)).toEqual(['identityCardExpiration 2031-12-10 open', 'expiration 2030-01-31 open'])
    await admin.put(`/managers/${id}`, { rev: 1, expiration: '2031-01-31' })
    const [file] = (await admin.upload(`/managers/${id}/upload`, [paper], { category: 'durc', expiration: inDays(40) })).body.data
    expect((await admin.get(`/managers/${id}`)).body.data).toMatchObject({
      documents: [{ id: file.id, category: 'durc', expiration: inDays(40) }],
      document_expiration: inDays(40),
    })
    expect(await due(world, id)).toEqual([
      'identityCardExpiration 2031-12-10 open',
      'expiration 2031-01-31 open',
      `file_N ${inDays(40)} open`,
    ])
    expect(ids(await admin.get('/managers?document_expiring=60'))).toContain(id)
    expect(ids(await admin.get('/managers?document_expiring=30'))).not.toContain(id)
    const [{ id: about, rev }] = (await admin.get(`/expirations?subject=manager:${id}:expiration`)).body.data.data
    expect((await admin.put(`/expirations/${about}`, { rev, date: '2040-01-01' })).body.error).toEqual({
      date: 'Si cambia nella scheda di ciò a cui la scadenza si riferisce.',
    })
    expect((await admin.get(`/managers/${id}/files/${file.id}`)).bytes).toEqual(paper.bytes)
    expect(await world.db.select().from(activity_log).where(eq(activity_log.action, 'lettura_file'))).toMatchObject([
      { entity: 'managers', entity_id: String(id), path: `/managers/${id}/files/${file.id}` },
    ])
    expect((await admin.del(`/managers/${id}/files/${file.id}`)).status).toBe(204)
    expect((await due(world, id))[2]).toBe(`file_N ${inDays(40)} cancelled`)
    expect((await admin.del(`/managers/${id}`)).status).toBe(204)
    expect((await due(world, id)).every((one) => one.endsWith('cancelled'))).toBe(true)
  }))

test('managers are seen by the stations of their managements: others neither find nor change them; a manager sees himself', () =>
  inWorld(async (world) => {
    const { db, as } = world
    const [admin, rete, gestore] = [await as('admin'), await as('rete'), await as('gestore')]
    const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'write' })
    const mine = (await makeManagement(admin, here.id)).manager
    const other = (await makeManagement(admin, there.id, {}, bianchi)).manager
    expect(ids(await rete.get('/managers?per_page=100'))).toContain(mine.id)
    expect(ids(await rete.get('/managers?per_page=100'))).not.toContain(other.id)
    expect((await rete.get('/managers-all')).body.data.map(({ id }: { id: number }) => id)).not.toContain(other.id)
    expect((await rete.get(`/managers/${other.id}`)).status).toBe(404)
    expect((await rete.put(`/managers/${other.id}`, { rev: 1, note: 'Mio' })).status).toBe(404)
    expect((await rete.post(`/managers/${other.id}/reveal`, { reason: 'Vedere' })).status).toBe(404)
    expect((await rete.upload(`/managers/${other.id}/upload`, [paper])).status).toBe(404)
    expect((await admin.del(`/managers/${mine.id}`)).body.error).toBe('Impossibile eliminare: 1 gestioni collegate.')
    const [self, ...none] = (await gestore.get('/managers')).body.data.data
    expect([self.name, self.lastname, none]).toEqual(['Gina', 'Gestore', []])
    expect(self.fiscalCode).toMatch(/^[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]$/)
    expect((await gestore.put(`/managers/${self.id}`, { rev: self.rev, note: 'Io' })).status).toBe(403)
    expect(ids(await admin.get('/managers?account=true'))).toEqual([self.id])
    expect(ids(await admin.get('/managers?has_management=true'))).toContain(mine.id)
    expect((await admin.post('/managers', { ...rossi, id: 7, user_id: 1, deleted_at: '2026-01-01' })).status).toBe(422)
  }))

test('managers are sorted by surname, those of the same surname by name', () =>
  inWorld(async (world) => {
    const admin = await world.as('admin')
    for (const [name, fiscalCode] of [
      ['Zeno', 'BNCNNA80A41F205U'],
      ['Anna', 'RSSMRA85T10A562S'],
      ['Mario', 'VRDLCU90A01F205L'],
    ] as const)
      await makeManager(admin, { ...bianchi, name, lastname: 'Zzòla', fiscalCode })
    const names = async (sort: string) =>
      (await admin.get(`/managers?sort=${sort}&search=Zzola`)).body.data.data.map(({ name }: { name: string }) => name)
    expect([await names('lastname'), await names('-lastname')]).toEqual([
      ['Anna', 'Mario', 'Zeno'],
      ['Zeno', 'Mario', 'Anna'],
    ])
  }))
