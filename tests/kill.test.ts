import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { build } from '../scripts/prepare.mjs'
import { API_BASE } from '../src/contract/kernel/constants.ts'
import { createRng } from './outbox/rng.ts'
import { database, freePort, launch, newFolder, type Running, ready, seededFolder } from './server-process.ts'

/** Says after how long each kill comes; printed, so that a failure can be had again. */
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const KILLS = Number(process.env.KILLS ?? 8)
const PASSWORD = 'Demo!2026rete'
const started: Running[] = []
const start = (...args: Parameters<typeof launch>) => {
  const server = launch(...args)
  started.push(server)
  return server
}
const kill = async (server: Running, signal: NodeJS.Signals) => {
  server.child.kill(signal)
  return server.ended
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(build, 300_000)
afterAll(async () => {
  for (const server of started) if (server.child.exitCode === null) await kill(server, 'SIGKILL')
})

async function signIn(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'contabilita@demo.example.it', password: PASSWORD }),
  })
  return ((await answer.json()) as { data: { token: string } }).data.token
}
/** One try of a write; the status, or undefined where nobody answered. */
const write = (port: number, token: string, key: string, name: string) =>
  fetch(`http://127.0.0.1:${port}${API_BASE}/banks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ name }),
  }).then(
    async (answer) => {
      await answer.text()
      return answer.status
    },
    () => undefined,
  )
async function rows(folder: string, query: string): Promise<Record<string, unknown>[]> {
  const client = await PGlite.create(database(folder))
  try {
    return (await client.query<Record<string, unknown>>(query)).rows
  } finally {
    await client.close()
  }
}

test(`killed ${KILLS} times while writing: nothing acknowledged is lost, nothing is there twice or by half`, {
  timeout: 600_000,
}, async () => {
  const folder = await seededFolder(inject('snapshot'))
  const port = await freePort()
  let server = start(folder, port)
  await ready(server, port)
  const token = await signIn(port)
  const acknowledged: string[] = []
  const odd: unknown[] = []
  let over = false
  const writer = async (who: number) => {
    for (let i = 0; !over; i++) {
      const [key, name] = [randomUUID(), `Banca ${who}-${i}`]
      for (let status: number | undefined; !over && status !== 201; ) {
        status = await write(port, token, key, name)
        if (status === 201) acknowledged.push(name)
        else if (status === undefined) await pause(20)
        else if (status !== 409) odd.push({ name, status })
      }
    }
  }
  const writers = [1, 2, 3, 4].map(writer)
  const restarts: number[] = []
  console.log(`KILL_SEED=${SEED}`)
  const rng = createRng(SEED)
  for (let i = 0; i < KILLS; i++) {
    const enough = acknowledged.length + 5
    while (acknowledged.length < enough) await pause(5)
    await pause(rng.int(0, 150))
    expect(await kill(server, 'SIGKILL')).toBe('SIGKILL')
    expect(fs.readFileSync(path.join(folder, 'lock'), 'utf8'), 'a killed server leaves its lock').toContain(`${server.child.pid} `)
    server = start(folder, port)
    restarts.push(await ready(server, port))
  }
  over = true
  await Promise.all(writers)
  expect(await kill(server, 'SIGTERM')).toBe(0)
  expect(odd).toEqual([])
  const stored = (await rows(folder, `select name from banks where name ~ '^Banca \\d+-\\d+$'`)).map(({ name }) => name as string)
  const known = new Set(stored)
  const lost = acknowledged.filter((name) => !known.has(name))
  console.log(
    `${KILLS} kills, ${acknowledged.length} acknowledged, ${lost.length} lost, ${stored.length - known.size} twice; slowest restart ${Math.round(Math.max(...restarts))} ms`,
  )
  expect(lost).toEqual([])
  expect(stored.length).toBe(known.size)
  const [halves] = await rows(
    folder,
    `select (select count(*) from idempotency_keys where status = 201)::int as keys,
            (select count(*) from idempotency_keys where status is null)::int as open,
            (select count(*) from model_history where model = 'bank' and event = 'created')::int as history,
            (select count(*) from activity_log where entity = 'banks' and action = 'creazione')::int as activity`,
  )
  expect(halves).toEqual({ keys: stored.length, open: 0, history: stored.length, activity: stored.length })
})

test('a stopped server answers what it has begun, frees the folder and exits with 0; its log holds no token', {
  timeout: 120_000,
}, async () => {
  const folder = await seededFolder(inject('snapshot'))
  const port = await freePort()
  const server = start(folder, port)
  await ready(server, port)
  const token = await signIn(port)
  const begun = Array.from({ length: 20 }, (_, i) => write(port, token, randomUUID(), `Banca ultima ${i}`))
  await begun[0]
  expect(await kill(server, 'SIGTERM')).toBe(0)
  const done = (await Promise.all(begun)).filter((status) => status === 201).length
  expect(done).toBeGreaterThan(0)
  expect(fs.existsSync(path.join(folder, 'lock'))).toBe(false)
  const [stored] = await rows(folder, `select count(*)::int as n from banks where name like 'Banca ultima %'`)
  expect(stored!.n).toBe(done)
  expect(server.output()).toContain('Piazzale è pronto')
  expect(server.output()).not.toContain(token)
})

test('a second server on the folder refuses and says why; the first goes on', { timeout: 120_000 }, async () => {
  const folder = await seededFolder(inject('snapshot'))
  const port = await freePort()
  const first = start(folder, port)
  await ready(first, port)
  const second = start(folder, await freePort())
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`è già usata dal processo ${first.child.pid}`)
  expect((await fetch(`http://127.0.0.1:${port}${API_BASE}/health`)).status).toBe(200)
  expect(await kill(first, 'SIGTERM')).toBe(0)
})

