import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { database, freePort, launch, newFolder, type Running, ready, seededFolder } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

/** A job of the built server, stopped, killed and shared by two processes: each of its rows is done once. */
const url = process.env.TEST_DATABASE_URL
/** Many enough that a process is never through before it is killed. */
const ROWS = 600
const servers: Running[] = []
beforeAll(build, 600_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})

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
async function inFolder(folder: string, work: (client: PGlite) => Promise<unknown>) {
  const client = await PGlite.create(database(folder))
  try {
    return (await work(client)) as { rows: Record<string, number>[] }
  } finally {
    await client.close()
  }
}

async function serve(folder: string, env: Record<string, string>) {
  const port = await freePort()
  const server = launch(folder, port, { LOG_LEVEL: 'error', ...env })
  servers.push(server)
  await ready(server, port)
  const call = async (method: string, path: string, token = '', body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data: any } }
  }
  const { body } = await call('POST', '/auth/login', '', { email: 'admin@demo.example.it', password: PASSWORD })
  const ask = (method: string, path: string) => call(method, path, body.data.token)
  const job = async (id: number) => (await ask('GET', `/admin/history/${id}`)).body.data
  const until = (id: number, right: (job: any) => boolean) =>
    vi.waitUntil(async () => right(await job(id)), { timeout: 120_000, interval: 10 })
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.ended
  }
  return { ask, job, until, kill }
}
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
