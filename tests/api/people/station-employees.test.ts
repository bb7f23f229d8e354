import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activity_log } from '../../../server/db/schema/core/system.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { station_employees } from '../../../server/db/schema/people/managers.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { inDays } from '../../resources/days.ts'
import { paper } from '../../resources/files.ts'
import { makeStation } from '../support/fixtures.ts'
import { bianchi, makeManagement } from '../support/management-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const verdi = {
  ...{ name: 'Luca', lastname: 'Verdi', bornIn: 'Milano', bornDate: '1990-01-01', phone: '+393331112223', email: 'luca.verdi@example.it' },
  ...{ residence: 'Via Po 3, 20100 Milano (MI)', fiscalCode: 'VRDLCU90A01F205L', expiration: '2029-05-05', note: 'Turno di notte' },
  ...{
    identityCard: 'CA54321BA',
    identityCardExpiration: '2032-01-01',
    job: 'barista',
    hired_at: '2026-02-01',
    gpl_course_at: '2026-03-01',
  },
}
const MASKED = { fiscalCode: 'VRD••••5L', residence: '••••', identityCard: '••••1BA' }
/** Two stations with a manager each; the network manager "rete" has the first alone, and each has an employee. */
async function scene(world: World) {
  const { db, as } = world
  const [admin, rete] = [await as('admin'), await as('rete')]
  const [here, there] = [await makeStation(db, { code: 'ZZ1', name: 'Qui' }), await makeStation(db, { code: 'ZZ2', name: 'Là' })]
  await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'write' })
  const mine = (await makeManagement(admin, here.id)).manager
  const other = (await makeManagement(admin, there.id, {}, bianchi)).manager
  const person = { ...verdi, manager_id: mine.id, station_id: here.id }
  const foreign = { ...verdi, manager_id: other.id, station_id: there.id }
  return { admin, rete, here, there, mine, other, person, foreign }
}
const rowOf = async ({ db }: World, id: number) => (await db.select().from(station_employees).where(eq(station_employees.id, id)))[0]!
const due = async ({ db }: World, id: number) =>
  (
    await db
      .select()
      .from(expirations)
      .where(and(eq(expirations.subject_type, 'station_employee'), eq(expirations.subject_id, id)))
      .orderBy(expirations.id)
  ).map(({ subject_field, date, status }) => `${subject_field!.replace(/\d+/, 'N')} ${date} ${status}`)
const ids = (answer: { body: { data: { data: { id: number }[] } } }) => answer.body.data.data.map(({ id }) => id)

test('who may not write employees is refused, those of other stations are as if they were not there, and nothing changes', () =>
  inWorld(async (world) => {
    const { admin, rete, here, person, foreign } = await scene(world)
    const { id, rev } = (await admin.post('/managers/station-employee', foreign)).body.data
    const [file] = (await admin.upload(`/managers/station-employee/${id}/upload`, [paper])).body.data
    const before = await rowOf(world, id)
    const all = await world.db.$count(station_employees)
    for (const name of ['contabilita', 'gestore', 'lettura.rete', 'lettura.conta', 'dipendente']) {
      const caller = await world.as(name)
      expect((await caller.post('/managers/station-employee', person)).status, name).toBe(403)
      expect((await caller.put(`/managers/station-employee/${id}`, { rev, job: 'altro' })).status, name).toBe(403)
      expect((await caller.del(`/managers/station-employee/${id}`)).status, name).toBe(403)
      expect((await caller.upload(`/managers/station-employee/${id}/upload`, [paper])).status, name).toBe(403)
      expect((await caller.del(`/managers/station-employee/${id}/files/${file.id}`)).status, name).toBe(403)
    }
    // Deleting what is out of reach answers as what does not exist does.
    expect((await rete.del(`/managers/station-employee/${id}`)).status).toBe(204)
    expect((await rete.del(`/managers/station-employee/${id}/files/${file.id}`)).status).toBe(204)
    const foreignAnswers = [
      await rete.get(`/managers/station-employee/${id}`),
      await rete.put(`/managers/station-employee/${id}`, { rev, job: 'altro' }),
      await rete.upload(`/managers/station-employee/${id}/upload`, [paper]),
      await rete.get(`/managers/station-employee/${id}/files/${file.id}`),
      await rete.post(`/managers/station-employee/${id}/reveal`, { reason: 'Vedere' }),
      await rete.post('/managers/station-employee', { ...foreign, fiscalCode: 'VRDLCU91A01F205M', bornDate: '1991-01-01' }),
    ]
    expect(foreignAnswers.map(({ status }) => status)).toEqual(Array.from(foreignAnswers, () => 404))
    const lent = await rete.post('/managers/station-employee', { ...person, manager_id: foreign.manager_id })
    expect(lent.body.error).toEqual({ manager_id: 'Il valore selezionato per Gestore non esiste.' })
    expect(ids(await rete.get('/managers/station-employee?per_page=100'))).not.toContain(id)
    expect(ids(await rete.get('/managers/station-employee?search=VRDLCU90A01F205L'))).toEqual([])
    expect(await rowOf(world, id)).toEqual(before)
    expect(await world.db.$count(station_employees)).toBe(all)
    // At a station of one's own each of them is done.
    const own = await rete.post('/managers/station-employee', { ...person, station_id: here.id })
    expect(own.status).toBe(201)
    expect(ids(await rete.get(`/managers/station-employee?station_id=${here.id}`))).toEqual([own.body.data.id])
  }))

