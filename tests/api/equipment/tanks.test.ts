import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { guns, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { tank_maintenances } from '../../../server/db/schema/equipment/tank-maintenances.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { ticket_categories, ticket_history, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { makeStation } from '../support/fixtures.ts'
import { maintenancePicture, newMaintenance, newTank } from '../support/tank-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const tankAt = async (db: World['db'], id: number) => (await db.select().from(tanks).where(eq(tanks.id, id)))[0]!
const dueOf = (db: World['db'], id: number) =>
  db
    .select()
    .from(expirations)
    .where(and(eq(expirations.subject_type, 'tank'), eq(expirations.subject_id, id)))
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })

test("tanks and maintenances need their policies and a visible station, and lists have the caller's stations", () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const tank = await newTank(db, station.id)
    const [admin, stranger, stazione, gestore] = [await as('admin'), await as('dipendente'), await as('stazione'), await as('gestore')]
    expect((await newMaintenance(stranger, tank)).status).toBe(403)
    expect((await stranger.get('/station/tanks')).status).toBe(403)
    const body = { station_id: station.id, number: 'C1', fuel_id: 1 }
    expect((await stranger.post('/station/tanks', body)).status).toBe(403)
    expect((await gestore.post('/station/tanks', body)).status).toBe(403)
    expect((await newMaintenance(stazione, tank)).status).toBe(404)
    await db.insert(station_acl).values({ station_id: station.id, user_id: stazione.user_id, level: 'write' })
    expect(await newMaintenance(stazione, tank)).toMatchObject({ status: 201, body: { message: 'Intervento Cisterna creato' } })
    const other = await makeStation(db, { code: 'ZZ2' })
    expect((await newMaintenance(admin, tank, { station_id: other.id })).body.error).toEqual({ tank_id: expect.any(String) })
    expect((await stazione.get('/station/tanks')).body.data.data.some((row: { id: number }) => row.id === tank)).toBe(true)
    expect((await stazione.get(`/station/tanks/${station.id}`)).body.data).toMatchObject([
      { id: tank, maintenances: [{ type: 'pulizia' }], place: expect.stringMatching(/^ZZ1 /), writable: true },
    ])
    await db.update(station_acl).set({ level: 'read' }).where(eq(station_acl.station_id, station.id))
    expect((await stazione.get(`/station/tanks/${station.id}`)).body.data).toMatchObject([{ id: tank, writable: false }])
    expect((await newMaintenance(stazione, tank)).status).toBe(403)
  }))

test('a manager records interventions on the tanks of the own station, never of another, and changes no tank', () =>
  inWorld(async ({ as, db }) => {
    const [own, other] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    const [tank, foreign] = [await newTank(db, own.id), await newTank(db, other.id)]
    const [gestore, addetto] = [await as('gestore'), await as('addetto')]
    await db.insert(station_acl).values({ station_id: own.id, user_id: gestore.user_id, level: 'write' })
    expect((await newMaintenance(gestore, foreign)).status).toBe(404)
    expect((await newMaintenance(addetto, tank)).status).toBe(403)
    const listed = (await gestore.get('/station/tanks?is_paginated=0')).body.data as { id: number }[]
    expect(listed.map(({ id }) => id)).toContain(tank)
    expect(listed.map(({ id }) => id)).not.toContain(foreign)
    expect((await gestore.get('/station/tanks/capacity')).status).toBe(200)
    const made = await newMaintenance(gestore, tank)
    expect(made).toMatchObject({ status: 201, body: { message: 'Intervento Cisterna creato' } })
    const { uuid, id, rev } = made.body.data
    expect((await gestore.put(`/station/tanks/maintenances/${uuid}`, { rev, company: 'Altra' })).status).toBe(200)
    expect((await gestore.get(`/station/tanks/${own.id}`)).body.data).toMatchObject([{ id: tank, writable: true }])
    expect((await gestore.put(`/station/tanks/${tank}`, { rev: 1, capacity: 1 })).status).toBe(403)
    expect((await gestore.del(`/station/tanks/maintenances/${tank}/${id}`)).status).toBe(204)
  }))

test('litres and tanks of each fuel are summed over what the filters leave', () =>
  inWorld(async ({ as, db }) => {
    const { id } = await makeStation(db, { code: 'ZZ1' })
    for (const capacity of [9000, 6000]) await newTank(db, id, { capacity })
    await newTank(db, id, { capacity: 5000, fuel_id: 2 })
    await newTank(db, (await makeStation(db, { code: 'ZZ2' })).id, { capacity: 1 })
    const { data } = (await (await as('admin')).get(`/station/tanks/capacity?station_id=${id}`)).body
    expect(data).toMatchObject([
      { fuel: { id: 1 }, tanks: 2, capacity: 15_000 },
      { fuel: { id: 2 }, tanks: 1, capacity: 5000 },
    ])
  }))

