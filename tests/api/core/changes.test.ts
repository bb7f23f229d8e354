import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { stations } from '../../../server/db/schema/stations/stations.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { calls, fire, knownIds, label, shot } from '../support/calls.ts'
import { testDatabase } from '../support/database.ts'
import { type Caller, signIn } from '../support/world.ts'

/** With PostgreSQL nothing is remembered: other processes write too. */
const remembered = test.skipIf(!!process.env.TEST_DATABASE_URL)
/** Values remembered between requests, against a database whose transactions are committed. */
const engine = await testDatabase()
const clock = { ahead: 0 }
const deps = {
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(Date.now() + clock.ahead),
  origin: 'http://piazzale.test',
  demo: true,
  version: 'test',
}
const app = await createApp({ ...deps, changes: engine.changes })
afterAll(async () => {
  await app.close()
  await engine.close()
})
const as = (name: string) => signIn(app, name)
/** The same session, asked of another app. */
const signedAs = async (other: typeof app, { token }: Caller) => ({
  get: async (url: string) => {
    const answer = await other.inject({ url: `${API_BASE}${url}`, headers: { authorization: `Bearer ${token}` } })
    return { status: answer.statusCode, body: answer.json() }
  },
})
const ifNot = (etag: unknown) => ({ 'if-none-match': String(etag) })
const person = (name: string) => eq(users.email, `${name}@demo.example.it`)

remembered('a list that has not changed is answered with 304 until anybody writes', async () => {
  const [conti, admin] = [await as('contabilita'), await as('admin')]
  const first = await conti.get('/banks')
  const again = await conti.get('/banks', ifNot(first.headers.etag))
  expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag])
  expect(again.headers['cache-control']).toBe('no-store')
  expect((await admin.post('/banks', { name: 'Banca Nuova' })).status).toBe(201)
  const after = await conti.get('/banks', ifNot(first.headers.etag))
  expect([after.status, after.body.data.total]).toEqual([200, first.body.data.total + 1])
  expect((await conti.get('/banks', ifNot(after.headers.etag))).status).toBe(304)
  // Also when it was no call that wrote.
  await engine.db.execute(sql`update banks set note = 'a mano' where name = 'Banca Nuova'`)
  const direct = await conti.get('/banks?search=nuova', ifNot(after.headers.etag))
  expect([direct.status, direct.body.data.data[0].note]).toEqual([200, 'a mano'])
})

remembered('a write that is undone changes nothing', async () => {
  const conti = await as('contabilita')
  const { headers } = await conti.get('/banks')
  expect((await conti.post('/banks', { name: '' })).status).toBe(422)
  expect((await conti.get('/banks', ifNot(headers.etag))).status).toBe(304)
})

test("a tag is one caller's, of one address", async () => {
  const [conti, admin] = [await as('contabilita'), await as('admin')]
  const { etag } = (await conti.get('/banks')).headers
  expect((await admin.get('/banks', ifNot(etag))).status).toBe(200)
  expect((await conti.get('/banks?page=2', ifNot(etag))).status).toBe(200)
  expect((await conti.get('/banks', ifNot(`${etag}, ${etag}`))).status).toBe(200)
})

remembered('a right, an account and a session are over with the next request', async () => {
  const conti = await as('contabilita')
  const { etag } = (await conti.get('/banks')).headers
  const [before] = await engine.db.select().from(users).where(person('contabilita'))
  const read = async (caller: Caller) => (await caller.get('/banks', ifNot(etag))).status
  expect(await read(conti)).toBe(304)
  await engine.db.update(users).set({ roles: [], permissions: [] }).where(person('contabilita'))
  expect(await read(conti)).toBe(403)
  await engine.db.update(users).set({ roles: before!.roles }).where(person('contabilita'))
  // A change that was changed back is a change all the same.
  expect(await read(conti)).toBe(200)
  await engine.db.update(users).set({ enabled: 0 }).where(person('contabilita'))
  expect(await read(conti)).toBe(401)
  await engine.db.update(users).set({ enabled: 1 }).where(person('contabilita'))
  expect(await read(conti)).toBe(200)
  const other = await as('contabilita')
  expect((await other.post('/auth/logout')).status).toBe(200)
  expect([await read(other), await read(conti)]).toEqual([401, 200])
  clock.ahead = 16 * 60_000
  expect(await read(conti)).toBe(401)
  clock.ahead = 0
})

remembered('scope is part of the data: a station given to somebody is there with the next request', async () => {
  const gestore = await as('gestore')
  const { headers, body } = await gestore.get('/stations')
  expect((await gestore.get('/stations', ifNot(headers.etag))).status).toBe(304)
  const [one] = await engine.db
    .select()
    .from(stations)
    .where(sql`id not in (select station_id from station_acl where user_id = ${gestore.user_id})`)
  await engine.db.execute(sql`insert into station_acl (station_id, user_id) values (${one!.id}, ${gestore.user_id})`)
  const after = await gestore.get('/stations', ifNot(headers.etag))
  expect([after.status, after.body.data.total]).toEqual([200, body.data.total + 1])
})