test('an employee is created and changed: the whole row, masked in the answer, with the days on which the cards expire', () =>
  inWorld(async (world) => {
    const { admin, here, there, mine, person } = await scene(world)
    const made = await admin.post('/managers/station-employee', { ...person, left_at: null })
    const { id } = made.body.data
    const { job, ...rest } = person
    expect([made.status, made.body.message]).toEqual([201, 'Dipendente Stazione creato'])
    expect(made.body.data).toMatchObject({
      ...{ ...rest, ...MASKED, job, active: true, left_at: null, document_expiration: '2029-05-05', rev: 1 },
      ...{ manager: { id: mine.id, name: 'Mario', lastname: 'Rossi' }, station: { id: here.id, code: 'ZZ1', name: 'Qui' } },
    })
    const stamps = { created_at: expect.any(String), updated_at: expect.any(String), created_by: admin.user_id, updated_by: admin.user_id }
    expect(await rowOf(world, id)).toEqual({ ...person, ...stamps, id, rev: 1, left_at: null })
    expect(await due(world, id)).toEqual(['identityCardExpiration 2032-01-01 open', 'expiration 2029-05-05 open'])

    const change = { job: 'responsabile', station_id: there.id, expiration: '2031-05-05', phone: null }
    const changed = await admin.put(`/managers/station-employee/${id}`, { rev: 1, ...change })
    expect(changed.body).toMatchObject({ message: 'Dipendente Stazione modificato', data: { ...MASKED, station: { code: 'ZZ2' }, rev: 2 } })
    expect(await rowOf(world, id)).toEqual({ ...person, ...change, ...stamps, id, rev: 2, left_at: null })
    expect(await due(world, id)).toEqual(['identityCardExpiration 2032-01-01 open', 'expiration 2031-05-05 open'])
    const stale = await admin.put(`/managers/station-employee/${id}`, { rev: 1, job: 'altro' })
    expect([stale.status, stale.body.code, stale.body.data.residence]).toEqual([409, 'stale', '••••'])

    const refused = async (more: object) => (await admin.post('/managers/station-employee', { ...person, ...more })).body.error
    expect(await refused({})).toEqual({ fiscalCode: 'Il valore del campo Codice fiscale è già presente.' })
    expect(await refused({ bornDate: '1990-02-01' })).toEqual({ fiscalCode: 'Il codice fiscale non corrisponde alla data di nascita.' })
    expect(await refused({ left_at: '2026-01-31' })).toEqual({ left_at: 'La data di fine deve essere successiva alla data di inizio.' })
    expect(await refused({ manager_id: 999_999 })).toEqual({ manager_id: 'Il valore selezionato per Gestore non esiste.' })
  }))

test('employees are sorted by surname, those of the same surname by name', () =>
  inWorld(async (world) => {
    const { admin, person } = await scene(world)
    for (const [name, fiscalCode, bornDate] of [
      ['Zeno', 'BNCNNA80A41F205U', '1980-01-01'],
      ['anna', 'RSSMRA85T10A562S', '1985-12-10'],
      ['Mario', 'VRDLCU90A01F205L', '1990-01-01'],
    ] as const) {
      const made = await admin.post('/managers/station-employee', {
        ...person,
        name,
        lastname: 'Zzòla',
        fiscalCode,
        bornDate,
        identityCard: null,
      })
      expect(made.status, JSON.stringify(made.body)).toBe(201)
    }
    const names = async (sort: string) =>
      (await admin.get(`/managers/station-employee?search=Zzola${sort}`)).body.data.data.map(({ name }: { name: string }) => name)
    expect([await names(''), await names('&sort=lastname'), await names('&sort=-lastname')]).toEqual([
      ['anna', 'Mario', 'Zeno'],
      ['anna', 'Mario', 'Zeno'],
      ['Zeno', 'Mario', 'anna'],
    ])
  }))

