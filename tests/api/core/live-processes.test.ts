import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { LISTENER } from '../../../server/db/message-bus.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { freePort, launch, newFolder, type Running, ready } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { listenTo } from '../support/live-stream.ts'
import { PASSWORD } from '../support/world.ts'

/** Only PostgreSQL has several processes: TEST_DATABASE_URL names one (`npm test` starts one where it can). */
const url = process.env.TEST_DATABASE_URL
const servers: Running[] = []
if (url) beforeAll(build, 300_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})
const SOON_MS = 30_000
/** Two servers that start while other tests use both cores. */
const START_MS = 120_000
/** What should have been long before, or an error that names it: a test that only times out says nothing. */
const soon = <T>(what: string, work: Promise<T>, ms = SOON_MS): Promise<T> =>
  Promise.race([work, after(ms, undefined, { ref: false }).then(() => Promise.reject(new Error(`${what}: not within ${ms} ms`)))])
async function request(origin: string, method: string, path: string, token?: string, body?: object) {
  const answer = await fetch(`${origin}${API_BASE}${path}`, {
    method,
    signal: AbortSignal.timeout(SOON_MS),
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, data: text ? JSON.parse(text).data : undefined }
}

test.skipIf(!url)(
  'two processes on one PostgreSQL tell each other what changes, who is where and whose session has ended',
  { timeout: 300_000 },
  async () => {
    const DATABASE_URL = await soon('a copy of the seed', copyOfTemplate(url!))
    const ports = [await freePort(), await freePort()]
    const folder = newFolder()
    for (const port of ports) servers.push(launch(folder, port, { DATABASE_URL, LOG_LEVEL: 'error' }))
    await soon('two servers', Promise.all(servers.map((server, i) => ready(server, ports[i]!))), START_MS)
    const [one, other] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string]
    const database = new pg.Client({ connectionString: DATABASE_URL })
    await database.connect()
    const signIn = async (origin: string, name: string) =>
      (await request(origin, 'POST', '/auth/login', undefined, { email: `${name}@demo.example.it`, password: PASSWORD })).data.token
    const [admin, agent] = [await signIn(one, 'admin'), await signIn(other, 'sup.ticket')]
    const open = async () => {
      const streams = [await listenTo(one, admin), await listenTo(other, agent)] as const
      for (const stream of streams) await stream.until('hello')
      return streams
    }
    const streams = await open()
    let number = 95_000
    async function told(those: typeof streams) {
      const { rows } = await database.query(
        `insert into tickets (id_year, id_number, category_id, subject, description, priority, requester_id, due_at, source, uid)
           values (2026, $1, (select min(id) from ticket_categories), 'Fra processi', 'Scritto da un terzo.', 2, 1, now(), 'web', $2) returning id`,
        [++number, randomUUID()],
      )
      const { id } = rows[0]
      for (const stream of those)
        await stream.until('changed', ({ tickets }) => tickets?.some((row: { number: number }) => row.number === number))
      return id as number
    }
    const ticket_id = await told(streams)

    // A person present at a ticket through one process is told by the other.
    const here = async () => (await request(other, 'GET', '/support/presence', agent)).data
    expect((await request(one, 'POST', '/support/presence', admin, { ticket_id, tab: randomUUID(), state: 'writing' })).status).toBe(204)
    await streams[1].until('changed', (data) => data['tickets-presence'])
    expect(await here()).toMatchObject([{ ticket_id, people: [{ writing: true }] }])

    // A process that has only just begun learns of it from those that run.
    const third = await freePort()
    servers.push(launch(folder, third, { DATABASE_URL, LOG_LEVEL: 'error' }))
    await soon('a third server', ready(servers[2]!, third), START_MS)
    await vi.waitUntil(async () => (await request(`http://127.0.0.1:${third}`, 'GET', '/support/presence', agent)).data.length === 1, 5_000)

    // One whose files are elsewhere does not start.
    const lost = launch(newFolder(), await freePort(), { DATABASE_URL, LOG_LEVEL: 'error' })
    expect(await soon('the end of a server on another folder', lost.ended, START_MS)).toBe(1)
    expect(lost.output()).toMatch(/L'archivio dei file di questo processo .* non è quello degli altri processi/)

    // Where messages may have been missed, streams end; whoever comes back is told again.
    const cut = await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
      [LISTENER],
    )
    expect(cut.rowCount).toBe(3)
    await soon('the end of the streams', Promise.all(streams.map((stream) => stream.ended)))
    const anew = await vi.waitUntil(() => open().catch(() => undefined), { timeout: 10_000, interval: 200 })
    await told(anew)

    // A session that ends at one process ends its stream at the other.
    const elsewhere = await listenTo(other, admin)
    expect((await request(one, 'POST', '/auth/logout', admin, {})).status).toBe(200)
    await soon('the end of the streams of a session', Promise.all([elsewhere.ended, anew[0].ended]))
    await database.end()

    // A process that is told to end does so at once, whoever listens.
    const since = performance.now()
    servers[1]!.child.kill('SIGTERM')
    expect(await servers[1]!.ended).toBe(0)
    await anew[1].ended
    expect(performance.now() - since).toBeLessThan(5_000)
  },
)
