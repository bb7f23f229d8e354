import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispensers, fire_extinguishers, guns, pos, tanks } from '../../../server/db/schema/equipment/equipment.ts'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { fuels } from '../../../server/db/schema/stations/stations.ts'
import type { Db } from '../../../server/lib/core/db.ts'
import dispenserResource from '../../resources/equipment/dispensers.ts'
import networkDevices from '../../resources/equipment/network-devices.ts'
import posResource from '../../resources/equipment/pos.ts'
import stationDevices from '../../resources/equipment/station-devices.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeSample } from '../support/plain.ts'
import { inWorld, type World } from '../support/world.ts'

const SERIAL_TAKEN = 'Matricola già presente per questo punto vendita.'
const GUN_TAKEN = 'N. pistola già presente per questo punto vendita.'
const [PETROL, DIESEL] = [1, 2]
/** The due dates of a record: field, day, and whether it is still due. */
const due = async (db: Db, subject_type: string, subject_id: number) =>
  (
    await db
      .select()
      .from(expirations)
      .where(and(eq(expirations.subject_type, subject_type as 'gun'), eq(expirations.subject_id, subject_id)))
      .orderBy(expirations.id)
  ).map(({ subject_field, date, status }) => `${subject_field} ${date} ${status}`)
/** Two stations, each with a tank of petrol; `rete` has neither. */
async function scene({ as, db }: World) {
  const [here, there] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
  const tankOf = async (station_id: number) =>
    (await db.insert(tanks).values({ station_id, number: 'C1', fuel_id: PETROL }).returning())[0]!
  expect((await db.select().from(fuels).where(eq(fuels.id, PETROL)))[0]?.name).toBe('Benzina')
  const [admin, rete, ivan] = [await as('admin'), await as('rete'), await as('ispettore')]
  return { here, there, tank: await tankOf(here.id), foreign: await tankOf(there.id), admin, rete, ivan }
}

test('only a payment acceptor has a stacker; a telematic cash register has its own serial format and a check every two years', () =>
  inWorld(async (world) => {
    const { admin, here } = await scene(world)
    const { id } = await makeSample(admin, stationDevices, here.id, { last_check: null })
    const changed = (await admin.put(`/station/devices/${id}`, { rev: 1, last_check: '2026-01-31' })).body.data
    expect(changed).toMatchObject({ next_check: '2028-01-31' })
    expect(await due(world.db, 'station_device', id)).toEqual(['next_check 2028-01-31 open'])
    const opt = { station_id: here.id, number: 'OPT-1', type: 'opt', stacker: true }
    expect(await admin.post('/station/devices', opt)).toMatchObject({ status: 201, body: { data: { stacker: true } } })
  }))

test('what is due next is after what was done last; a piece that was stored otherwise can still be changed elsewhere', () =>
  inWorld(async ({ db, ...world }) => {
    const { admin, here, tank } = await scene({ db, ...world })
    const wrong = 'Deve essere dopo l’ultima data eseguita.'
    const days = { last_check: '2026-02-28', next_check: '2026-02-28' }
    const body = { station_id: here.id, number: 'E1', ...days }
    expect((await admin.post('/station/fireext', body)).body.error).toEqual({ next_check: wrong })
    const { id } = (await admin.post('/station/fireext', { ...body, next_check: '2026-03-01' })).body.data
    const change = (rev: number, more: object) => admin.put(`/station/fireext/${id}`, { rev, ...more })
    expect((await change(1, { last_check: '2026-03-01' })).body.error).toEqual({ next_check: wrong })
    await db.update(fire_extinguishers).set(days).where(eq(fire_extinguishers.id, id))
    expect((await change(1, { location: 'Cassa' })).status).toBe(200)
    const tested = { last_test: '2026-02-28', next_test: '2025-01-01' }
    expect((await admin.put(`/station/tanks/${tank.id}`, { rev: tank.rev, ...tested })).body.error).toEqual({ next_test: wrong })
    const gun = { number: 1, fuel_id: PETROL, last_metric_check: '2026-02-28', next_metric_check: '2026-02-27' }
    expect((await admin.post('/station/dispensers', { station_id: here.id, number: 'ER-1', guns: [gun] })).body.error).toEqual({
      'guns.0.next_metric_check': wrong,
    })
  }))

