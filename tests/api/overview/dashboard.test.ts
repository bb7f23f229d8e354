import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { expirations } from '../../../server/db/schema/expirations/expirations.ts'
import { inspection_models, inspections, non_conformities } from '../../../server/db/schema/inspections/inspections.ts'
import { mimit_means } from '../../../server/db/schema/prices/mimit.ts'
import { fuels, prices, station_fuels } from '../../../server/db/schema/stations/stations.ts'
import { ticket_assignments, ticket_categories, tickets } from '../../../server/db/schema/tickets/tickets.ts'
import { provinces } from '../../../src/contract/kernel/provinces.ts'
import { assign, makeStation } from '../support/fixtures.ts'
import { inWorld } from '../support/world.ts'

const NOW = () => new Date('2031-11-15T12:00:00Z')
type Made = Partial<typeof inspections.$inferInsert>

const desk = ['ticket_sla', 'ticket_closing']
const network = ['prices', 'stations']
const supervision = ['ticket_weeks', 'ticket_categories', ...desk]
/** Counters of the named people, and of whoever has one permission alone; everybody else has none. */
const CHARTS: Record<string, string[]> = {
  admin: [...supervision, 'outcomes'],
  ispettore: ['scores'],
  'sup.ticket': [...supervision, 'ticket_load'],
  ...{ helpdesk: desk, 'p.manage_tickets': desk },
  ...{ stazione: network, 'lettura.rete': network, rete: network, analisi: network },
  ...{ 'p.net_manager_perm': network, 'p.road_management': network, 'p.access_station_ro': network, 'p.analysis_perm': network },
  ...Object.fromEntries(
    ['contabilita', 'lettura.conta', 'gestore', 'addetto', 'dipendente', 'messaggi', 'autista', 'sup.autisti', 'sup.ordini']
      .concat('p.access_accounting_ro', 'p.ticket_user')
      .map((name) => [name, []]),
  ),
}

test('charts: each role has its own, and a role without charts gets none', () =>
  inWorld(async ({ as }) => {
    expect((await (await as()).get('/dashboard/charts')).status).toBe(401)
    for (const [name, sections] of Object.entries(CHARTS))
      expect(Object.keys((await (await as(name)).get('/dashboard/charts')).body.data), name).toEqual(sections)
  }))

test('counters: each only for its roles', () =>
  inWorld(async ({ as }) => {
    const may: Record<string, string[]> = {
      admin: ['admin', 'p.moderate_users'],
      accounting: ['admin', 'contabilita', 'lettura.conta', 'p.access_accounting_ro'],
      station: ['admin', 'stazione', 'rete', 'lettura.rete', 'analisi', 'contabilita', 'lettura.conta', 'p.road_management'],
      inspection: ['admin', 'ispettore'],
    }
    for (const [counter, allowed] of Object.entries(may))
      for (const name of Object.keys(CHARTS).concat('p.moderate_users')) {
        const { status } = await (await as(name)).get(`/counters/${counter}`)
        expect([counter, name, status]).toEqual([counter, name, allowed.includes(name) || isOneOf(counter, name) ? 200 : 403])
      }
  }))
/** Permissions that stand in the policy of the stations' counter beside those named above. */
const isOneOf = (counter: string, name: string) =>
  counter === 'station' && ['p.net_manager_perm', 'p.access_station_ro', 'p.analysis_perm'].includes(name)

