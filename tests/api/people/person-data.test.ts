import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { activity_log, files, model_history } from '../../../server/db/schema/core/system.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { managements } from '../../../server/db/schema/people/managements.ts'
import { managers, station_employees } from '../../../server/db/schema/people/managers.ts'
import { hasPdfToText, letters } from '../../pdf/pdf-text.ts'
import { paper } from '../../resources/files.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { contractOf, makeManagement, rossi } from '../support/management-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const scene = async (world: World) => {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  const admin = await world.as('admin')
  const { manager, management } = await makeManagement(admin, station.id, {}, { ...rossi, note: 'Nota riservata' })
  await admin.upload(`/managers/${manager.id}/upload`, [paper], { category: 'durc', expiration: '2030-01-01' })
  return { admin, station, id: manager.id, management }
}
const SECRETS = ['Mario', 'mario.rossi@example.it', '+393331234567', 'Nota riservata', 'Via Roma 1']
/** All that the tables say of a person. */
const leftOf = async ({ db }: World, kind: 'manager' | 'station_employee', id: number) => {
  const due = await db
    .select()
    .from(expirations)
    .where(and(eq(expirations.subject_type, kind), eq(expirations.subject_id, id)))
  const ids = due.map((one) => one.id)
  return JSON.stringify([
    due,
    await db
      .select()
      .from(kind === 'manager' ? managers : station_employees)
      .where(eq(kind === 'manager' ? managers.id : station_employees.id, id)),
    await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, kind), eq(model_history.model_id, id))),
    await db
      .select()
      .from(model_history)
      .where(and(eq(model_history.model, 'expiration'), inArray(model_history.model_id, [...ids, 0]))),
  ])
}

test('the archive of a manager tells all that is kept, to who may see it in full, and each reading is in the log', () =>
  inWorld(async (world) => {
    const { as, db } = world
    const { id, station, admin } = await scene(world)
    for (const name of ['lettura.conta', 'ispettore'])
      expect((await (await as(name)).get(`/managers/${id}/archive`)).status, name).toBe(403)
    const area = await as('stazione')
    expect((await area.get(`/managers/${id}/archive`)).status).toBe(404)
    await assign(db, station.id, area.user_id)
    // A management at a station out of reach is not told to who reads the manager for another.
    const far = await makeStation(db, { code: 'ZZ2' })
    await admin.post('/managements', contractOf(far.id, id, { from: '2026-02-01' }))
    const all = (await area.get(`/managers/${id}/archive`)).body
    expect(all.contracts).toHaveLength(1)
    expect((await admin.get(`/managers/${id}/archive`)).body.contracts).toHaveLength(2)
    expect(all).toMatchObject({
      person: { fiscalCode: rossi.fiscalCode, residence: rossi.residence, note: 'Nota riservata' },
      contracts: [{ station: { code: 'ZZ1' }, management: { from: '2026-01-01' } }],
      documents: [{ category: 'durc', expiration: '2030-01-01' }],
      account: null,
    })
    expect(all.changes.length).toBeGreaterThan(0)
    const pdf = await area.get(`/managers/${id}/archive?format=pdf`)
    expect([pdf.status, String(pdf.headers['content-disposition'])]).toEqual([200, expect.stringContaining(`gestore-${id}.pdf`)])
    if (hasPdfToText) expect(letters(pdf.bytes)).toContain('RSSMRA85T10A562S')
    expect(await db.$count(activity_log, and(eq(activity_log.action, 'lettura_file'), eq(activity_log.entity, 'person-data')))).toBe(3)
  }))

test('a manager is erased after the last management, but for what the ground keeps; the account goes too, and nobody may use it again', () =>
  inWorld(async (world) => {
    world.lookAway()
    const { as, db } = world
    const { id, admin, management } = await scene(world)
    const owner = await as('gestore')
    // With permissions of its own it would be an account of somebody else, too.
    await db.update(users).set({ permissions: [] }).where(eq(users.id, owner.user_id))
    await db.update(managers).set({ user_id: null }).where(eq(managers.user_id, owner.user_id))
    await db.update(managers).set({ user_id: owner.user_id }).where(eq(managers.id, id))
    const erase = (ground: string) => admin.post(`/managers/${id}/erase`, { ground })
    for (const name of ['contabilita', 'gestore', 'lettura.conta'])
      expect((await (await as(name)).post(`/managers/${id}/erase`, { ground: 'fiscale' })).status, name).toBe(403)
    expect((await erase('fiscale')).body.error).toBe('Cessare prima le gestioni attive.')
    await db.update(managements).set({ ended_at: '2026-01-31' }).where(eq(managements.id, management.id))
    expect((await erase('nessuno')).body.error).toBe('Ci sono contratti di gestione, che si conservano 10 anni: scegliere un altro motivo.')
    expect((await erase('boh')).status).toBe(422)
    expect((await erase('fiscale')).status).toBe(204)
    const [row] = await db.select().from(managers).where(eq(managers.id, id))
    expect(row).toMatchObject({
      ...{ name: 'Mario', lastname: 'Rossi', fiscalCode: rossi.fiscalCode, residence: rossi.residence },
      ...{ phone: '–', email: '–', bornDate: null, identityCard: null, note: null, user_id: null },
    })
    expect(row!.deleted_at).not.toBeNull()
    expect((await admin.get(`/managers/${id}`)).status).toBe(404)
    const left = await leftOf(world, 'manager', id)
    for (const word of SECRETS.slice(1, 4)) expect(left).not.toContain(word)
    expect(await db.$count(files, and(eq(files.owner_type, 'manager'), eq(files.owner_id, id)))).toBe(0)
    const [account] = await db.select().from(users).where(eq(users.id, owner.user_id))
    expect(account).toMatchObject({ name: 'Utente cancellato', enabled: 0, fiscalCode: null })
    expect((await owner.get('/managements')).status).toBe(401)
  }))

test('an employee is erased after the last day at work, and without a ground nothing names the person', () =>
  inWorld(async (world) => {
    world.lookAway()
    const { db } = world
    const { admin, id, station } = await scene(world)
    const body = { ...rossi, residence: 'Via Roma 1', note: 'Nota riservata', manager_id: id, station_id: station.id, job: 'cassiere' }
    const made: number = (await admin.post('/managers/station-employee', body)).body.data.id
    expect((await (await world.as('lettura.rete')).post(`/managers/station-employee/${made}/erase`, { ground: 'nessuno' })).status).toBe(
      403,
    )
    expect((await (await world.as('stazione')).post(`/managers/station-employee/${made}/erase`, { ground: 'nessuno' })).status).toBe(404)
    expect((await admin.get(`/managers/station-employee/${made}/archive`)).body.person).toMatchObject({
      note: 'Nota riservata',
      job: 'cassiere',
    })
    expect((await admin.post(`/managers/station-employee/${made}/erase`, { ground: 'nessuno' })).body.error).toBe(
      'Il dipendente è in servizio: indicare prima la data di fine.',
    )
    await db.update(station_employees).set({ left_at: '2026-01-31' }).where(eq(station_employees.id, made))
    expect((await admin.post(`/managers/station-employee/${made}/erase`, { ground: 'nessuno' })).status).toBe(204)
    const left = await leftOf(world, 'station_employee', made)
    for (const word of [...SECRETS, 'Rossi', rossi.fiscalCode]) expect(left).not.toContain(word)
    expect(left).toContain(`Dipendente cancellato ${made}`)
    expect((await admin.get(`/managers/station-employee/${made}`)).body.data).toMatchObject({
      lastname: `Dipendente cancellato ${made}`,
      active: false,
    })
  }))
