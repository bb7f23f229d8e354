import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { build } from '../../../scripts/prepare.mjs'
import { openDatabase } from '../../../server/db/open.ts'
import { seedTest } from '../../../server/db/seed/test.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { freePort, launch, newFolder, type Running, ready } from '../../server-process.ts'
import { PASSWORD } from '../support/world.ts'

/** Only where there is a PostgreSQL (`npm test` starts one where it can): this one is stopped, so it is another one of its own. */
const here = !!process.env.TEST_DATABASE_URL
const TIMES = 20
const AWAY = 'Servizio database non raggiungibile. Riprovare più tardi.'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let server: Running
let port: number
if (here)
  beforeAll(async () => {
    await build()
    // Answered writes must reach the system: the settings of the other tests give that up for speed.
    postgres = await startPostgres(['synchronous_commit=on'])
    const database = await openDatabase({ dataDir: '', databaseUrl: postgres!.url })
    await seedTest(database.db)
    await database.close()
    port = await freePort()
    server = launch(newFolder(), port, { DATABASE_URL: postgres!.url, LOG_LEVEL: 'fatal' })
    await ready(server, port)
  }, 300_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.ended
  await postgres?.stop()
})

const ask = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
}

test.skipIf(!here)(
  `the database cuts its connections ${TIMES} times under load and once goes away: the process stays, nothing acknowledged is lost`,
  { timeout: 300_000 },
  async () => {
    const login = await ask('POST', '/auth/login', {}, { email: 'contabilita@demo.example.it', password: PASSWORD })
    const authorization = `Bearer ${login.body.data.token}`
    const acknowledged: string[] = []
    const statuses = new Map<number, number>()
    let over = false
    const writer = async (who: number) => {
      for (let i = 0; !over; i++) {
        const [key, name] = [randomUUID(), `Banca ${who}-${i}`]
        for (let status = 0; !over && status !== 201; ) {
          const answer = await ask('POST', '/banks', { authorization, 'idempotency-key': key }, { name })
          status = answer.status
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status === 201) acknowledged.push(name)
          if (status === 503) expect(answer.body.error).toBe(AWAY)
        }
      }
    }
    const writers = [1, 2, 3, 4].map(writer)
    const more = async (n: number) => {
      const enough = acknowledged.length + n
      while (acknowledged.length < enough) {
        // What it wrote says why it ended.
        if (server.child.exitCode !== null) throw new Error(`the process ended (${server.child.exitCode}):\n${server.output()}`)
        await pause(5)
      }
    }
    const admin = new pg.Client({ connectionString: postgres!.url })
    await admin.connect()
    let cut = 0
    for (let turn = 0; turn < TIMES; turn++) {
      await more(5)
      const { rowCount } = await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      cut += rowCount ?? 0
    }
    await more(5)
    await admin.end()

    await postgres!.end('SIGQUIT')
    const away = await ask('GET', '/banks', { authorization })
    expect(away).toMatchObject({ status: 503, body: { error: AWAY } })
    expect((await ask('GET', '/health', {})).status).toBe(503)
    await postgres!.start()
    await more(5)
    over = true
    await Promise.all(writers)
    expect(server.child.exitCode).toBeNull()

    const database = new pg.Client({ connectionString: postgres!.url })
    await database.connect()
    const { rows } = await database.query(`select name from banks where name ~ '^Banca \\d+-\\d+$'`)
    await database.end()
    const stored = rows.map(({ name }) => name as string)
    const lost = acknowledged.filter((name) => !stored.includes(name))
    console.log(
      `${cut} connections cut in ${TIMES} turns and a server that went away: ${acknowledged.length} acknowledged, ${lost.length} lost, ${stored.length - new Set(stored).size} twice, answers ${JSON.stringify(Object.fromEntries(statuses))}`,
    )
    expect(lost).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    expect([...statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([])
    expect(statuses.get(503)).toBeGreaterThan(0)
  },
)