test('a tank is saved with the specified messages, and its next test, by type and age, is an expiration', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const made = await admin.post('/station/tanks', {
      ...{
        station_id: station.id,
        number: 'C1',
        fuel_id: 1,
        type: 'parete_singola',
        year: 1990,
        capacity: 20_000,
        compartment: 2,
        probe: true,
      },
      last_test: '2026-02-01',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Cisterna creata', data: { next_test: '2027-02-01', status: 'attivo', fuel: { id: 1 }, maintenances: [] } },
    })
    const { id, rev } = made.body.data
    expect(await dueOf(db, id)).toMatchObject([{ type: 'serbatoi', date: '2027-02-01', status: 'open', periodicity: 'annual' }])
    expect((await admin.post('/station/tanks', { station_id: station.id, number: 'C1', fuel_id: 1 })).body.error).toEqual({
      number: 'Numero già presente per questo punto vendita.',
    })
    expect(await admin.put(`/station/tanks/${id}`, { rev, next_test: '2027-05-01' })).toMatchObject({
      status: 200,
      body: { message: 'Cisterna modificata' },
    })
    expect(await dueOf(db, id)).toMatchObject([{ date: '2027-05-01', status: 'open' }])
    const { data } = (await newMaintenance(admin, id)).body
    await newMaintenance(admin, id)
    expect(await admin.del(`/station/tanks/${station.id}/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'has_maintenances', error: 'La cisterna ha 2 interventi, eliminati insieme a lei.' },
    })
    const pump = (await admin.post('/station/dispensers', { station_id: station.id, number: 'E1' })).body.data
    await db.insert(guns).values({ station_id: station.id, dispenser_id: pump.id, number: 77, fuel_id: 1, tank_id: id })
    expect((await admin.del(`/station/tanks/${station.id}/${id}?force=1`)).body.error).toBe('La cisterna è collegata a 1 pistole.')
    expect((await admin.put(`/station/tanks/${id}`, { rev: rev + 1, fuel_id: 2 })).body.error).toBe('La cisterna è collegata a 1 pistole.')
    await db.delete(guns).where(eq(guns.tank_id, id))
    expect((await admin.del(`/station/tanks/${station.id}/${id}?force=1`)).status).toBe(204)
    expect(await db.select().from(tank_maintenances).where(eq(tank_maintenances.id, data.id))).toEqual([])
    expect(await dueOf(db, id)).toMatchObject([{ status: 'cancelled' }])
  }))

test("the newest tightness test sets a tank's last and next test; corrections and deletions revert it", () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const tank = await newTank(db, station.id, { year: 2005, type: 'parete_singola' })
    const test = (date: string, more = {}) => newMaintenance(admin, tank, { type: 'prova_tenuta', date, outcome: 'positivo', ...more })
    const first = (await test('2024-05-10')).body.data
    expect(await tankAt(db, tank)).toMatchObject({ last_test: '2024-05-10', next_test: '2026-05-10', rev: 2 })
    const second = (await test('2026-05-08', { next_date: '2027-05-08' })).body.data
    expect(await tankAt(db, tank)).toMatchObject({ last_test: '2026-05-08', next_test: '2027-05-08' })
    expect(await dueOf(db, tank)).toMatchObject([{ date: '2027-05-08', status: 'open' }])
    // An old test changes nothing, nor does a cleaning.
    await test('2020-01-01')
    await newMaintenance(admin, tank, { date: '2026-06-01' })
    expect(await tankAt(db, tank)).toMatchObject({ last_test: '2026-05-08' })
    const change = { rev: second.rev, date: '2025-05-08', next_date: null }
    expect(await admin.put(`/station/tanks/maintenances/${second.id}`, change)).toMatchObject({
      status: 200,
      body: { message: 'Intervento Cisterna modificato' },
    })
    expect(await tankAt(db, tank)).toMatchObject({ last_test: '2025-05-08', next_test: '2027-05-08' })
    expect((await admin.del(`/station/tanks/maintenances/${tank}/${second.id}`)).status).toBe(204)
    expect((await admin.del(`/station/tanks/maintenances/${tank + 1}/${first.id}`)).status).toBe(204)
    expect(await tankAt(db, tank)).toMatchObject({ last_test: '2024-05-10', next_test: '2026-05-10' })
    expect((await test(day(1))).body.error).toEqual({ date: 'La data non può essere futura.' })
    expect((await test('2026-05-08', { next_date: '2026-05-08' })).body.error).toEqual({
      next_date: 'Il prossimo intervento deve essere dopo la data.',
    })
    expect((await newMaintenance(admin, tank, { company: ' ' })).body.error).toEqual({ company: 'Il campo Ditta è obbligatorio.' })
  }))

test('a negative outcome opens one urgent ticket, even if resent, corrected or entered later, and mails the agents', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1', email: 'pv@zz1.example.it', maintenanceCompany: 'Manutenzioni S.r.l.' })
    const admin = await as('admin')
    const tank = await newTank(db, station.id)
    const uuid = randomUUID()
    const bad = { uuid, type: 'prova_tenuta', outcome: 'negativo', note: 'Perde dal passo d’uomo.' }
    const count = () => db.$count(tickets)
    const before = await count()
    const made = (await newMaintenance(admin, tank, bad)).body.data
    expect(made.ticket).toEqual({ id_year: expect.any(Number), id_number: expect.any(Number) })
    expect((await newMaintenance(admin, tank, bad)).status).toBe(200)
    expect((await newMaintenance(admin, tank, { ...bad, note: 'Perde molto.' })).body.data).toMatchObject({ rev: 2, ticket: made.ticket })
    const change = (rev: number, outcome: string) => admin.put(`/station/tanks/maintenances/${uuid}`, { rev, outcome })
    await change(2, 'positivo')
    expect((await change(3, 'negativo')).body.data.ticket).toEqual(made.ticket)
    expect(await count()).toBe(before + 1)
    const [ticket] = await db.select().from(tickets).where(eq(tickets.station_id, station.id))
    expect(ticket).toMatchObject({
      ...{ priority: 4, status_id: 1, source: 'system', company: 'Manutenzioni S.r.l.', requester_id: admin.user_id },
      equipment: { type: 'tank', id: tank },
    })
    const events = await db.select().from(ticket_history).where(eq(ticket_history.ticket_id, ticket!.id)).orderBy(ticket_history.id)
    expect(events.map(({ event }) => event)).toEqual(['creato', 'notifica'])
    expect(events[1]!.new).toContain('pv@zz1.example.it')
    // A positive outcome that becomes negative later.
    const later = (await newMaintenance(admin, tank, { outcome: 'positivo' })).body.data
    expect(later.ticket).toBeNull()
    expect((await admin.put(`/station/tanks/maintenances/${later.uuid}`, { rev: 1, outcome: 'negativo' })).body.data.ticket.id_number).toBe(
      made.ticket.id_number + 1,
    )
    // Without such a category no ticket is opened and nobody gets a mail.
    await db.update(ticket_categories).set({ active: false })
    const told = await db.$count(ticket_history)
    expect((await newMaintenance(admin, tank, { outcome: 'negativo' })).body.data.ticket).toBeNull()
    expect(await db.$count(ticket_history)).toBe(told)
  }))

test('fifty tickets opened concurrently are numbered without gaps', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const admin = await as('admin')
    const tank = await newTank(db, station.id)
    const answers = await Promise.all(Array.from({ length: 50 }, () => newMaintenance(admin, tank, { outcome: 'negativo' })))
    const numbers = answers.map(({ body }) => body.data.ticket.id_number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => numbers[0]! + at))
  }))

test('pictures of a maintenance may arrive before it, and are readable with the tank', () =>
  inWorld(async ({ as, db }) => {
    const station = await makeStation(db, { code: 'ZZ1' })
    const [admin, stazione] = [await as('admin'), await as('stazione')]
    await db.insert(station_acl).values({ station_id: station.id, user_id: stazione.user_id, level: 'write' })
    const tank = await newTank(db, station.id)
    const uuid = randomUUID()
    const photo = await maintenancePicture(stazione, uuid)
    expect((await newMaintenance(stazione, tank, { uuid, photos: [photo] })).body.data.photos).toEqual([photo])
    expect((await admin.get(`/station/tanks/maintenances/files/${photo}`)).bytes.length).toBeGreaterThan(100)
    const [row] = (await stazione.get(`/stations/${station.id}/tanks/maintenances`)).body.data
    expect(row).toMatchObject({ uuid, tank_id: tank, photos: [photo], cost: null })
  }))
