import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { model_history } from '../../../server/db/schema/core/system.ts'
import { devices } from '../../../server/db/schema/people/devices.ts'
import { mimit_stations } from '../../../server/db/schema/prices/mimit.ts'
import { calls, label } from '../support/calls.ts'
import { inWorld } from '../support/world.ts'

/** What every list takes: `list.test.tsx` and the tests of each resource hold it. */
const COMMON = ['page', 'per_page', 'search', 'query', 'sort', 'is_paginated', 'facet']
type Row = any
type Of = (row: Row) => unknown
const NOW = new Date().getFullYear()
const inRome = (instant: string) => new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
/** The nearest presets of "Scadenze" that an open expiration falls in. */
function dueOf({ date, status }: Row): string[] {
  const days = (Date.parse(date) - Date.parse(inRome(new Date().toISOString()))) / 86_400_000
  if (status !== 'open') return []
  return days < 0 ? ['late'] : ['7', '30', '90'].filter((most) => days <= Number(most))
}
/** By list, each filter and what of a row it is about, one or several. Days are `from` and `to`, both included. */
const FILTERS: Record<string, Record<string, Of>> = {
  'GET /inspection': {
    model_id: (row) => row.model_id,
    station_id: (row) => row.station.id,
    inspector_id: (row) => row.inspector.id,
    status: (row) => row.status,
    outcome: (row) => row.outcome,
    province: (row) => row.station.province,
    with_open_nc: (row) => row.nc_open > 0,
    from: (row) => row.date,
    to: (row) => row.date,
  },
  'GET /inspection/nc': {
    status: (row) => row.status,
    severity: (row) => row.severity,
    station: (row) => row.station.id,
    station_id: (row) => row.station.id,
    inspection_id: (row) => row.inspection.id,
    late: (row) => row.late,
  },
  'GET /inspection/model': { status: (row) => row.status },
  'GET /activity': {
    user_id: (row) => row.user?.id,
    action: (row) => row.action,
    entity: (row) => row.entity,
    from: (row) => inRome(row.created_at),
    to: (row) => inRome(row.created_at),
  },
  'GET /models/history': {
    model: (row) => row.model,
    model_id: (row) => row.model_id,
    event: (row) => row.event,
    user_id: (row) => row.user?.id,
    field: ({ old, new: made }) =>
      Object.keys({ ...old, ...made }).filter((name) => JSON.stringify(old?.[name] ?? null) !== JSON.stringify(made?.[name] ?? null)),
    from: (row) => inRome(row.created_at),
    to: (row) => inRome(row.created_at),
  },
  'GET /station/competitors': {
    station_id: (row) => row.station?.id,
    province: (row) => row.province,
    stale: (row) => !(row.seen_at && Date.parse(row.seen_at) > Date.now() - 8 * 86_400_000),
  },
  'GET /expirations': {
    from: (row) => row.date,
    to: (row) => row.date,
    type: (row) => row.type,
    status: (row) => row.status,
    station_id: (row) => row.station_id,
    late: (row) => row.late,
    due: (row) => dueOf(row),
    subject: (row) =>
      row.subject_type ? [`${row.subject_type}:${row.subject_id}`, `${row.subject_type}:${row.subject_id}:${row.subject_field}`] : [],
  },
  'GET /stations/qr': { station_id: (row) => row.station.id },
  'GET /bank/pos': { station_id: (row) => row.station_id, bank_id: (row) => row.bank_id },
  'GET /station/tanks': {
    station_id: (row) => row.station.id,
    fuel_id: (row) => row.fuel?.id,
    type: (row) => row.type,
    status: (row) => row.status,
    age: ({ year }) => (year === null ? 'ignota' : NOW - year < 15 ? 'giovane' : NOW - year > 30 ? 'vecchia' : 'media'),
    without_probe: (row) => !row.probe,
    due: ({ next_test, status }) =>
      status !== 'dismesso' && next_test !== null && next_test <= inRome(new Date(Date.now() + 60 * 86_400_000).toISOString()),
  },
  'GET /fuels': { active: (row) => row.active },
  'GET /users': { role: (row) => row.roles, permission: (row) => row.permissions, enabled: (row) => row.enabled === 1 },
  'GET /support/notification-groups': { active: (row) => row.active },
  'GET /support/t/category': { active: (row) => row.active },
  'GET /devices': { silent: (row) => row.silent },
  'GET /mimit/stations': { brand: (row) => row.brand, province: (row) => row.province },
}
/** Held row by row where its reserved columns are: `stations.test.ts`; of one job: `jobs.test.ts`; on the time: `openings.test.ts`, `prices.test.ts`; `tickets.test.ts`. */
const ELSEWHERE = ['GET /stations', 'GET /stations/detailed-openings', 'GET /prices', 'GET /admin/history/{id}/rows', 'GET /support/ticket']

