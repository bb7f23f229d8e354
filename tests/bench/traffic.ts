import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import sharp from 'sharp'
import { API_BASE } from '../../src/contract/kernel/constants.ts'
import { type Api, apiAs } from '../e2e/support/api.ts'
import { METRICS_TOKEN, resident } from './api.ts'
import { type Scale, seededServer } from './scale.ts'
import { percentile, type Row, row } from './table.ts'

const PEOPLE = ['admin', 'contabilita', 'helpdesk']
/** What each of them looks at all day; nine reads to a write. */
const READS = {
  admin: ['/stations?per_page=25', '/expirations?per_page=25', '/support/ticket?per_page=25', '/dashboard/charts'],
  contabilita: ['/customers?per_page=25', '/cards?per_page=25', '/banks?per_page=25'],
  helpdesk: ['/support/ticket?per_page=25&view=all', '/support/ticket/counts'],
} as const
const OFTEN = { connections: 50, pipelining: 1 }
const files = (pid: number) => fs.readdirSync(`/proc/${pid}/fd`).length

function mixOf(people: Record<keyof typeof READS, Api>): autocannon.Request[] {
  const reads = Object.entries(READS).flatMap(([name, paths]) =>
    paths.map((path) => ({ method: 'GET' as const, path: API_BASE + path, headers: people[name as keyof typeof READS].headers })),
  )
  let made = 0
  const write = {
    method: 'POST' as const,
    path: `${API_BASE}/banks`,
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      headers: { ...people.contabilita.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ name: `Carico ${process.pid} ${made++}` }),
    }),
  }
  return [...reads, write]
}
/** Runs `work` again and again until told to end; gives how long each took, in milliseconds. */
function repeated(every: number, work: () => Promise<unknown>) {
  let over = false
  const times: number[] = []
  const ended = (async () => {
    while (!over) {
      const from = performance.now()
      await work()
      times.push(performance.now() - from)
      await pause(Math.max(0, every - (performance.now() - from)))
    }
  })()
  return async () => {
    over = true
    await ended
    return times
  }
}
async function photo(origin: string, { headers }: Api, bytes: Buffer) {
  const form = new FormData()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const fields = { uuid: randomUUID(), record: randomUUID(), sha256, size: String(bytes.length) }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('files', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'foto.jpg')
  const answer = await fetch(`${origin}${API_BASE}/support/ticket/files`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`photo: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}
/** The 99th percentile of the delay of the event loop since it was last asked, in milliseconds. */
async function loopDelay(origin: string) {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  return 1_000 * Number(/nodejs_eventloop_lag_p99_seconds (\S+)/.exec(await answer.text())?.[1])
}
async function connections(databaseUrl: string | undefined): Promise<number> {
  if (!databaseUrl) return Number.NaN
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from pg_stat_activity where datname = current_database()')
  await client.end()
  return rows[0].n - 1
}

/**
 * Reads and writes of an office at once: as much as comes, with exports and prints beside it, more than can be worked at, and `minutes` of
 * a steady stream after which everything must be as it was.
 */
export async function trafficRows(engine: string, seconds: number, minutes: number, databaseUrl?: string): Promise<Row[]> {
  const { scale, stop } = await seededServer('load', databaseUrl)
  return measured(engine, scale, seconds, minutes, databaseUrl).finally(stop)
}
async function measured(engine: string, { origin, pid }: Scale, seconds: number, minutes: number, databaseUrl?: string): Promise<Row[]> {
  const signedIn = await Promise.all(PEOPLE.map((name) => apiAs(origin, name)))
  const people = Object.fromEntries(PEOPLE.map((name, at) => [name, signedIn[at]!])) as Record<keyof typeof READS, Api>
  const requests = mixOf(people)
  const run = (options: Partial<autocannon.Options>) => autocannon({ url: origin, requests, duration: seconds, ...OFTEN, ...options })
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: { r: 120, g: 40, b: 40 } } })
    .jpeg()
    .toBuffer()
  const sign = () => people.admin.bytes('/prices/stations/pdf/1')
  const sheet = () => people.admin.bytes('/data-query/stations?format=xlsx')
  const [papers, picture] = [() => Promise.all([sign(), sheet(), sign(), sheet(), sign()]), () => photo(origin, people.helpdesk, bytes)]
  await papers()

  const full = await run({})
  const printing = repeated(0, papers)
  const beside = await run({ overallRate: 100, connections: 20 })
  const printed = await printing()
  const over = await run({ connections: 500, duration: Math.min(seconds, 20) })
  const from = performance.now()
  while (!(await fetch(`${origin}${API_BASE}/banks?per_page=25`, { headers: people.contabilita.headers })).ok) await pause(50)
  const recovered = performance.now() - from
  const broken = (result: autocannon.Result) => result['5xx'] + result.errors + result.timeouts
  const answered = ({ statusCodeStats, errors, timeouts }: autocannon.Result) => JSON.stringify({ ...statusCodeStats, errors, timeouts })
  console.error(`  ${engine}: at capacity ${answered(full)}, beside prints ${answered(beside)}, with 500 connections ${answered(over)}`)
  const rows = [
    row(`load, 50 connections, ${engine}`, full.requests.average, 'requests/s', 300, '≥'),
    row(`load, 50 connections, p50, ${engine}`, full.latency.p50, 'ms', 80, '≤'),
    row(`load, 50 connections, p99, ${engine}`, full.latency.p99, 'ms', 300, '≤'),
    row(`load, 50 connections, not answered with success, ${engine}`, full.non2xx + full.errors + full.timeouts, '', 0, '≤'),
    row(`five prints and exports at once, p99 of the five, ${engine}`, percentile(printed, 0.99), 'ms', 5_000, '≤'),
    row(`reads and writes meanwhile at 100/s, p99, ${engine}`, beside.latency.p99, 'ms', 500, '≤'),
    row(
      `500 connections: answered otherwise than with success or 503, ${engine}`,
      broken(over) - (over.statusCodeStats?.['503']?.count ?? 0) + over['4xx'],
      '',
      0,
      '≤',
    ),
    row(`500 connections: served meanwhile, ${engine}`, over['2xx'] / over.duration, 'requests/s', 100, '≥'),
    row(`500 connections: served again after, ${engine}`, recovered, 'ms', 5_000, '≤'),
  ]
  if (!minutes) return rows

  const soak = (many: number) => run({ overallRate: 50, connections: 20, duration: many })
  const [photos, prints] = [repeated(2_000, picture), repeated(5_000, papers)]
  const warm = Math.min(5, minutes / 3) * 60
  const first = await soak(warm)
  const at = () => ({ memory: resident(pid), files: files(pid) })
  const before = { ...at(), connections: await connections(databaseUrl) }
  await loopDelay(origin)
  const second = await soak(minutes * 60 - warm)
  const delay = await loopDelay(origin)
  await photos()
  await prints()
  await pause(15_000)
  const after = { ...at(), connections: await connections(databaseUrl) }
  const grown = (100 * (after.memory - before.memory)) / before.memory
  return [
    ...rows,
    row(
      `${minutes} minutes at 50 requests/s with photos and prints: answered with 5xx or not at all, ${engine}`,
      broken(first) + broken(second),
      '',
      0,
      '≤',
    ),
    row(`of them, memory since minute ${Math.round(warm / 60)}, ${engine}`, grown, '%', 10, '≤'),
    row(`of them, open files and sockets more than then, ${engine}`, after.files - before.files, '', 0, '≤'),
    ...(databaseUrl ? [row(`of them, connections more than then, ${engine}`, after.connections - before.connections, '', 0, '≤')] : []),
    row(`of them, delay of the event loop, p99, ${engine}`, delay, 'ms', 100, '≤'),
  ]
}
