import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import autocannon from 'autocannon'
import pg from 'pg'
import { openDatabase } from '../../server/db/open.ts'
import { checkPassword, hashPassword, passwordTurn } from '../../server/lib/core/passwords.ts'
import { database, freePort, launch, newFolder, ready } from '../server-process.ts'
import { alternated } from './legs.ts'
import { against, byTurns, type Row, row } from './table.ts'

const J = { 'content-type': 'application/json' }
const load = (url: string, seconds: number, options: Partial<autocannon.Options> = {}) =>
  autocannon({ url, duration: seconds, connections: 20, ...options })
const rate = async (...args: Parameters<typeof load>) => (await load(...args)).requests.average

/** Resident memory of a process in megabytes; NaN where the system does not tell. */
export const resident = (pid: number) => {
  const status = `/proc/${pid}/status`
  return fs.existsSync(status) ? Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(status, 'utf8'))?.[1]) / 1000 : Number.NaN
}

/** For `/metrics` of the servers that are measured. */
export const METRICS_TOKEN = 'of the bench alone'
/** The built server on a new database with the demo data, started a second time: how long until it answers, and what it takes then. */
export async function startBuilt(databaseUrl?: string, stations?: number) {
  const folder = newFolder()
  const env = { LOG_LEVEL: 'warn', PROFILE: 'demo', METRICS_TOKEN, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const port = await freePort()
  const first = launch(folder, port, env)
  await ready(first, port)
  first.child.kill('SIGTERM')
  await first.ended
  if (stations) await makeUp(folder, stations)
  const running = launch(folder, port, env)
  const readyMs = await ready(running, port)
  const stop = async () => {
    running.child.kill('SIGTERM')
    await running.ended
    fs.rmSync(folder, { recursive: true, force: true })
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return { origin: `http://127.0.0.1:${port}`, pid: running.child.pid!, idleMb: resident(running.child.pid!), readyMs, stop }
}

/** Fills the network of an embedded database up to so many stations. */
async function makeUp(folder: string, count: number) {
  const client = await PGlite.create(database(folder))
  await client.query(`
    insert into stations (code, name, address, cap, city, province, latitude, longitude)
    select 'INV-' || n, (array['Area di servizio', 'Stazione', 'Distributore', 'Punto vendita'])[1 + n % 4] || ' ' || (n % 997),
           'Strada Statale ' || (n % 700) || ' km ' || (n % 90), lpad((n % 90000)::text, 5, '0'), 'Castel' || (n % 6000), 'PR',
           37 + (n % 913) / 101.0, 8 + (n % 769) / 77.0
    from generate_series(1, ${count} - (select count(*)::int from stations where deleted_at is null)) as n`)
  await client.query(BANKS)
  await client.close()
}

export type Built = Awaited<ReturnType<typeof startBuilt>>

/** The rows of the list that is measured, in a database of the product. */
const BANKS = `insert into banks (name, abi, note)
  select 'Banca ' || n, lpad((n % 90000)::text, 5, '0'), 'Una banca come le altre' from generate_series(1, 1000) as n on conflict do nothing`
/** A new database with the same rows on the same engine, and a program that does nothing but ask it. */
async function startBare(databaseUrl?: string) {
  const dataDir = newFolder()
  const place = databaseUrl ? await ownDatabase(databaseUrl) : database(dataDir)
  const made = await openDatabase({ dataDir, databaseUrl: databaseUrl && place })
  await made.script(BANKS)
  await made.close()
  const since = performance.now()
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.mjs'), place], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  await (await fetch(`${url}/rows`)).arrayBuffer()
  const readyMs = performance.now() - since
  const stop = () => {
    child.kill()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: `${url}/rows`, pid: child.pid!, readyMs, stop }
}
/** A database of its own on the same server, so that what is inserted there is not in the lists that are measured here. */
async function ownDatabase(databaseUrl: string) {
  const name = `bare_${Date.now()}`
  await onServer(databaseUrl, `create database ${name}`)
  return Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).toString()
}
async function onServer(databaseUrl: string, text: string) {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query(text)
  await admin.end()
}
/** Requests of a leg for each second of its length: a leg of less than a second is mostly its own beginning. */
const AMOUNT = 1_200
/** Legs by turns, of which the middle one counts. */
const LEGS = 5
/** Twenty at once: milliseconds of each. */
const atOnce = (work: () => Promise<unknown>): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 20 }, async () => {
      const from = performance.now()
      await work()
      return performance.now() - from
    }),
  )