test('a lock whose process is gone, or whose number another process has now, is taken over', { timeout: 120_000 }, async () => {
  const folder = await seededFolder(inject('snapshot'))
  // A process that has ended and that nobody has buried: its parent has become another program.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [zombie] = (await parent.stdout.take(1).toArray()) as Buffer[]
  for (const stale of ['999999999 1', `${process.pid} 1`, `${String(zombie).trim()} `, 'non un processo', '']) {
    fs.writeFileSync(path.join(folder, 'lock'), stale)
    const port = await freePort()
    const server = start(folder, port)
    await ready(server, port)
    expect(await kill(server, 'SIGTERM')).toBe(0)
  }
  parent.kill('SIGKILL')
})

test('a port that is taken is named, and the folder is free again', { timeout: 120_000 }, async () => {
  const [one, other] = [await seededFolder(inject('snapshot')), await seededFolder(inject('snapshot'))]
  const port = await freePort()
  const first = start(one, port)
  await ready(first, port)
  const second = start(other, port)
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`La porta ${port} è già in uso`)
  expect(fs.existsSync(path.join(other, 'lock'))).toBe(false)
  expect(await kill(first, 'SIGTERM')).toBe(0)
})

test('a database that was never finished is begun again; one that lost its parts is named', { timeout: 240_000 }, async () => {
  const folder = newFolder()
  const port = await freePort()
  // Killed while the database is being made: `pg.new` is there, `pg` is not.
  const first = start(folder, port)
  while (!fs.existsSync(path.join(folder, 'pg.new'))) await pause(5)
  await kill(first, 'SIGKILL')
  expect(fs.existsSync(database(folder))).toBe(false)
  fs.mkdirSync(path.join(folder, 'pg.new/base'), { recursive: true })
  const again = start(folder, port)
  await ready(again, port)
  expect(await signIn(port)).toMatch(/^[\w-]{43}$/)
  expect(await kill(again, 'SIGTERM')).toBe(0)
  expect(fs.existsSync(path.join(folder, 'pg.new'))).toBe(false)

  fs.rmSync(path.join(database(folder), 'PG_VERSION'))
  const broken = start(folder, port)
  expect(await broken.ended).toBe(1)
  expect(broken.output()).toContain(`La cartella "${database(folder)}" non contiene un database completo`)
  fs.writeFileSync(path.join(database(folder), 'PG_VERSION'), '18\n')
  fs.writeFileSync(path.join(database(folder), 'global/pg_control'), Buffer.alloc(8_192))
  const damaged = start(folder, port)
  expect(await damaged.ended).toBe(1)
  expect(damaged.output()).toContain(`Il database in "${folder}" è danneggiato`)
  const file = path.join(folder, 'lock.txt')
  fs.writeFileSync(file, '')
  const nowhere = start(file, port)
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.output()).toContain(`"${file}" non è una cartella`)
})

test('killed while it seeds, the demonstration is whole after the next start', { timeout: 240_000 }, async () => {
  const folder = newFolder()
  const port = await freePort()
  const first = start(folder, port)
  while (!fs.existsSync(database(folder))) await pause(5)
  await pause(500)
  await kill(first, 'SIGKILL')
  const again = start(folder, port)
  await ready(again, port)
  expect(await kill(again, 'SIGTERM')).toBe(0)
  const [n] = await rows(folder, 'select (select count(*) from users)::int as users, (select count(*) from stations)::int as stations')
  expect(n).toEqual({ users: 60, stations: 45 })
})
