import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { build } from '../../../scripts/prepare.mjs'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { freePort, launch, newFolder, type Running, ready } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'
import { PASSWORD } from '../support/world.ts'

/** Behaviour that needs an engine with many connections: TEST_DATABASE_URL names a PostgreSQL (`npm test` starts one if it can). */
const url = process.env.TEST_DATABASE_URL
if (!url) console.log('skipped: no PostgreSQL (TEST_DATABASE_URL)')

const KEYS = 500
const COPIES = 4
/** In Rome, of tickets that are opened now. */
const YEAR = Number(new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 4))
/** Requests under way at once. */
const HANDS = 16

const servers: Running[] = []
if (url) beforeAll(build, 300_000)
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended
  }
})

interface ApiResponse {
  status: number
  receipt: string | null
  body: { code?: string; data?: { token?: string } }
}
const post = async (port: number, path: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> => {
  const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, receipt: answer.headers.get('idempotency-key'), body: text ? JSON.parse(text) : {} }
}

/** Both at once: they wait for each other's migrations. */
async function twoProcesses() {
  const DATABASE_URL = await copyOfTemplate(url!)
  const ports = [await freePort(), await freePort()] as const
  const folder = newFolder()
  const started = ports.map((port) => launch(folder, port, { DATABASE_URL, LOG_LEVEL: 'error' }))
  servers.push(...started)
  await Promise.all(started.map((server, i) => ready(server, ports[i]!)))
  return { DATABASE_URL, ports }
}

test.skipIf(!url)(
  `two API processes on one PostgreSQL: ${KEYS * COPIES} deliveries of ${KEYS} keys have ${KEYS} effects`,
  {
    timeout: 300_000,
  },
  async () => {
    const { DATABASE_URL, ports } = await twoProcesses()
    const login = await post(ports[0], '/auth/login', { email: 'contabilita@demo.example.it', password: PASSWORD })
    const authorization = `Bearer ${login.body.data!.token}`
    const deliver = (port: number, key: string, name: string) => post(port, '/banks', { name }, { authorization, 'idempotency-key': key })

    const keys = Array.from({ length: KEYS }, () => randomUUID())
    const answers = new Map(keys.map((key) => [key, [] as ApiResponse[]]))
    // The copies of a key stand next to each other, on alternating servers: they meet.
    const deliveries = keys.flatMap((key, i) => Array.from({ length: COPIES }, (_, copy) => ({ key, i, port: ports[(i + copy) % 2]! })))
    let running = 0
    const hand = async () => {
      for (let next = deliveries.shift(); next; next = deliveries.shift()) {
        const answer = await deliver(next.port, next.key, `Banca contesa ${next.i}`)
        const isRunning = answer.status === 409 && answer.body.code === 'in_progress' && answer.receipt === null
        if (!isRunning) answers.get(next.key)!.push(answer)
        else {
          running++
          deliveries.push(next)
        }
      }
    }
    const since = performance.now()
    await Promise.all(Array.from({ length: HANDS }, hand))
    const seconds = (performance.now() - since) / 1000

    const isRight = (answer: ApiResponse, key: string, first: ApiResponse) =>
      answer.status === 201 && answer.receipt === key && isDeepStrictEqual(answer.body, first.body)
    const odd = [...answers].filter(([key, all]) => all.length !== COPIES || !all.every((answer) => isRight(answer, key, all[0]!)))
    console.log(
      `${KEYS * COPIES} deliveries of ${KEYS} keys to 2 processes in ${seconds.toFixed(1)} s: ${odd.length} keys with differing answers, ${running} told to come back first`,
    )
    expect(odd).toEqual([])

    const database = new pg.Client({ connectionString: DATABASE_URL })
    await database.connect()
    const { rows } = await database.query(
      `select (select count(*) from banks where name like 'Banca contesa %')::int as effects,
            (select count(distinct name) from banks where name like 'Banca contesa %')::int as names,
            (select count(*) from idempotency_keys where status = 201)::int as answered,
            (select count(*) from idempotency_keys)::int as keys,
            (select count(*) from model_history where model = 'bank' and event = 'created')::int as history,
            (select count(*) from activity_log where entity = 'banks' and action = 'creazione')::int as activity`,
    )
    expect(rows[0]).toEqual({ effects: KEYS, names: KEYS, answered: KEYS, keys: KEYS, history: KEYS, activity: KEYS })

    // The other process, which has just served the person, refuses them once the session has ended.
    const refused = async (port: number, headers: { authorization: string }) => {
      const read = () => fetch(`http://127.0.0.1:${port}${API_BASE}/auth/me`, { headers })
      await vi.waitUntil(async () => (await read()).status === 401, { timeout: 5_000, interval: 1 })
    }
    expect((await post(ports[0], '/auth/logout', {}, { authorization })).status).toBe(200)
    await refused(ports[1], { authorization })
    expect((await deliver(ports[1], randomUUID(), 'Banca tardiva')).status).toBe(401)
    expect((await database.query(`select from banks where name = 'Banca tardiva'`)).rowCount).toBe(0)

    // So do both after what somebody does in the database itself.
    const again = await post(ports[0], '/auth/login', { email: 'contabilita@demo.example.it', password: PASSWORD })
    const anew = { authorization: `Bearer ${again.body.data!.token}` }
    for (const port of ports) expect((await post(port, '/banks', { name: `Banca di ${port}` }, anew)).status).toBe(201)
    await database.query(`update users set enabled = 0 where email = 'contabilita@demo.example.it'`)
    for (const port of ports) await refused(port, anew)
    await database.end()
  },
)

const OPENED = 50
test.skipIf(!url)(
  `${OPENED} tickets that two API processes open at the same moment have ${OPENED} numbers without a gap, one that is refused takes none`,
  { timeout: 300_000 },
  async () => {
    const { DATABASE_URL, ports } = await twoProcesses()
    const database = new pg.Client({ connectionString: DATABASE_URL })
    await database.connect()
    await database.query('update ticket_categories set requires_station = false')
    const numbers = async () => {
      const { rows } = await database.query<{ id_number: number }>('select id_number from tickets where id_year = $1 order by 1', [YEAR])
      return rows.map(({ id_number }) => id_number)
    }
    const before = (await numbers()).length
    const login = await post(ports[0], '/auth/login', { email: 'sup.ticket@demo.example.it', password: PASSWORD })
    const authorization = `Bearer ${login.body.data!.token}`
    const open = (at: number, category_id: number) =>
      post(
        ports[at % 2]!,
        '/support/ticket',
        { category_id, subject: `Insieme ${at}`, description: 'Tutti nello stesso momento.' },
        { authorization, 'idempotency-key': randomUUID() },
      )
    const answers = await Promise.all(
      Array.from({ length: OPENED }, async (_, at) => {
        const [made, refused] = await Promise.all([open(at, 1), open(at, 999_999)])
        return [made.status, refused.status]
      }),
    )
    expect(answers).toEqual(Array(OPENED).fill([201, 422]))
    const all = await numbers()
    expect(all).toEqual(Array.from({ length: before + OPENED }, (_, at) => at + 1))
    await database.end()
  },
)
