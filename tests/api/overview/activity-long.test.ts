import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inWorld, type World } from '../support/world.ts'

/** So many rows of a year ago, a minute apart, of five kinds and three persons. */
const many = ({ db }: World, rows: number) =>
  db.execute(sql`insert into activity_log (user_id, action, entity, entity_id, method, path, ip, status, created_at)
    select (select min(id) from users), (array['creazione', 'modifica', 'eliminazione'])[1 + i % 3], (array['banks', 'fuels'])[1 + i % 2], i::text, 'PUT',
      '/api/v1/prova/' || i, '10.9.8.' || i % 200, 200, timestamp '2024-03-01 00:00Z' + i * interval '1 minute' from generate_series(1, ${rows}) i`)
const page = async (person: { get: (path: string) => Promise<{ body: any }> }, query: string) =>
  (await person.get(`/activity?${query}`)).body.data

test('a log of more than 10,000 rows is not counted exactly, and its last page can be opened', () =>
  inWorld(async (world) => {
    await many(world, 10_010)
    const admin = await world.as('admin')
    const of = 'search=api/v1/prova&from=2024-03-01'
    const first = await page(admin, `${of}&per_page=100`)
    expect(first).toMatchObject({ total: 10_000, more: true, last_page: 100, current_page: 1 })
    expect(first.data[0]).toMatchObject({ entity_id: '10010' })
    expect(await page(admin, `${of}&per_page=100&page=100`)).toMatchObject({ last_page: 101, more: true })
    const last = await page(admin, `${of}&per_page=100&page=101`)
    expect([last.data.length, last.last_page]).toEqual([10, 101])
    expect((await page(admin, `${of}&per_page=100&page=102`)).data).toEqual([])
    // Asking for everything gives the number of rows.
    const whole = await admin.get(`/activity?${of}&is_paginated=0&page=11`)
    expect([whole.headers['x-total-count'], whole.body.data.length]).toEqual(['10010', 10])
    const few = await page(admin, `${of}&to=2024-03-02`)
    expect(few.total).toBeLessThan(10_000)
    expect(few).not.toHaveProperty('more')
  }))

test('the log is searched by the shown text, and sorted by time alone', () =>
  inWorld(async (world) => {
    await many(world, 60)
    const admin = await world.as('admin')
    const of = 'to=2024-03-02&per_page=100'
    const kinds = async (query: string) =>
      [...new Set((await page(admin, `${of}&${query}`)).data.map((row: any) => `${row.action} ${row.entity}`))].sort()
    expect(await kinds('search=banca')).toEqual(['creazione banks', 'eliminazione banks', 'modifica banks'])
    expect(await kinds('search=ELIMINAZIONE carburante')).toEqual(['eliminazione fuels'])
    expect(await kinds('entity=fuels&action=creazione')).toEqual(['creazione fuels'])
    expect((await page(admin, `${of}&search=10.9.8.7`)).data.map((row: any) => row.entity_id)).toEqual(['7'])
    // An order that no index has would read all of a million rows.
    for (const sort of ['user', 'ip', 'user_agent']) expect((await admin.get(`/activity?sort=${sort}`)).status).toBe(422)
    const numbers = (await page(admin, `${of}&sort=created_at`)).data.map(({ entity_id }: { entity_id: string }) => Number(entity_id))
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  }))

test('a search without a period looks at the last thirty days', () =>
  inWorld(async (world) => {
    const row = (entity_id: string, days: number) =>
      sql`(null, 'modifica', 'banks', ${entity_id}, 'PUT', '/di-prova', '10.9.8.7', 200, now() - ${days} * interval '1 day')`
    await world.db.execute(sql`insert into activity_log (user_id, action, entity, entity_id, method, path, ip, status, created_at)
      values ${row('29', 29)}, ${row('31', 31)}`)
    const admin = await world.as('admin')
    const found = async (query: string) => (await page(admin, query)).data.map(({ entity_id }: { entity_id: string }) => entity_id)
    expect(await found('search=di-prova')).toEqual(['29'])
    expect(await found('search=di-prova&from=2020-01-01')).toEqual(['29', '31'])
  }))

test('the log has no call that writes', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    for (const verb of ['put', 'del'] as const) expect((await admin[verb]('/activity/1', {})).status).toBe(404)
  }))