remembered('the calls that have a tag are those that say so, and no other', async () => {
  const admin = await as('admin')
  const headers = { authorization: `Bearer ${admin.token}` }
  const ids = await knownIds(app, headers)
  const tagged = new Map<string, boolean>()
  for (const call of calls.filter(({ method, acts }) => method === 'GET' && !acts)) {
    const id = [...ids].find(([list]) => call.path.startsWith(list.replace('/suggestions', '')))?.[1][0] ?? 1
    const answer = await fire(app, 'GET', shot(call, 'least', id), headers)
    if (answer.statusCode === 200) tagged.set(label(call), answer.headers.etag !== undefined)
  }
  const said = calls.filter((call) => tagged.has(label(call)))
  expect(said.length).toBeGreaterThan(20)
  for (const call of said) expect(tagged.get(label(call)), label(call)).toBe(!!call.steady)
})

const server = process.env.TEST_DATABASE_URL
test.skipIf(!server)('PostgreSQL is spared the notifications that nobody hears', async () => {
  const { rows } = (await engine.db.execute(sql`select current_database() as name`)) as unknown as { rows: { name: string }[] }
  const other = new pg.Client({ connectionString: Object.assign(new URL(server!), { pathname: `/${rows[0]!.name}` }).toString() })
  await other.connect()
  const heard: unknown[] = []
  other.on('notification', ({ payload }) => heard.push(payload))
  await other.query('listen changes')
  await other.query(`set piazzale.hears = 'yes'`)
  await other.query(`update banks set note = 'sentito'`)
  expect(heard).toEqual(['data'])
  await engine.db.execute(sql`update banks set note = 'non sentito'`)
  // Earlier news come with the next answer.
  await other.query('select 1')
  expect(heard).toHaveLength(1)
  await other.end()
})

test('where changes are not heard nothing is remembered', async () => {
  const deaf = await createApp(deps)
  const conti = await signIn(deaf, 'contabilita')
  expect((await conti.get('/banks')).headers.etag).toBeUndefined()
  await deaf.close()
})

test('no table tells of its changes where nobody hears', async () => {
  const { rows } = (await engine.db.execute(
    sql`select tgrelid::regclass::text as table from pg_trigger where tgname = 'tell_data' and pg_get_triggerdef(oid) not like '%piazzale.hears%'`,
  )) as unknown as { rows: { table: string }[] }
  expect(rows).toEqual([])
})

test('every table tells of its changes, but for those no tagged answer is made of', async () => {
  const { rows } = (await engine.db.execute<{ tablename: string }>(
    sql`select tablename from pg_tables t where schemaname = 'public' and not exists (
      select from pg_trigger where tgrelid = format('%I', t.tablename)::regclass and tgname = 'tell_data') order by 1`,
  )) as unknown as { rows: { tablename: string }[] }
  expect(rows.map(({ tablename }) => tablename)).toEqual([
    'access_tokens',
    'activity_log',
    'activity_seals',
    'calendar_feeds',
    'client_errors',
    'communication_versions',
    'counters',
    'devices',
    'document_readers',
    'idempotency_keys',
    'job_history',
    'job_log',
    'job_rows',
    'known_devices',
    'links',
    'login_attempts',
    'model_history',
    'notification_choices',
    'notification_marks',
    'notification_times',
    'notifications',
    'push_subscriptions',
    'second_factors',
    'sessions',
    'support_document_reads',
    'support_documents',
    'ticket_drafts',
  ])
})

remembered('how many tickets and things each person has is remembered for that person alone, until something changes', async () => {
  const paths = ['/support/ticket/info', '/support/ticket?view=closed', '/counters/station', '/counters/inspection', '/dashboard/charts']
  const people = [
    await as('sup.ticket'),
    await as('helpdesk'),
    await as('rete'),
    await as('stazione'),
    await as('ispettore'),
    await as('admin'),
  ]
  const [boss] = people as [Caller]
  const { categories } = (await boss.get('/support/ticket/info')).body.data
  const category_id = categories.find(({ requires_station }: { requires_station: boolean }) => !requires_station).id
  const ask = { category_id, subject: 'Contato', description: 'Si conta per ciascuno.' }
  const opened = async (by: Caller) => (await by.post('/support/ticket', ask)).body.data
  for (const by of [boss, people[2]!, people[3]!]) {
    const { id_year, id_number } = await opened(by)
    expect((await boss.post(`/support/ticket/${id_year}/${id_number}`, { resolution: 'Fatto' })).status).toBe(200)
  }
  /** The same, by an app that remembers nothing. */
  const plain = await createApp(deps)
  const read = async (path: string) => {
    for (const one of people) {
      const [first, again, fresh] = [await one.get(path), await one.get(path), await (await signedAs(plain, one)).get(path)]
      expect([first.status, first.body.data], `${path} by ${one.user_id}`).toEqual([fresh.status, fresh.body.data])
      expect(again.body.data).toEqual(first.body.data)
      // Nobody is told that what another has still holds.
      const tag = first.headers.etag
      for (const other of people)
        if (tag && other !== one) expect((await other.get(path, ifNot(tag))).status, `${path} by ${other.user_id}`).not.toBe(304)
    }
    return (await boss.get(path)).body.data
  }
  for (const path of paths) await read(path)
  const closed = (await read('/support/ticket/info')).counts.closed
  const { id_year, id_number } = await opened(boss)
  await boss.post(`/support/ticket/${id_year}/${id_number}`, { resolution: 'Fatto' })
  expect((await read('/support/ticket/info')).counts.closed).toBe(closed + 1)
  await plain.close()
})