const CLOSED = 5
test('charts: tickets are counted like the lists do, by week, category and assignee', () =>
  inWorld(async ({ as, db }) => {
    const [admin, tea, hanna] = [await as('admin'), await as('sup.ticket'), await as('helpdesk')]
    const [one, two] = await db.select().from(ticket_categories).orderBy(ticket_categories.id).limit(2)
    let id_number = 900_000
    const made = (category_id: number, created_at: string, more: Partial<typeof tickets.$inferInsert> = {}) => ({
      ...{ id_year: 2031, id_number: id_number++, category_id, subject: 'Prova', description: 'Descrizione di prova', priority: 2 },
      ...{ requester_id: tea.user_id, source: 'web' as const, uid: crypto.randomUUID(), due_at: '2031-11-14T12:00:00Z' },
      ...{ created_at, updated_at: created_at, ...more },
    })
    const closed = (completed_at: string) => ({ status_id: CLOSED as 5, completed_at, resolution: 'Fatto', is_new: false })
    const rows = await db
      .insert(tickets)
      .values([
        // Sunday night in London is Monday in Rome.
        made(one!.id, '2031-11-09T23:30:00Z'),
        made(one!.id, '2031-11-09T22:30:00Z', closed('2031-11-10T10:30:00Z')),
        made(two!.id, '2031-11-11T10:00:00Z', closed('2031-11-14T13:00:00Z')),
        made(two!.id, '2031-08-24T20:00:00Z', closed('2031-11-15T10:00:00Z')),
        made(one!.id, '2031-11-12T10:00:00Z', { deleted_at: '2031-11-12T11:00:00Z' }),
      ])
      .returning()
    await db.insert(ticket_assignments).values({ ticket_id: rows[0]!.id, user_id: hanna.user_id, at: '2031-11-10T08:00:00Z' })
    const charts = (await tea.get('/dashboard/charts')).body.data
    const many = async (query: string) => (await tea.get(`/support/ticket?per_page=5&${query}`)).body.data.total
    const any = 'status=open,assigned,working,waiting,close'
    expect(charts.ticket_weeks).toHaveLength(12)
    expect(charts.ticket_weeks.at(-1)).toEqual({ from: '2031-11-10', to: '2031-11-16', opened: 2, closed: 3 })
    expect(charts.ticket_weeks.at(-2)).toMatchObject({ from: '2031-11-03', opened: 1, closed: 0 })
    for (const { from, to, opened, closed } of charts.ticket_weeks.slice(-2)) {
      expect(await many(`${any}&date_field=created_at&from=${from}&to=${to}`)).toBe(opened)
      expect(await many(`view=closed&date_field=completed_at&from=${from}&to=${to}`)).toBe(closed)
    }
    const { from, to } = charts.ticket_sla
    expect(charts.ticket_sla).toEqual({ from: '2031-10-17', to: '2031-11-15', closed: 3, in_time: 1 })
    expect(await many(`view=closed&date_field=completed_at&from=${from}&to=${to}`)).toBe(3)
    expect(charts.ticket_closing.map(({ id, many, hours }: { id: number; many: number; hours: number }) => [id, many, hours])).toEqual([
      [two!.id, 2, 1028.5],
      [one!.id, 1, 12],
    ])
    for (const { id, many: counted } of charts.ticket_categories) expect(await many(`category_id=${id}`)).toBe(counted)
    expect(charts.ticket_load).toContainEqual({ id: hanna.user_id, name: expect.any(String), many: 1 })
    for (const { id, many: counted } of charts.ticket_load) expect(await many(`assigned_to=${id}`)).toBe(counted)
    expect((await admin.get('/dashboard/charts')).body.data.ticket_weeks).toEqual(charts.ticket_weeks)
    // Within one's own reach: closed ones that are another's are not for the desk.
    const own = (await hanna.get('/dashboard/charts')).body.data
    const seen = (await hanna.get(`/support/ticket?view=closed&date_field=completed_at&from=${from}&to=${to}`)).body.data.total
    expect(own.ticket_sla.closed).toBe(seen)
  }, NOW))

test("charts: the mean price of a day uses that day's prices; the regional mean is weighted by stations", () =>
  inWorld(async ({ as, db }) => {
    const stazione = await as('stazione')
    const [petrol] = await db
      .select()
      .from(fuels)
      .where(sql`'Benzina' = any(${fuels.mise_names})`)
      .orderBy(fuels.position, fuels.id)
      .limit(1)
    const made = [
      await makeStation(db, { code: 'ZZ1', province: 'PR' }),
      await makeStation(db, { code: 'ZZ2', province: 'MO' }),
      await makeStation(db, { code: 'ZZ3', province: 'MI' }),
      await makeStation(db, { code: 'ZZ4', province: 'MI', status: 'dismissed' }),
    ]
    for (const { id } of made) {
      await assign(db, id, stazione.user_id)
      await db.insert(station_fuels).values({ station_id: id, fuel_id: petrol!.id, active: true })
    }
    const price = (at: number, price: number, valid_from: string, more = {}) => ({
      ...{ station_id: made[at]!.id, fuel_id: petrol!.id, mode: 'self' as const, price, valid_from, source: 'manuale' as const, ...more },
    })
    await db
      .insert(prices)
      .values([
        price(0, 1.7, '2031-01-10T10:00:00Z'),
        price(0, 1.8, '2031-11-01T10:00:00Z'),
        price(0, 1.81, '2031-11-01T22:30:00Z'),
        price(0, 1.9, '2031-11-20T10:00:00Z'),
        price(1, 1.6, '2031-10-01T10:00:00Z', { valid_to: '2031-11-12T10:00:00Z' }),
        price(1, 1.65, '2031-11-10T10:00:00Z', { valid_to: '2031-11-12T10:00:00Z' }),
        price(2, 1.5, '2031-03-01T10:00:00Z', { valid_to: '2031-08-01T10:00:00Z' }),
        price(2, 1.55, '2031-11-13T10:00:00Z'),
        price(3, 9, '2031-03-01T10:00:00Z'),
      ])
    const mean = (area: string, price: number) => ({
      area,
      price,
      fuel_id: petrol!.id,
      mode: 'self' as const,
      day: '2031-11-14',
      stations: 9,
    })
    await db.insert(mimit_means).values([mean('Emilia-Romagna', 1.8), mean('Lombardia', 1.7), mean('PR', 5)])
    const { prices: days } = (await stazione.get('/dashboard/charts')).body.data
    expect([days.length, days[0].day, days.at(-1).day]).toEqual([60, '2031-09-17', '2031-11-15'])
    for (const day of [
      '2031-09-17',
      '2031-10-01',
      '2031-10-31',
      '2031-11-01',
      '2031-11-02',
      '2031-11-11',
      '2031-11-12',
      '2031-11-13',
      '2031-11-15',
    ]) {
      const { data } = (await stazione.get(`/prices?date=${day}&per_page=100`)).body.data
      const known = data.flatMap(({ cells }: { cells: { fuel_id: number; mode: string; price: number | null }[] }) =>
        cells.filter((cell) => cell.fuel_id === petrol!.id && cell.mode === 'self' && cell.price !== null).map((cell) => cell.price!),
      )
      const expected = known.reduce((sum: number, one: number) => sum + one, 0) / known.length
      expect(Math.abs(days.find((one: { day: string }) => one.day === day).petrol - expected), day).toBeLessThan(0.000_51)
    }
    const weights: Record<string, number> = {}
    for (const { province } of (await stazione.get('/stations?per_page=100')).body.data.data.filter(
      ({ status }: { status: string }) => status !== 'dismissed',
    ))
      weights[provinces.get(province)!.region] = (weights[provinces.get(province)!.region] ?? 0) + 1
    const [emilia, lombardy] = [weights['Emilia-Romagna']!, weights.Lombardia!]
    const around = days.find((one: { day: string }) => one.day === '2031-11-14')
    expect(Math.abs(around.petrol_region - (emilia * 1.8 + lombardy * 1.7) / (emilia + lombardy))).toBeLessThan(0.000_51)
    expect(around.diesel_region).toBeNull()
    expect(days.at(-1).petrol_region).toBeNull()
  }, NOW))

