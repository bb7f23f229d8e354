import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as banks from '../../../server/db/schema/banks/banks.ts'
import * as people from '../../../server/db/schema/core/accounts.ts'
import * as system from '../../../server/db/schema/core/system.ts'
import * as equipment from '../../../server/db/schema/equipment/equipment.ts'
import * as inspections from '../../../server/db/schema/inspections/inspections.ts'
import * as stations from '../../../server/db/schema/stations/stations.ts'
import { sha256 } from '../../../server/lib/files/files.ts'
import { emptyForNew, jsonColumns, jsonKind, outputFields } from '../../../server/lib/tables/sql-json.ts'
import { atTime, type Caller, inWorld, type World } from '../support/world.ts'

const rowsOf = async (db: World['db'], query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: any[] }).rows

test('a plain record, its history, its activity and its answer under its key are made by one statement', () =>
  inWorld(async ({ as, db }) => {
    const contabilita = await as('contabilita')
    expect((await (await as('dipendente')).post('/banks', { name: 'Banca vietata' }, { 'idempotency-key': randomUUID() })).status).toBe(403)
    const key = randomUUID()
    const made = await contabilita.post('/banks', { name: 'Banca «Dritta»', abi: '01234', note: 'a "b"\nc' }, { 'idempotency-key': key })
    expect(made.status).toBe(201)
    expect(made.headers['idempotency-key']).toBe(key)
    const { id } = made.body.data
    // The rows one statement inserts belong to one command of the transaction.
    const commands = await rowsOf(
      db,
      sql`select 'bank' as what, xmin::text, cmin::text from banks where id = ${id}
        union all select 'history', xmin::text, cmin::text from model_history where model = 'bank' and model_id = ${id}
        union all select 'activity', xmin::text, cmin::text from activity_log where entity = 'banks' and entity_id = ${String(id)} and status = 201
        union all select 'key', xmin::text, cmin::text from idempotency_keys where key = ${key}`,
    )
    expect(commands.map(({ what }) => what)).toEqual(['bank', 'history', 'activity', 'key'])
    expect(new Set(commands.map(({ xmin, cmin }) => `${xmin} ${cmin}`)).size).toBe(1)

    // The same as one that is made step by step, as it has a card.
    const longer = await contabilita.post('/banks', { name: 'Banca lunga', cards: [{ number: '**** 1234' }] })
    expect(longer.status, JSON.stringify(longer.body)).toBe(201)
    const told = await rowsOf(
      db,
      sql`select old, new, event, user_id, ip from model_history where model = 'bank' and model_id in (${id}, ${longer.body.data.id}) order by id`,
    )
    expect(Object.keys(told[0].new)).toHaveMembers(Object.keys(told[1].new))
    expect(told[0].new).toMatchObject({
      ...told[1].new,
      id,
      name: 'Banca «Dritta»',
      abi: '01234',
      note: 'a "b"\nc',
      cards: [],
      cards_count: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.any(String),
    })
    expect({ ...told[0], new: null }).toEqual({ ...told[1], new: null })
    expect(Object.keys(made.body)).toEqual(Object.keys(longer.body))
    expect(Object.keys(made.body.data)).toEqual(Object.keys(longer.body.data))
    expect((await contabilita.get(`/banks/${id}`)).body.data).toEqual(made.body.data)

    // Sent again it is the same answer; under a name that is taken nothing is made, and the refusal says so.
    const again = await contabilita.post('/banks', { name: 'Banca «Dritta»', abi: '01234', note: 'a "b"\nc' }, { 'idempotency-key': key })
    expect(again.bytes.toString()).toBe(made.bytes.toString())
    const taken = await contabilita.post('/banks', { name: 'Banca «Dritta»' }, { 'idempotency-key': randomUUID() })
    expect([taken.status, Object.keys(taken.body.error)]).toEqual([422, ['name']])
    expect(await db.$count(banks.banks, sql`name = 'Banca «Dritta»'`)).toBe(1)
  }))

let named = 0
const ways = {
  made: async (who: Caller) => (await who.post('/banks', { name: `Banca ${++named}` }, { 'idempotency-key': randomUUID() })).status,
  read: async (who: Caller) => {
    const { status, body } = await who.get('/banks')
    expect(!!body.data, `${status}`).toBe(status === 200)
    return status === 200 ? 201 : status
  },
}
test.each(['made', 'read'] as const)(
  'what is %s at once is so only for who may at that very moment, whoever they were a moment before',
  (way) =>
    atTime(async ({ as, db }, clock) => {
      const ask = ways[way]
      const account = (email: string) => eq(people.users.email, `${email}@demo.example.it`)
      const contabilita = await as('contabilita')
      const change = async (values: Partial<typeof people.users.$inferInsert>) => {
        expect(await ask(contabilita)).toBe(201)
        await db.update(people.users).set(values).where(account('contabilita'))
      }
      await change({ name: 'Clara Nuova' })
      expect(await ask(contabilita)).toBe(201)
      await change({ roles: ['worker'] })
      expect(await ask(contabilita)).toBe(403)
      await db
        .update(people.users)
        .set({ roles: ['accounting'] })
        .where(account('contabilita'))
      await change({ enabled: 0 })
      expect(await ask(contabilita)).toBe(401)
      await db.update(people.users).set({ enabled: 1 }).where(account('contabilita'))
      await change({ deleted_at: new Date().toISOString() })
      expect(await ask(contabilita)).toBe(401)
      await db.update(people.users).set({ deleted_at: null }).where(account('contabilita'))

      // Signed in elsewhere too.
      await as('contabilita')
      expect(await ask(contabilita)).toBe(201)
      await db.delete(people.access_tokens).where(eq(people.access_tokens.hash, sha256(contabilita.token!)))
      expect(await ask(contabilita)).toBe(401)
      const again = await as('contabilita')
      const sessions = eq(people.sessions.user_id, again.user_id)
      expect(await ask(again)).toBe(201)
      await db
        .update(people.sessions)
        .set({ expires_at: new Date(clock.now - 1).toISOString() })
        .where(sessions)
      expect(await ask(again)).toBe(401)
      await db.delete(people.sessions).where(sessions)
      expect(await ask(again)).toBe(401)
      const late = await as('contabilita')
      expect(await ask(late)).toBe(201)
      clock.now += 3_600_000
      expect(await ask(late), 'of an hour ago').toBe(401)
      expect(await db.$count(banks.banks, sql`name ~ '^Banca \\d+$'`)).toBe(way === 'made' ? 8 : 0)
    }),
)