const hello = async (seconds: number): Promise<number> => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hello.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())))
  const requests = await rate(url, seconds)
  child.kill()
  return requests
}

/**
 * Lists, writes and sign-ins through the whole server on one engine, against the same web server and driver with one prepared statement, by turns: how many
 * of ours the processor of one of theirs is worth, the database's included, and the throughput beside it.
 */
export async function apiRows(
  engine: 'PGlite' | 'PostgreSQL',
  server: Built,
  seconds: number,
  postgres?: { url: string; pid: () => number },
): Promise<Row[]> {
  const memory = server.idleMb
  if (postgres) await onServer(postgres.url, BANKS)
  const bare = await startBare(postgres?.url)
  const base = `${server.origin}/api/v1`
  const signIn = (email: string) =>
    fetch(`${base}/auth/login`, {
      method: 'POST',
      headers: J,
      body: JSON.stringify({ email: `${email}@demo.example.it`, password: 'Demo!2026rete' }),
    })
  const { data } = (await (await signIn('contabilita')).json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${data.token}` }
  const list = `${base}/banks?per_page=25`
  const pids = (pid: number) => (postgres ? [pid, postgres.pid()] : [pid])
  const least = { requests: { url: bare.url }, pids: pids(bare.pid) }
  const lists = await alternated({ requests: { url: list, headers }, pids: pids(server.pid) }, least, LEGS, seconds * AMOUNT)
  let made = 0
  const one = (url: string, more: () => object) => ({
    url,
    requests: [
      {
        method: 'POST' as const,
        setupRequest: (request: autocannon.Request) => ({
          ...request,
          headers: { ...J, ...more() },
          body: JSON.stringify({ name: `Prova ${made++} ${seconds}` }),
        }),
      },
    ],
  })
  const ours = one(`${base}/banks`, () => ({ ...headers, 'idempotency-key': crypto.randomUUID() }))
  const posts = await alternated(
    { requests: ours, pids: pids(server.pid) },
    { ...least, requests: one(bare.url, () => ({})) },
    LEGS,
    seconds * AMOUNT,
  )
  const leastSteady = await load(bare.url, seconds, { overallRate: 300 })
  bare.stop()
  const floor = await hello(seconds)
  const tag = (await fetch(list, { headers })).headers.get('etag')
  const again = tag && (await load(list, seconds, { headers: { ...headers, 'if-none-match': tag } }))
  const unchanged = again && again['3xx'] === again.requests.total ? again.requests.average : Number.NaN
  const steady = await load(list, seconds, { headers, overallRate: 300 })
  const known = await hashPassword('Demo!2026rete')
  const login = async () => (await signIn('ispettore')).arrayBuffer()
  // The first opens the connections.
  await atOnce(login)
  const logins = await byTurns(LEGS, [login, () => passwordTurn('bench', () => checkPassword(known, 'Demo!2026rete'))], atOnce)
  const small = engine === 'PGlite'
  return [
    row(`API, list of 25 with children and total, ${engine}, processor`, lists.cost, 'ms a request', 0.6, 'ratio ≥', lists.processor),
    row(`API, list of 25 with children and total, ${engine}, throughput`, lists.perSecond, 'requests/s', 0.6, 'ratio ≥', lists.throughput),
    // With PostgreSQL nothing is remembered between requests, so there is no 304 (decision 009).
    ...(small
      ? [row(`API, unchanged list (304), ${engine}, against hello`, unchanged, 'requests/s', 0.3, 'ratio ≥', unchanged / floor)]
      : []),
    row(
      `API, POST of one row with key, history, audit, ${engine}, processor`,
      posts.cost,
      'ms a request',
      0.35,
      'ratio ≥',
      posts.processor,
    ),
    row(
      `API, POST of one row with key, history, audit, ${engine}, throughput`,
      posts.perSecond,
      'rows/s',
      0.35,
      'ratio ≥',
      posts.throughput,
    ),
    row(
      `API, list at 300 requests/s, p99, ${engine}`,
      steady.latency.p99,
      'ms',
      4,
      'ratio ≤',
      steady.latency.p99 / leastSteady.latency.p99,
    ),
    against(`sign-in, p95 with 20 at once, ${engine}, against the passwords alone`, logins, 0.95, 1.5),
    row(`memory of the idle server, ${engine}`, memory, 'MB', small ? 450 : 160, '≤'),
    row(
      `start on a built checkout with data, to the first 200, ${engine}`,
      server.readyMs,
      'ms',
      3,
      'ratio ≤',
      server.readyMs / bare.readyMs,
    ),
  ]
}