test('guns have a unique number in the station, a tank with their fuel, and a check every two years', () =>
  inWorld(async (world) => {
    const { admin, here, there, tank, foreign } = await scene(world)
    const gun = {
      number: 1,
      fuel_id: PETROL,
      side: 'A',
      flow: 'normale',
      tank_id: tank.id,
      totalizer: 1234.56,
      seals_ok: true,
      active: true,
    }
    const { id } = await makeSample(admin, dispenserResource, here.id, { number: 'ER-1', guns: [gun] })
    expect(await admin.post('/station/dispensers', { station_id: here.id, number: 'ER-1' })).toMatchObject({
      ...{ status: 422, body: { error: { number: SERIAL_TAKEN } } },
    })
    const write = (rows: object[], rev: number) => admin.put(`/station/dispensers/${id}`, { rev, guns: rows })
    const refused = async (row: object, error: object) =>
      expect(await write([{ ...gun, ...row }], 1)).toMatchObject({ status: 422, body: { error } })
    await refused({ tank_id: foreign.id }, { 'guns.0.tank_id': 'La cisterna non è di questo punto vendita.' })
    await refused({ tank_id: 999_999 }, { 'guns.0.tank_id': 'La cisterna non è di questo punto vendita.' })
    await refused({ fuel_id: DIESEL }, { 'guns.0.tank_id': 'La cisterna contiene un altro carburante.' })
    await refused({ fuel_id: 999_999, tank_id: null }, { 'guns.0.fuel_id': 'Il valore selezionato per Carburante non esiste.' })
    await refused({ number: 10 ** 30 }, { 'guns.0.number': 'Il campo N. pistola deve essere minore o uguale a 999.' })
    expect(await write([gun, { ...gun, side: 'B' }], 1)).toMatchObject({ status: 422, body: { error: { 'guns.1.number': GUN_TAKEN } } })

    const [first] = (await admin.get(`/station/dispensers/${here.id}`)).body.data[0].guns
    const made = (
      await write(
        [
          { ...first, last_metric_check: '2026-02-28' },
          { ...gun, number: 2, last_metric_check: '2025-12-31' },
        ],
        1,
      )
    ).body.data
    expect(made.guns).toMatchObject([
      { id: first.id, number: 1, next_metric_check: '2028-02-28', fuel: { name: 'Benzina' }, tank: { number: 'C1' } },
      { number: 2, next_metric_check: '2027-12-31' },
    ])
    const [one, two] = made.guns
    expect(await due(world.db, 'gun', one.id)).toEqual(['next_metric_check 2028-02-28 open'])
    // Two guns exchange their numbers and keep their ids.
    const swapped = (
      await write(
        [
          { ...one, number: 2 },
          { ...two, number: 1 },
        ],
        2,
      )
    ).body.data
    expect(swapped.guns.map(({ id, number }: { id: number; number: number }) => [id, number])).toEqual([
      [two.id, 1],
      [one.id, 2],
    ])
    // A gun out of use or deleted has no due check.
    const [still] = (await write([{ ...one, number: 2, active: false }], 3)).body.data.guns
    expect(still).toMatchObject({ id: one.id, active: false })
    expect(await due(world.db, 'gun', one.id)).toEqual(['next_metric_check 2028-02-28 cancelled'])
    expect(await due(world.db, 'gun', two.id)).toEqual(['next_metric_check 2027-12-31 cancelled'])
    // The number is free at another station; the specified path names the station.
    expect((await admin.post(`/station/dispensers/${there.id}`, { number: 'ER-1', guns: [{ ...gun, tank_id: foreign.id }] })).status).toBe(
      201,
    )
    expect((await admin.del(`/station/dispensers/${there.id}/${id}`)).status).toBe(204)
    expect((await admin.del(`/station/dispensers/${here.id}/${id}`)).status).toBe(204)
    expect(await world.db.$count(guns, eq(guns.station_id, here.id))).toBe(0)
  }))

test('equipment is written only with access to its station, whatever path and body say', () =>
  inWorld(async (world) => {
    const { admin, rete, here, there, db } = { ...(await scene(world)), db: world.db }
    const made = (await admin.post('/station/dispensers', { station_id: here.id, number: 'ER-1' })).body.data
    const write = () => rete.put(`/station/dispensers/${made.id}`, { rev: 1, note: 'mia', station_id: there.id })
    expect((await write()).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: rete.user_id, level: 'read' })
    // A person who may only read stations learns nothing of the tanks.
    const probe = { rev: 1, guns: [{ number: 1, fuel_id: PETROL, tank_id: 999_999 }] }
    expect((await rete.put(`/station/dispensers/${made.id}`, probe)).status).toBe(403)
    expect((await write()).status).toBe(403)
    await db.update(station_acl).set({ level: 'write' })
    expect(await write()).toMatchObject({ status: 200, body: { data: { station_id: here.id, note: 'mia' } } })
    for (const station_id of [there.id, 2_000_000_000])
      expect((await rete.post('/station/dispensers', { station_id })).status, String(station_id)).toBe(404)
    expect((await rete.post(`/station/dispensers/${there.id}`, {})).status).toBe(404)
    expect((await rete.del(`/station/dispensers/${there.id}/${made.id}`)).status).toBe(204)
    expect((await rete.get(`/netdevices/${there.id}`)).status).toBe(404)
    expect(await db.$count(dispensers, eq(dispensers.station_id, there.id))).toBe(0)
    const name = '<img src=x onerror=alert(1)>'
    await rete.put(`/station/dispensers/${made.id}`, { rev: 2, brand: name })
    expect((await rete.get(`/station/dispensers/${here.id}?search=onerror`)).body.data).toMatchObject([{ brand: name }])
  }))