test('the list as it opens holds what the list that is searched holds, in every order and on every page, and nothing that is not named', () =>
  inWorld(async ({ as, db }) => {
    const admin = await as('admin')
    expect((await (await as('dipendente')).get('/banks')).status).toBe(403)
    await db.execute(
      sql`insert into banks (name, abi, active, note) select 'Banca ' || n, nullif(lpad(n::text, 5, '0'), '00003'), n % 2 = 0, E'à\\t"' from generate_series(1, 23) n`,
    )
    for (const query of ['', '&sort=-name', '&page=2', '&sort=-created_at&page=3', '&page=90', '&is_paginated=0', '&sort=-abi,name']) {
      const opened = await admin.get(`/banks?per_page=5${query}`)
      expect(opened.status).toBe(200)
      expect(opened.headers['content-type']).toBe('application/json; charset=utf-8')
      const { data } = opened.body
      if (query !== '&page=90') expect((query === '&is_paginated=0' ? data : data.data).length).toBeGreaterThan(3)
      // A blank is no word, and yet something to search for.
      expect(opened.body).toEqual((await admin.get(`/banks?per_page=5${query}&search=%20`)).body)
    }
    expect((await admin.get('/banks?sort=created_by')).status).toBe(422)
  }))

test('what the database writes as JSON is what this process reads, of every column there is', () =>
  inWorld(async ({ as, db }) => {
    await as('admin')
    const seen = new Set<string>()
    for (const table of [banks, equipment, inspections, people, stations, system].flatMap((file) => Object.values(file))) {
      if (!is(table, PgTable)) continue
      const columns = Object.fromEntries(
        Object.entries(getTableColumns(table as PgTable)).filter(([, column]) => jsonKind(column as never)),
      )
      const json = jsonColumns(columns as never)!
      const read = await db
        .select(columns as never)
        .from(table as PgTable)
        .orderBy(sql`ctid`)
        .limit(30)
      const written = await rowsOf(
        db,
        sql`select row_to_json(r) as row from (select ${json} from ${table as PgTable} order by ctid limit 30) r`,
      )
      expect(written.map(({ row }) => row)).toEqual(read)
      if (read.length) for (const column of Object.values(columns)) seen.add((column as { columnType: string }).columnType)
    }
    expect([...seen]).toHaveMembers(['PgBigInt53', 'PgBoolean', 'PgCustomColumn', 'PgDateString', 'PgInteger', 'PgNumericNumber', 'PgText'])
  }))

test('the database writes an output only where each of its values can be nothing but what is declared', () => {
  const { name, note, active, id } = getTableColumns(banks.banks)
  const count = emptyForNew(sql<number>`0`, '0')
  const list = emptyForNew(sql`'[]'`, '[]')
  const row = { id, name, note, active, count, list, other: sql`1` }
  const named = (entries: v.ObjectEntries, made = false) => {
    const fields = outputFields(v.object(entries), row, made)
    return fields && Object.keys(fields)
  }
  // Nothing of the row that is not named.
  expect(
    named({
      id: v.number(),
      name: v.pipe(v.string(), v.maxLength(1)),
      note: v.nullish(v.string()),
      active: v.boolean(),
      count: v.number(),
    }),
  ).toEqual(['id', 'name', 'note', 'active', 'count'])
  expect(named({ name: v.picklist(['a']) })).toEqual(['name'])
  expect(named({ id: v.union([v.number(), v.string()]) })).toEqual(['id'])
  // Null where none is declared; another type; what is no column; what only looks like one.
  for (const wrong of [
    { note: v.string() },
    { note: v.optional(v.string()) },
    { name: v.number() },
    { id: v.string() },
    { gone: v.string() },
    { other: v.number() },
    { list: v.array(v.string()) },
    { count: v.string() },
    {},
  ])
    expect(named(wrong as never), JSON.stringify(Object.keys(wrong))).toBeUndefined()
  expect(outputFields(undefined, row)).toBeUndefined()
  // Nothing names a record that has just been made.
  expect(named({ list: v.array(v.string()) }, true)).toEqual(['list'])
  expect(named({ list: v.string() }, true)).toBeUndefined()
  expect(jsonColumns(row)).toBeUndefined()
})