test('who is deleted has left today and stays in the list; the same person may come back', () =>
  inWorld(async (world) => {
    const { admin, here, person } = await scene(world)
    const { id } = (await admin.post('/managers/station-employee', person)).body.data
    const before = await rowOf(world, id)
    expect((await admin.del(`/managers/station-employee/${id}`)).status).toBe(204)
    const gone = { ...before, left_at: inDays(0), rev: 2, updated_at: expect.any(String) }
    expect(await rowOf(world, id)).toEqual(gone)
    expect(await due(world, id)).toEqual(['identityCardExpiration 2032-01-01 cancelled', 'expiration 2029-05-05 cancelled'])
    // A second time nothing is done.
    expect((await admin.del(`/managers/station-employee/${id}`)).status).toBe(204)
    expect(await rowOf(world, id)).toEqual(gone)
    expect(ids(await admin.get(`/managers/station-employee?station_id=${here.id}&active=true`))).toEqual([])
    expect(ids(await admin.get(`/managers/station-employee?station_id=${here.id}&active=false`))).toEqual([id])
    const again = await admin.post('/managers/station-employee', person)
    expect(again.status).toBe(201)
    expect(ids(await admin.get(`/managers/station-employee?station_id=${here.id}&active=true`))).toEqual([again.body.data.id])
  }))

test('documents have an expiration that goes with them, stand in the list and not in the record, and who reads one is written down', () =>
  inWorld(async (world) => {
    const { admin, here, person } = await scene(world)
    const { id } = (await admin.post('/managers/station-employee', person)).body.data
    const given = { category: 'haccp', expiration: inDays(40) }
    const sent = await admin.upload(`/managers/station-employee/${id}/upload`, [paper], given)
    expect([sent.status, sent.body.data]).toEqual([201, [expect.objectContaining({ name: paper.name, size: paper.bytes.length })]])
    const [file] = sent.body.data
    expect((await admin.get(`/managers/station-employee/${id}`)).body.data).toMatchObject({ document_expiration: inDays(40) })
    expect((await admin.get(`/managers/station-employee/${id}`)).body.data.documents).toBeUndefined()
    expect((await admin.get(`/managers/station-employee?station_id=${here.id}`)).body.data.data[0].documents).toMatchObject([
      { id: file.id, name: paper.name, ...given },
    ])
    const cards = ['identityCardExpiration 2032-01-01 open', 'expiration 2029-05-05 open']
    expect(await due(world, id)).toEqual([...cards, `file_N ${inDays(40)} open`])
    expect((await admin.get(`/managers/station-employee/${id}/files/${file.id}`)).bytes).toEqual(paper.bytes)
    const read = await world.db.select().from(activity_log).where(eq(activity_log.action, 'lettura_file'))
    expect(read).toMatchObject([
      {
        ...{ user_id: admin.user_id, entity: 'station_employees', entity_id: String(id) },
        path: `/managers/station-employee/${id}/files/${file.id}`,
      },
    ])
    expect((await admin.del(`/managers/station-employee/${id}/files/${file.id}`)).status).toBe(204)
    expect((await admin.get(`/managers/station-employee/${id}/files/${file.id}`)).status).toBe(404)
    expect(await due(world, id)).toEqual([...cards, `file_N ${inDays(40)} cancelled`])
  }))

test('personal data are shown in full for a reason, which stands in the history without them', () =>
  inWorld(async (world) => {
    const { admin, person } = await scene(world)
    const { id } = (await admin.post('/managers/station-employee', person)).body.data
    for (const name of ['lettura.rete', 'lettura.conta'])
      expect((await (await world.as(name)).post(`/managers/station-employee/${id}/reveal`, { reason: 'Vedere' })).status, name).toBe(403)
    const without = await admin.post(`/managers/station-employee/${id}/reveal`, { reason: ' ' })
    expect([without.status, without.body.error]).toEqual([422, { reason: 'Il campo Motivo è obbligatorio.' }])
    const shown = await admin.post(`/managers/station-employee/${id}/reveal`, { reason: 'Controllo documenti' })
    const { fiscalCode, residence, identityCard } = verdi
    expect([shown.status, shown.body.data]).toEqual([200, { fiscalCode, residence, identityCard }])
    const told = (await admin.get(`/models/history?model=station_employee&model_id=${id}`)).body.data.data
    expect(told.map(({ event }: { event: string }) => event)).toEqual(['revealed', 'created'])
    expect(told[0]).toMatchObject({ new: { reason: 'Controllo documenti' }, user: { name: 'Anna Amministratrice' } })
    for (const secret of [fiscalCode, residence, identityCard]) expect(JSON.stringify(told)).not.toContain(secret)
    const logged = await world.db.select().from(activity_log).where(eq(activity_log.action, 'lettura_dati'))
    expect(logged).toMatchObject([{ entity: 'station_employees', entity_id: String(id), user_id: admin.user_id }])
  }))
