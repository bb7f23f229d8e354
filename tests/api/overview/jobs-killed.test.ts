import pg from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { newFolder, seededFolder } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { inFolder, serve } from '../support/killed.ts'

/** A job of the built server, stopped, killed and shared by two processes: each of its rows is done once. */
const url = process.env.TEST_DATABASE_URL
/** Many enough that a process is never through before it is killed. */
const ROWS = 600
beforeAll(build, 600_000)

/** So many stations of ours with one price each in the registry. */
const REGISTRY = `
  insert into fuels (name, code, mise_names) values ('Benzina di prova', 'BPROVA', '{Benzina prova}');
  insert into stations (code, name, address, cap, city, province, mise_id, search_text)
    select 'ZK' || n, 'Prova ' || n, 'Via Prova 1', '43036', 'Fidenza', 'PR', 980000 + n, 'prova' from generate_series(1, ${ROWS}) n;
  insert into station_fuels (station_id, fuel_id) select s.id, f.id from stations s, fuels f where s.mise_id > 980000 and f.code = 'BPROVA';
  delete from mimit_prices;
  insert into mimit_prices (station_id, fuel_raw, self, price, dt)
    select 980000 + n, 'Benzina prova', true, 1.789, '2026-04-20T06:00:00Z' from generate_series(1, ${ROWS}) n;`
/** How often each effect is there, and what the job says of it. */
const FIGURES = `select
  (select count(*)::int from prices p join fuels f on f.id = p.fuel_id where f.code = 'BPROVA') as prices,
  (select count(distinct p.station_id)::int from prices p join fuels f on f.id = p.fuel_id where f.code = 'BPROVA') as stations,
  (select count(*)::int from model_history where model = 'price' and batch_id is not null) as history,
  (select count(*)::int from job_rows where outcome = 'fatto') as rows,
  (select max(done) from job_history) as done`
const ended = ({ status }: { status: string }) => status === 'completato'

test.skipIf(url)(
  'a job stopped says how far it came; killed it is carried on with, and each row is done once',
  { timeout: 300_000 },
  async () => {
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) => client.exec(REGISTRY))
    const first = await serve(folder, { DATABASE_URL: '' })
    const { id } = (await first.ask('POST', '/mimit/publish')).body.data
    await first.until(id, ({ done }) => done > 0)
    const stopped = await first.ask('POST', `/admin/history/${id}/cancel`)
    const { status, done, items, log } = stopped.body.data
    expect([stopped.status, status, items]).toEqual([200, 'fermato', ROWS])
    expect(done).toBeLessThan(ROWS)
    expect(log[0].text).toMatch(new RegExp(`^Fermato da .+ dopo ${done} righe di ${ROWS}\\.$`))

    expect((await first.ask('POST', `/admin/history/${id}/retry`)).status).toBe(200)
    await first.until(id, (job) => job.done > done)
    await first.kill()
    const half = (await inFolder(folder, (client) => client.query(FIGURES))).rows[0]!
    expect(half.done).toBeGreaterThan(done)
    expect(half.done).toBeLessThan(ROWS)
    expect(half).toEqual({ prices: half.done, stations: half.done, history: half.done, rows: half.done, done: half.done })

    const second = await serve(folder, { DATABASE_URL: '' })
    await second.until(id, ended)
    await second.kill()
    const whole = (await inFolder(folder, (client) => client.query(FIGURES))).rows[0]!
    expect(whole).toEqual({ prices: ROWS, stations: ROWS, history: ROWS, rows: ROWS, done: ROWS })
  },
)

/** So many more drivers: the telling of all of them takes many chunks. */
const DRIVERS = 1_500
const CROWD = `insert into users (name, email, roles) select 'Prova ' || n, 'prova' || n || '@demo.example.it', '{driver}' from generate_series(1, ${DRIVERS}) n`
/** Who was told of a communication: in the bell, by mail, and by the state of the recipient. */
const TOLD = `select
  (select count(*)::int from communication_recipients where version = 1 and communication_id = $1) as recipients,
  (select count(delivered_at)::int from communication_recipients where communication_id = $1) as delivered,
  (select count(*)::int from notifications where subject_type = 'communication' and subject_id = $1) as bells,
  (select count(distinct user_id)::int from notifications where subject_type = 'communication' and subject_id = $1) as people,
  (select count(*)::int from (select data from pgboss.job where name = 'mail' union all select data from pgboss.archive where name = 'mail') m
    where m.data->>'subject' = 'A tutti gli autisti') as mails,
  (select count(distinct m.data->>'to')::int from (select data from pgboss.job where name = 'mail' union all select data from pgboss.archive where name = 'mail') m
    where m.data->>'subject' = 'A tutti gli autisti') as addresses`

test.skipIf(url)(
  'a communication killed in the middle of its sending tells nobody twice and leaves nobody out',
  { timeout: 300_000 },
  async () => {
    const folder = await seededFolder(inject('snapshot'))
    await inFolder(folder, (client) => client.exec(CROWD))
    const first = await serve(folder, { DATABASE_URL: '' })
    const { id } = (
      await first.ask('POST', '/communications-ctrl', { subject: 'A tutti gli autisti', body: '<p>Da lunedì.</p>', roles: ['driver'] })
    ).body.data
    const [job] = (await first.ask('GET', '/admin/history')).body.data
    await first.until(job.id, ({ done }) => done > 1)
    await first.kill()
    const told = async () => (await inFolder(folder, (client) => client.query(TOLD, [id]))).rows[0]!
    const half = await told()
    expect(half.delivered).toBeGreaterThan(0)
    expect(half.delivered).toBeLessThan(half.recipients!)
    const all = half.recipients!
    expect(all).toBeGreaterThan(DRIVERS)
    expect(half, 'who was told, was told by each way').toMatchObject({
      bells: half.delivered,
      people: half.delivered,
      mails: half.delivered,
    })

    const second = await serve(folder, { DATABASE_URL: '' })
    await second.until(job.id, ended)
    await second.kill()
    expect(await told()).toEqual({ recipients: all, delivered: all, bells: all, people: all, mails: all, addresses: all })
  },
)

test.skipIf(!url)('two processes on one PostgreSQL take a job once, and each of its rows', { timeout: 300_000 }, async () => {
  const DATABASE_URL = await copyOfTemplate(url!)
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(REGISTRY)
  const shared = newFolder()
  const both = [await serve(shared, { DATABASE_URL }), await serve(shared, { DATABASE_URL })]
  const starts = await Promise.all(both.map(({ ask }) => ask('POST', '/mimit/publish')))
  expect(starts.map(({ status }) => status)).toHaveMembers([201, 409])
  const { id } = starts.find(({ status }) => status === 201)!.body.data
  // As after a death whose entry is handed out again while the first one still lives: both have it.
  await client.query(`insert into pgboss.job (name, data, expire_in) values ('run', $1, interval '60 s')`, [{ id }])
  await both[0]!.until(id, ended)
  const { rows } = await client.query(FIGURES)
  await client.end()
  expect(rows[0]).toEqual({ prices: ROWS, stations: ROWS, history: ROWS, rows: ROWS, done: ROWS })
})
