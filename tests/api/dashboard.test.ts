import { expect, test } from 'vitest'
import { inspection_models, inspections } from '../../server/db/schema/inspections.ts'
import { assign, makeStation } from './fixtures.ts'
import { inWorld } from './world.ts'

const NOW = () => new Date('2031-11-15T12:00:00Z')
type Made = Partial<typeof inspections.$inferInsert>

test('charts: each role has its own, who has none is given nothing', () =>
  inWorld(async ({ as }) => {
    const sections = async (name?: string) => Object.keys((await (await as(name)).get('/dashboard/charts')).body.data ?? {})
    expect((await (await as()).get('/dashboard/charts')).status).toBe(401)
    expect(await sections('admin')).toEqual(['outcomes'])
    expect(await sections('ispettore')).toEqual(['scores'])
    for (const name of ['stazione', 'lettura.rete', 'rete', 'analisi', 'p.net_manager_perm'])
      expect(await sections(name), name).toEqual(['stations'])
    for (const name of ['contabilita', 'lettura.conta', 'gestore', 'autista', 'helpdesk', 'dipendente', 'p.access_accounting_ro'])
      expect(await sections(name), name).toEqual([])
  }))

test('charts: verifiche count in the month they were completed in Rome, six months; a month without a score has none, which is not zero', () =>
  inWorld(async ({ as, db }) => {
    const [admin, ivan] = [await as('admin'), await as('ispettore')]
    const station = await makeStation(db, { code: 'ZZ1' })
    const [model] = await db.insert(inspection_models).values({ code: 'ZZZ', name: 'Di prova' }).returning()
    const done = (completed_at: string, more: Made = {}) => ({
      ...{ client_uuid: crypto.randomUUID(), status: 'completed' as const, completed_at, outcome: 'conforme' as const, score: 90 },
      ...{ model_id: model!.id, model_name: 'Di prova', station_id: station.id, inspector_id: ivan.user_id },
      ...more,
    })
    await db
      .insert(inspections)
      .values([
        done('2031-05-31T21:59:00Z'),
        done('2031-05-31T22:30:00Z', { outcome: 'non_conforme', score: 41.5 }),
        done('2031-10-31T23:30:00Z'),
        done('2031-11-02T09:00:00Z', { status: 'approved', score: 80.5 }),
        done('2031-11-02T09:00:00Z', { outcome: 'incompleta', score: null }),
        done('2031-11-02T09:00:00Z', { inspector_id: admin.user_id, score: 10 }),
        done('2031-11-02T09:00:00Z', { deleted_at: '2031-11-03T09:00:00Z' }),
        done('2031-11-02T09:00:00Z', { status: 'cancelled' }),
        done('2031-11-02T09:00:00Z', { status: 'draft' }),
      ])
    const none = { conforme: 0, con_osservazioni: 0, non_conforme: 0, incompleta: 0 }
    expect((await admin.get('/dashboard/charts')).body.data.outcomes).toEqual([
      { month: '2031-06', ...none, non_conforme: 1 },
      ...['2031-07', '2031-08', '2031-09', '2031-10'].map((month) => ({ month, ...none })),
      { month: '2031-11', ...none, conforme: 3, incompleta: 1 },
    ])
    expect((await ivan.get('/dashboard/charts')).body.data.scores.map(({ score }: { score: number }) => score)).toEqual([
      ...[41.5, null, null, null, null, 85.3],
    ])
  }, NOW))

test('charts: stations are counted by state within the scope', () =>
  inWorld(async ({ as, db }) => {
    const stazione = await as('stazione')
    const read = async () => (await stazione.get('/dashboard/charts')).body.data.stations
    const before = await read()
    const inside = await makeStation(db, { code: 'ZZ1', status: 'maintenance' })
    await makeStation(db, { code: 'ZZ2', status: 'maintenance' })
    await assign(db, inside.id, stazione.user_id)
    expect(await read()).toEqual({ ...before, maintenance: before.maintenance + 1 })
    expect(Object.keys(before)).toEqual(['active', 'temporarily_closed', 'maintenance', 'opening', 'dismissed'])
  }))