test('POS need the financial policy, have a terminal code unique in the network, and name their bank', () =>
  inWorld(async (world) => {
    const { admin, here, there, db } = { ...(await scene(world)), db: world.db }
    const stazione = await world.as('stazione')
    const [bank] = (await admin.get('/banks')).body.data.data
    const { id } = await makeSample(admin, posResource, here.id, { bank_id: bank.id })
    expect(await admin.post('/bank/pos', { station_id: there.id, serial: 'SN-1' })).toMatchObject({
      ...{ status: 422, body: { error: { serial: 'Il valore del campo Seriale è già presente.' } } },
    })
    expect((await admin.put(`/bank/pos/${id}`, { rev: 1, bank_id: 999_999 })).body.error).toEqual({
      bank_id: 'Il valore selezionato per Banca non esiste.',
    })
    const [device] = (await admin.post('/station/devices', { station_id: there.id, number: 'OPT-2', type: 'opt' })).body.data
      ? [(await admin.get(`/station/devices/${there.id}`)).body.data[0]]
      : []
    expect((await admin.put(`/bank/pos/${id}`, { rev: 1, device_id: device.id })).body.error).toEqual({
      device_id: 'Il dispositivo non è di questo punto vendita.',
    })
    expect((await stazione.get('/suggestions/banks')).body.data).toContainEqual({ id: bank.id, name: bank.name })
    expect((await admin.get(`/bank/pos?bank_id=${bank.id}&search=zztml1`)).body.data.data).toMatchObject([
      { id, bank: { id: bank.id, name: bank.name }, station: { id: here.id, code: 'ZZ1' } },
    ])
    expect((await admin.del(`/banks/${bank.id}`)).body.error).toMatch(/^La banca è associata a \d+ POS\.$/)
    // Pieces of other stations are invisible, those of the caller's are shown.
    const seen = async () => (await stazione.get('/bank/pos?search=zztml1')).body.data.data
    expect(await seen()).toEqual([])
    expect((await stazione.put(`/bank/pos/${id}`, { rev: 1, side: 3 })).status).toBe(404)
    await db.insert(station_acl).values({ station_id: here.id, user_id: stazione.user_id, level: 'read' })
    expect(await seen()).toMatchObject([{ id }])
    expect((await stazione.del(`/bank/pos/${id}`)).status).toBe(403)
    expect(await db.$count(pos, eq(pos.id, id))).toBe(1)
    // A POS remains when its payment acceptor is deleted.
    const own = (await admin.post('/station/devices', { station_id: here.id, number: 'OPT-3', type: 'opt' })).body.data
    expect((await admin.put(`/bank/pos/${id}`, { rev: 1, device_id: own.id })).body.data).toMatchObject({ device_id: own.id })
    expect((await admin.del(`/station/devices/${here.id}/${own.id}`)).status).toBe(204)
    expect((await seen())[0]).toMatchObject({ device_id: null })
  }))

test('network devices have an IPv4 address unique in the station, are hidden from managers, and store no password', () =>
  inWorld(async (world) => {
    const { admin, ivan, here, there } = await scene(world)
    const { id } = await makeSample(admin, networkDevices, here.id, { password: 'segreta' })
    expect((await admin.post('/netdevices', { station_id: there.id, item: 'PC', ip: '10.1.2.3' })).status).toBe(201)
    expect(JSON.stringify((await ivan.get(`/netdevices/${here.id}`)).body)).not.toContain('segreta')
    const gestore = await world.as('gestore')
    await world.db.insert(station_acl).values({ station_id: here.id, user_id: gestore.user_id, level: 'write' })
    expect((await gestore.get(`/station/devices/${here.id}`)).status).toBe(200)
    expect((await gestore.get(`/netdevices/${here.id}`)).status).toBe(403)
    expect((await gestore.put(`/netdevices/${id}`, { rev: 1, note: 'x' })).status).toBe(403)
  }))