test('every filter that a list declares is in the table', () => {
  const declared = calls
    .filter(({ method, envelope }) => method === 'GET' && envelope === 'page')
    .filter((call) => !ELSEWHERE.includes(label(call)))
    .flatMap((call) => Object.keys(call.query?.entries ?? {}).map((name) => `${label(call)} ${name}`))
    .filter((name) => !COMMON.includes(name.split(' ')[2]!))
  expect(
    Object.entries(FILTERS)
      .flatMap(([list, of]) => Object.keys(of).map((name) => `${list} ${name}`))
      .sort(),
  ).toEqual(declared.sort())
})

test('a filter gives the rows it is about, all of them and no other', () =>
  inWorld(async ({ as, db, deps }) => {
    const [admin, ivan] = [await as('admin'), await as('ispettore')]
    const at = (days: number) => new Date(deps.now().getTime() - days * 86_400_000).toISOString()
    await db.insert(devices).values(
      [0, 3].map((days) => ({
        ...{ id: crypto.randomUUID(), user_id: ivan.user_id, agent: 'Test', app_version: 'v1', unsent: 1, persistent: true },
        last_contact: at(days),
      })),
    )
    await db.insert(mimit_stations).values(
      [
        ['Q8', 'PR'],
        ['Q8', 'MI'],
        ['Esso', 'PR'],
      ].map(([brand, province], i) => ({
        id: 900_001 + i,
        name: `Impianto ${i}`,
        search_text: `impianto ${i}`,
        brand: brand!,
        province: province!,
      })),
    )
    await db.execute(sql`update competitor_prices set at = now() - interval '20 days' where competitor_id = 1`)
    const change = (model: string, model_id: number, event: string, days: number, user_id = ivan.user_id) => ({
      ...{ model, model_id, event, user_id, old: { name: 'a' }, new: { name: 'b' } },
      created_at: at(days),
    })
    await db
      .insert(model_history)
      .values([change('bank', 1, 'updated', 9), change('bank', 2, 'created', 4), change('card', 1, 'updated', 0, admin.user_id)])
    await db.execute(sql`update users set enabled = 0 where email = 'autista@demo.example.it'`)
    for (const station of [1, 2]) await admin.upload(`/stations/qr/${station}`, [], { name: `QR ${station}` })
    await admin.post('/banks', { name: 'Banca di Prova', note: '', cards: [] })
    await db.execute(sql`update activity_log set created_at = ${at(9)} where user_id = ${ivan.user_id}`)
    await db.execute(sql`update inspection_models set status = 'archived' where id = (select max(id) from inspection_models)`)
    await db.execute(sql`update inspections set inspector_id = ${admin.user_id}, model_id = (select max(id) from inspection_models)
      where id = (select max(id) from inspections)`)
    await db.execute(sql`update non_conformities set severity = 'lieve' where id = (select min(id) from non_conformities)`)
    await db.execute(sql`update non_conformities set severity = 'critica' where id = (select max(id) from non_conformities)`)

    await db.execute(sql`update tanks set status = 'dismesso', next_test = null where id = (select min(id) from tanks)`)
    for (const table of ['fuels', 'ticket_categories', 'notification_groups'])
      await db.execute(sql.raw(`update ${table} set active = false where id = (select max(id) from ${table})`))

    const wrong: string[] = []
    for (const [list, filters] of Object.entries(FILTERS)) {
      const path = list.split(' ')[1]!
      const rows = async (query: string): Promise<Row[]> => {
        const { status, body } = await admin.get(`${path}?per_page=100${query}`)
        expect(status, `${path} ${query}`).toBe(200)
        expect(body.data.total, `${path}: more than a page`).toBeLessThanOrEqual(100)
        return body.data.data
      }
      const all = await rows('')
      for (const [name, of] of Object.entries(filters)) {
        const has = (row: Row, value: unknown) => [of(row)].flat().includes(value)
        const known = [...new Set(all.flatMap(of))].filter((value) => value !== null && value !== undefined)
        // A filter is only tried where some rows pass it and some do not.
        const telling = known.filter((value) => all.some((row) => has(row, value)) && all.some((row) => !has(row, value)))
        if (!telling.length) wrong.push(`${list} ${name}: no two rows of the test differ in it`)
        const passes = (row: Row, value: unknown) => {
          const own: any = of(row)
          if (name === 'from') return own !== null && String(own) >= String(value)
          if (name === 'to') return own !== null && String(own) <= String(value)
          return has(row, value)
        }
        for (const value of telling.slice(0, 3)) {
          const given = (await rows(`&${name}=${encodeURIComponent(String(value))}`)).map(({ id }) => id)
          const due = all.filter((row) => passes(row, value)).map(({ id }) => id)
          if (JSON.stringify(given.sort()) !== JSON.stringify(due.sort()))
            wrong.push(
              `${list} ${name}=${value}: ${given.length} rows (${given.slice(0, 5)}) instead of ${due.length} (${due.slice(0, 5)})`,
            )
        }
        // Several at once, where the filter takes several.
        const [one, other] = telling
        if (one !== undefined && typeof one !== 'boolean' && other !== undefined && !['from', 'to'].includes(name)) {
          const given = (await rows(`&${name}=${encodeURIComponent(String(one))}&${name}=${encodeURIComponent(String(other))}`)).length
          const due = all.filter((row) => has(row, one) || has(row, other)).length
          if (given !== due) wrong.push(`${list} ${name} of two values: ${given} rows instead of ${due}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }))

test('what is wrong in a query stands under the name of its field', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const { status, body } = await admin.get('/inspection?page=0&from=ieri&status=aperta&model_id=x')
    expect(status).toBe(422)
    expect(Object.keys(body.error).sort()).toEqual(['from', 'model_id.0', 'page', 'status.0'])
    expect(body.error.from).toBe('Parametro from: il campo Dal non contiene una data valida.')
    for (const [name, said] of Object.entries(body.error)) expect(said).toMatch(new RegExp(`^Parametro ${name.split('.')[0]}: .+\\.$`))
  }))

test('a facet counts the rows of each value of a filter, under the other filters and within each one’s reach', () =>
  inWorld(async ({ as, db }) => {
    const counting = calls.flatMap((call) => {
      const { facet } = (call.query?.entries ?? {}) as { facet?: { wrapped: { options: string[] } } }
      return (facet?.wrapped.options ?? []).map((name) => ({ list: label(call), path: call.path, name }))
    })
    expect(counting.map(({ list, name }) => `${list} ${name}`)).toEqual([
      'GET /activity action',
      'GET /activity entity',
      'GET /station/competitors province',
      'GET /expirations type',
      'GET /expirations status',
      'GET /fuels active',
      'GET /inspection status',
      'GET /inspection outcome',
      'GET /inspection province',
      'GET /inspection with_open_nc',
      'GET /prices province',
      'GET /prices brand',
      'GET /stations status',
      'GET /stations province',
      'GET /stations region',
      'GET /stations brand',
      'GET /stations kind',
    ])
    await db.execute(sql`update stations set status = 'maintenance' where id = (select min(id) from stations)`)
    for (const table of ['fuels', 'ticket_categories'])
      await db.execute(sql.raw(`update ${table} set active = false where id = (select max(id) from ${table})`))
    for (const name of ['admin', 'ispettore']) {
      const person = await as(name)
      for (const { path, name: facet } of counting) {
        const total = async (query: string) => (await person.get(`${path}?per_page=5${query}`)).body.data?.total
        const reply = await person.get(`${path}?per_page=5&facet=${facet}`)
        if (name !== 'admin' && reply.status === 403) continue
        expect(reply.body, path).toHaveProperty('data')
        const counts = Object.entries<number>(reply.body.data.counts)
        expect(counts.length, `${name} ${path} ${facet}`).toBeGreaterThan(0)
        for (const [value, count] of counts)
          expect(await total(`&${facet}=${encodeURIComponent(value)}`), `${path} ${facet}=${value}`).toBe(count)
      }
    }
    const admin = await as('admin')
    const of = async (query: string) => (await admin.get(`/inspection?facet=status&per_page=5${query}`)).body.data
    const provinces = (await admin.get('/inspection?facet=province')).body.data.counts
    const [province, inIt] = Object.entries<number>(provinces)[0]!
    const sum = Object.values<number>((await of(`&province=${province}`)).counts).reduce((one, other) => one + other, 0)
    expect(sum, 'under the other filters').toBe(inIt)
    expect(await of('').then(({ counts }) => counts)).not.toEqual((await of(`&province=${province}`)).counts)
    expect((await admin.get('/inspection')).body.data, 'only where it is asked for').not.toHaveProperty('counts')
    expect((await admin.get('/inspection?facet=answers')).status).toBe(422)
  }))
