import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { management_remunerations } from '../../../server/db/schema/people/managements.ts'
import { station_acl } from '../../../server/db/schema/stations/station-acl.ts'
import { monthlyRemuneration } from '../../../src/rules/people/remuneration.ts'
import { inDays } from '../../resources/days.ts'
import { makeStation } from '../support/fixtures.ts'
import { makeManagement, terms } from '../support/management-fixtures.ts'
import { inWorld, type World } from '../support/world.ts'

const scene = async (world: World) => {
  const station = await makeStation(world.db, { code: 'ZZ1', name: 'Prova' })
  const admin = await world.as('admin')
  const { management } = await makeManagement(admin, station.id)
  const body = { ...terms, management_id: management.id, valid_from: '2026-01-01' }
  return { admin, station, management, body }
}
const rows = ({ db }: World, management_id: number) =>
  db
    .select()
    .from(management_remunerations)
    .where(eq(management_remunerations.management_id, management_id))
    .orderBy(management_remunerations.valid_from)

test('remuneration is written by accounting and not by stations, read by nobody who only reads stations, and only within reach', () =>
  inWorld(async (world) => {
    const { admin, station, management, body } = await scene(world)
    const { id } = (await admin.post('/management-remuneration', body)).body.data
    const before = await rows(world, management.id)
    for (const name of ['stazione', 'gestore', 'lettura.rete', 'lettura.conta']) {
      const caller = await world.as(name)
      expect((await caller.post('/management-remuneration', { ...body, valid_from: '2026-02-01' })).status, name).toBe(403)
      expect((await caller.put(`/management-remuneration/${id}`, { rev: 1, fixed: 1 })).status, name).toBe(403)
      expect((await caller.del(`/management-remuneration/${id}`)).status, name).toBe(403)
    }
    const foreign = await world.as('gestore')
    const readsStations = await world.as('p.access_station_ro')
    await world.db.insert(station_acl).values({ station_id: station.id, user_id: readsStations.user_id, level: 'read' })
    for (const caller of [foreign, readsStations]) {
      expect((await caller.get(`/management-remuneration/${id}`)).status).toBe(404)
      expect((await caller.get(`/management-remuneration?management_id=${management.id}`)).body.data.data).toEqual([])
    }
    expect((await admin.post('/management-remuneration', { ...body, management_id: 999_999 })).body.error).toEqual({
      management_id: 'Il valore selezionato per Gestione non esiste.',
    })
    expect(await rows(world, management.id)).toEqual(before)
    const conta = await world.as('contabilita')
    expect((await conta.post('/management-remuneration', { ...body, valid_from: '2026-02-01' })).status).toBe(201)
  }))

