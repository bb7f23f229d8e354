import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { calls } from '../support/calls.ts'
import { testDatabase } from '../support/database.ts'
import { type Caller, signIn } from '../support/world.ts'

const engine = await testDatabase()
const app = await createApp({
  db: engine.db,
  files: diskStore(mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))),
  mail: { sends: false, send: async () => undefined },
  jobs: createJobs(engine.db, engine.script, console.error),
  now: () => new Date(),
  ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
})
afterAll(async () => {
  await app.close()
  await engine.close()
})

type Ask = (asked: { text: string } | string, ...rest: unknown[]) => Promise<unknown>
interface Connection {
  query: Ask
}
type Done = (error: unknown, connection?: Connection, release?: unknown) => void
interface Pool {
  connect(done?: Done): Promise<Connection> | undefined
}
const { $client: pool } = engine.db as unknown as { $client: Pool }
const seen: string[] = []
const noted = new WeakSet<Connection>()
/** `connection`, each query of which is noted from now on. */
function note(connection: Connection): Connection {
  if (noted.has(connection)) return connection
  noted.add(connection)
  const ask = connection.query.bind(connection)
  connection.query = (asked, ...rest) => {
    seen.push(typeof asked === 'string' ? asked : asked.text)
    return ask(asked, ...rest)
  }
  return connection
}
// A query of the pool is one of a connection of it, which the pool of PostgreSQL asks itself for with a callback.
const connect = pool.connect.bind(pool)
pool.connect = (done) =>
  done ? connect((error, connection, release) => done(error, connection && note(connection), release)) : connect()?.then(note)
/** Statements that one request repeats: once for each row of something. */
async function repeated(work: () => Promise<unknown>): Promise<string[]> {
  seen.length = 0
  await work()
  const times = new Map<string, number>()
  for (const text of seen) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times]
    .filter(([text, n]) => n > 2 && /^\s*(select|with|insert|update|delete)/i.test(text))
    .map(([text, n]) => `${n} × ${text.slice(0, 160)}`)
}

/** Statements of one of a few kinds, which are as many whatever is stored. */
const FIXED: Readonly<Record<string, string>> = {
  'GET /hosts': 'the three hosts of cards, each with its switch, its last job and its counts',
}
/** Reads of several records: lists and bundles; what has ids in its address is asked for records that there are. */
const many = calls.filter(({ method, acts, envelope }) => method === 'GET' && !acts && envelope !== 'blob')
const PEOPLE = ['admin', 'contabilita', 'rete', 'stazione', 'gestore', 'ispettore', 'helpdesk']

/** Values of the parameters of an address, from the rows of the list that stands before it. */
async function addresses(person: Caller, address: string, known: Map<string, Record<string, unknown>[]>): Promise<string[]> {
  if (!address.includes('{')) return [address]
  const list = address.split('/{')[0]!
  if (!known.has(list)) {
    const { status, body } = await person.get(`${list}?per_page=100`)
    const rows = status === 200 ? (body.data?.data ?? body.data ?? body.records) : []
    known.set(list, Array.isArray(rows) ? rows : [])
  }
  const aliases: Record<string, string> = { year: 'id_year', number: 'id_number', stationId: 'station_id', station: 'id' }
  return known
    .get(list)!
    .slice(0, 3)
    .map((row) => address.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name] ?? row[aliases[name] ?? ''] ?? row.id ?? 1)))
}

test('no list and no bundle asks the database once for each of its rows', { timeout: 400_000 }, async () => {
  const admin = await signIn(app, 'admin')
  const categories = (await admin.get('/support/t/category')).body.data.data
  for (let n = 0; n < 5; n++) {
    const made = await admin.post('/support/ticket', {
      category_id: categories[0].id,
      subject: `Prova ${n}`,
      description: 'Descrizione di prova',
      priority: 2,
    })
    expect([made.status, made.body.error]).toEqual([201, undefined])
  }
  const faults = new Set<string>()
  let asked = 0
  let answered = 0
  for (const name of PEOPLE) {
    const person = await signIn(app, name)
    const known = new Map<string, Record<string, unknown>[]>()
    for (const call of many)
      for (const address of await addresses(person, call.path, known)) {
        asked++
        for (const what of await repeated(async () => {
          const { status } = await person.get(address + ('page' === call.envelope ? '?per_page=100' : ''))
          if (status === 200) answered++
        }))
          if (!FIXED[`GET ${call.path}`]) faults.add(`GET ${call.path}: ${what}`)
      }
  }
  console.log(`${asked} reads by ${PEOPLE.length} people, ${answered} answered`)
  expect(answered).toBeGreaterThan(600)
  expect([...faults]).toEqual([])
})