test('charts: inspections count in the month of completion in Rome, for six months; a month without a score is empty, not zero', () =>
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

test('charts: stations are counted by status within the scope', () =>
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

test('who looks after a station is told what is due there, and what its last verifiche found; a worker and others are not', () =>
  inWorld(async ({ as, db }) => {
    const [gestore, ispettore] = [await as('gestore'), await as('ispettore')]
    await db.delete(expirations)
    await db.update(inspections).set({ deleted_at: '2031-01-01T00:00:00Z' })
    const [mine, other] = [await makeStation(db, { code: 'ZZ1' }), await makeStation(db, { code: 'ZZ2' })]
    await assign(db, mine.id, gestore.user_id)
    const due = (date: string, more: Partial<typeof expirations.$inferInsert> = {}) => ({
      ...{ type: 'estintori' as const, message: `Entro ${date}`, date, periodicity: 'once' as const, station_id: mine.id, ...more },
    })
    await db
      .insert(expirations)
      .values([
        due('2031-12-20'),
        due('2031-11-01'),
        due('2032-03-01'),
        due('2031-11-20', { station_id: other.id }),
        due('2031-11-21', { status: 'done' }),
        due('2031-11-22', { station_id: null }),
      ])
    const [model] = await db.select().from(inspection_models).limit(1)
    const made = (station_id: number, completed_at: string, more: Partial<typeof inspections.$inferInsert> = {}) => ({
      ...{ client_uuid: crypto.randomUUID(), model_id: model!.id, model_name: 'Prova', station_id, completed_at },
      ...{ inspector_id: ispettore.user_id, status: 'completed' as const, outcome: 'non_conforme' as const, score: 71.5, ...more },
    })
    const [first] = await db
      .insert(inspections)
      .values([
        made(mine.id, '2031-11-10T08:00:00Z', { id_year: 2031, id_number: 7 }),
        made(mine.id, '2031-11-12T08:00:00Z', { status: 'draft' }),
        made(other.id, '2031-11-13T08:00:00Z'),
      ])
      .returning()
    const found = (label: string, severity: 'lieve' | 'critica', deadline: string, status: 'open' | 'resolved') => ({
      ...{ inspection_id: first!.id, station_id: mine.id, model_id: model!.id, question_key: label, label, severity, deadline, status },
    })
    await db
      .insert(non_conformities)
      .values([found('Luci', 'lieve', '2031-11-01', 'resolved'), found('Estintore', 'critica', '2031-11-12', 'open')])
    const place = { id: mine.id, code: mine.code, name: mine.name }
    expect((await gestore.get('/dashboard/station')).body.data).toEqual({
      due: [
        { id: expect.any(Number), type: 'estintori', message: 'Entro 2031-11-01', date: '2031-11-01', late: true, station: place },
        { id: expect.any(Number), type: 'estintori', message: 'Entro 2031-12-20', date: '2031-12-20', late: false, station: place },
      ],
      due_total: 2,
      inspections: [
        {
          ...{ id: first!.id, id_year: 2031, id_number: 7, model_name: 'Prova', completed_at: '2031-11-10T08:00:00.000Z', station: place },
          ...{ score: 71.5, outcome: 'non_conforme' },
          findings: [
            { ...finding, label: 'Estintore', severity: 'critica', deadline: '2031-11-12', status: 'open', late: true },
            { ...finding, label: 'Luci', severity: 'lieve', deadline: '2031-11-01', status: 'resolved', late: false },
          ],
        },
      ],
    })
    expect((await (await as('addetto')).get('/dashboard/station')).status).toBe(403)
  }, NOW))
const finding = { id: expect.any(Number), block_label: '' }