test('a remuneration has versions: the one that counts is the newest that has begun, and one that is to come does not count yet', () =>
  inWorld(async (world) => {
    const { admin, management, body } = await scene(world)
    const version = (more: object) => admin.post('/management-remuneration', { ...body, ...more })
    const counts = async () => (await admin.get(`/managements/${management.id}`)).body.data.remuneration
    expect(await counts()).toBeNull()
    const first = await version({})
    expect([first.status, first.body.message]).toEqual([201, 'Remunerazione creata'])
    const stamps = { created_at: expect.any(String), updated_at: expect.any(String), created_by: admin.user_id, updated_by: admin.user_id }
    const row = { ...body, ...stamps, id: first.body.data.id, rev: 1 }
    expect(await rows(world, management.id)).toEqual([row])
    const second = (await version({ valid_from: '2026-06-01', fixed: 600 })).body.data
    const later = (await version({ valid_from: inDays(1), fixed: 900 })).body.data
    expect(await counts()).toEqual({ id: second.id, fixed: 600, perLiter: 0.03, valid_from: '2026-06-01' })
    const list = async () => (await admin.get(`/management-remuneration?management_id=${management.id}`)).body.data
    expect((await list()).data.map(({ id, fixed }: { id: number; fixed: number }) => [id, fixed])).toEqual([
      [later.id, 900],
      [second.id, 600],
      [first.body.data.id, 500],
    ])
    expect((await admin.get(`/management-remuneration/${second.id}`)).body.data).toMatchObject({
      ...body,
      valid_from: '2026-06-01',
      fixed: 600,
    })

    const change = { fixed: 650, perLiter: 0.0325, discountLiter: 0.005, aboveThreshold: 0, thresholdLiters: 0, valid_from: '2026-05-01' }
    const changed = await admin.put(`/management-remuneration/${second.id}`, { rev: 1, ...change })
    expect(changed.body).toMatchObject({ message: 'Remunerazione modificata', data: { ...change, rev: 2 } })
    expect((await rows(world, management.id))[1]).toEqual({ ...row, ...change, id: second.id, rev: 2 })
    expect(await counts()).toEqual({ id: second.id, fixed: 650, perLiter: 0.0325, valid_from: '2026-05-01' })
    expect((await admin.put(`/management-remuneration/${second.id}`, { rev: 1, fixed: 1 })).body.code).toBe('stale')

    expect((await version({})).body.error).toEqual({ valid_from: 'Il valore del campo Valida dal è già presente.' })
    expect((await admin.put(`/management-remuneration/${second.id}`, { rev: 2, valid_from: '2026-01-01' })).body.error).toEqual({
      valid_from: 'Il valore del campo Valida dal è già presente.',
    })
    expect((await version({ valid_from: '2026-02-01', thresholdLiters: 0 })).body.error).toEqual({
      thresholdLiters: 'Il campo Soglia litri/mese è obbligatorio.',
    })
    const nothing = { fixed: 'Indicare il fisso mensile o un importo per litro.' }
    const zero = { fixed: 0, perLiter: 0, aboveThreshold: 0 }
    expect((await version({ ...zero, valid_from: '2026-02-01' })).body.error).toEqual(nothing)
    expect((await admin.put(`/management-remuneration/${second.id}`, { rev: 2, ...zero })).body.error).toEqual(nothing)
    expect((await admin.put(`/management-remuneration/${second.id}`, { rev: 2, management_id: 1 })).body.error).toEqual({
      management_id: 'La gestione non si cambia.',
    })
  }))

test('versions are deleted but for the only one of a running management', () =>
  inWorld(async (world) => {
    const { admin, management, body } = await scene(world)
    const first = (await admin.post('/management-remuneration', body)).body.data
    const held = await admin.del(`/management-remuneration/${first.id}`)
    expect([held.status, held.body.error]).toEqual([409, 'È l’unica remunerazione di una gestione attiva: inserirne prima un’altra.'])
    const second = (await admin.post('/management-remuneration', { ...body, valid_from: '2026-06-01' })).body.data
    expect((await admin.del(`/management-remuneration/${second.id}`)).status).toBe(204)
    expect((await admin.del(`/management-remuneration/${second.id}`)).status).toBe(204)
    expect((await admin.get(`/management-remuneration/${second.id}`)).status).toBe(404)
    expect((await rows(world, management.id)).map(({ id }) => id)).toEqual([first.id])
    const { rev } = (await admin.get(`/managements/${management.id}`)).body.data
    await admin.put(`/managements/${management.id}/end`, { rev, ended_at: inDays(0), end_reason: 'Recesso' })
    expect((await admin.del(`/management-remuneration/${first.id}`)).status).toBe(204)
    expect(await rows(world, management.id)).toEqual([])
  }))

test('a month gives the fixed sum, each litre to the threshold and beyond it, less the discounts', () => {
  const month = { fixed: 500, perLiter: 0.03, aboveThreshold: 0.05, thresholdLiters: 100_000, discountLiter: 0.01 }
  expect(monthlyRemuneration(month, 0)).toBe(500)
  expect(monthlyRemuneration(month, 100_000)).toBe(3500)
  expect(monthlyRemuneration(month, 120_000, 10_000)).toBe(4400)
  // Without a threshold nothing is beyond it.
  expect(monthlyRemuneration({ ...month, thresholdLiters: 0, aboveThreshold: 0 }, 200_000)).toBe(6500)
})
