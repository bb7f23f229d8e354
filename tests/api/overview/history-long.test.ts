import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inWorld, type World } from '../support/world.ts'

/** So many changes of long ago, of two kinds, every third by nobody. */
const many = ({ db }: World, rows: number) =>
  db.execute(sql`insert into model_history (model, model_id, event, user_id, created_at)
    select (array['bank', 'price'])[1 + i % 2], 70000 + i, 'updated', case when i % 3 > 0 then (select id from users where email = 'contabilita@demo.example.it') end,
      timestamp '2022-01-01' + i * interval '1 minute' from generate_series(1, ${rows}) i`)

test('more than 10,000 changes are not counted exactly, and their last page can be opened', () =>
  inWorld(async (world) => {
    await many(world, 10_010)
    const admin = await world.as('admin')
    const page = async (query: string) => (await admin.get(`/models/history?to=2022-12-31&${query}`)).body.data
    expect(await page('per_page=100')).toMatchObject({ total: 10_000, more: true, last_page: 100 })
    const last = await page('per_page=100&page=101')
    expect([last.data.length, last.last_page, last.data.at(-1).model_id]).toEqual([10, 101, 70_001])
    const whole = await admin.get('/models/history?to=2022-12-31&is_paginated=0&page=11')
    expect([whole.headers['x-total-count'], whole.body.data.length]).toEqual(['10010', 10])
  }))

test('changes are found by Italian model name, number and person, word by word', () =>
  inWorld(async (world) => {
    await many(world, 12)
    const admin = await world.as('admin')
    const found = async (search: string) =>
      (await admin.get(`/models/history?to=2022-12-31&sort=created_at&search=${encodeURIComponent(search)}`)).body.data.data.map(
        (row: any) => row.model_id - 70_000,
      )
    expect(await found('prezzo')).toEqual([1, 3, 5, 7, 9, 11])
    expect(await found('BANCA 7000')).toEqual([2, 4, 6, 8])
    expect(await found('bank')).toEqual([2, 4, 6, 8, 10, 12])
    expect(await found('conti banca')).toEqual([2, 4, 8, 10])
    expect(await found('70011')).toEqual([11])
    expect(await found('%')).toEqual([])
  }))

test('empty values come last in both directions', () =>
  inWorld(async ({ as }) => {
    const admin = await as('admin')
    const of = async (path: string, value: (row: any) => unknown) => (await admin.get(path)).body.data.data.map(value)
    for (const sign of ['', '-']) {
      const scores = await of(`/inspection?per_page=100&sort=${sign}score`, ({ score }) => score !== null)
      expect(new Set(scores).size).toBe(2)
      expect(scores, `${sign}score`).toEqual([...scores].sort((one, other) => Number(other) - Number(one)))
    }
  }))