test('due dates of extinguishers follow the norm by type, tank and year; one of 18 years must be replaced', () =>
  inWorld(async (world) => {
    const { admin, here } = await scene(world)
    const make = async (body: object) => (await admin.post('/station/fireext', { ...body, station_id: here.id })).body.data
    const year = world.deps.now().getFullYear()
    expect(await make({ number: 'P1', type: 'polvere', year: 2023, last_check: '2026-08-31' })).toMatchObject({
      ...{ next_check: '2027-02-28', next_overhaul: '2026-01-01', next_test: '2033-01-01', status: 'attivo' },
    })
    // The intervals come from the settings.
    const rows = (await admin.get('/extinguisher-intervals?per_page=50')).body.data.data
    const usual = rows.find((row: { type: string; built_until: number | null }) => row.type === 'polvere' && !row.built_until)
    const set = async (overhaul: number, rev: number) =>
      (await admin.put(`/extinguisher-intervals/${usual.id}`, { rev, overhaul })).body.data.rev
    const rev = await set(36, usual.rev)
    expect(await make({ number: 'P9', type: 'polvere', year: 2025 })).toMatchObject({ next_overhaul: '2028-01-01' })
    await set(60, rev)
    expect(await make({ number: 'P2', type: 'polvere', year: 2025 })).toMatchObject({ next_check: null, next_overhaul: '2030-01-01' })
    expect(await make({ number: 'S1', type: 'schiuma', tank_kind: 'plastificato', last_overhaul: '2026-01-10' })).toMatchObject({
      ...{ next_overhaul: '2028-01-10', next_test: null },
    })
    const old = await make({ number: 'V1', type: 'co2', year: year - 18, next_check: '2027-01-01' })
    expect(old).toMatchObject({ status: 'da_dismettere', next_check: '2027-01-01' })
    expect(await due(world.db, 'fire_extinguisher', old.id)).toEqual([
      ...['next_check 2027-01-01 open', `next_overhaul ${year - 13}-01-01 open`, `next_test ${year - 8}-01-01 open`],
    ])
    // A done check moves the next one. Out of use, nothing is due.
    const done = (await admin.put(`/station/fireext/${old.id}`, { rev: 1, last_check: '2026-11-20' })).body.data
    expect(done).toMatchObject({ next_check: '2027-05-20' })
    expect((await due(world.db, 'fire_extinguisher', old.id))[0]).toBe('next_check 2027-05-20 open')
    await admin.put(`/station/fireext/${old.id}`, { rev: 2, status: 'dismesso' })
    expect((await due(world.db, 'fire_extinguisher', old.id)).every((one) => one.endsWith('cancelled'))).toBe(true)
    expect((await admin.get(`/station/fireext/${here.id}?search=V1`)).body.data).toMatchObject([{ status: 'dismesso' }])
  }))

test('a deleted oil separator leaves no due date', () =>
  inWorld(async (world) => {
    const { admin, here } = await scene(world)
    const { id } = (await admin.post('/station/oilseparator', { station_id: here.id, number: 'D1', last_cleaning: '2026-03-31' })).body.data
    expect(await due(world.db, 'oil_separator', id)).toEqual(['next_cleaning 2027-03-31 open'])
    await admin.del(`/station/oilseparator/${here.id}/${id}`)
    expect(await due(world.db, 'oil_separator', id)).toEqual(['next_cleaning 2027-03-31 cancelled'])
  }))

test('a piece that could not be told from others is refused: a serial number, or for a POS the TML or the serial, is required', () =>
  inWorld(async ({ as, db }) => {
    const [admin, { id: station_id }] = [await as('admin'), await makeStation(db, { code: 'ZZ1' })]
    for (const path of ['/station/dispensers', '/station/devices', '/station/fireext', '/station/oilseparator']) {
      const refused = await admin.post(path, { station_id })
      expect([refused.status, refused.body.error], path).toEqual([422, { number: 'Il campo Matricola è obbligatorio.' }])
    }
    const refused = await admin.post('/bank/pos', { station_id })
    expect([refused.status, refused.body.error]).toEqual([422, { tml: 'Inserire il codice TML o il seriale.' }])
    const made = await admin.post('/bank/pos', { station_id, serial: 'SN77' })
    expect(made.status).toBe(201)
    const { id, rev } = made.body.data
    expect((await admin.put(`/bank/pos/${id}`, { rev, serial: null })).body.error).toEqual({ tml: 'Inserire il codice TML o il seriale.' })
  }))
