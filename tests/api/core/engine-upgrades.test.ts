import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { createJobs } from '../../../server/lib/jobs/jobs.ts'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'
import { COPY } from '../../global-setup.ts'
import { createRng } from '../../outbox/rng.ts'
import { newFolder } from '../../server-process.ts'
import { calls, label } from '../support/calls.ts'
import { PASSWORD } from '../support/world.ts'

/**
 * Databases as the released versions left them (`tests/upgrades`, the demonstration's data; `dump.mjs` beside them makes them), brought to
 * this version. `KILLS=all` kills the upgrade before each of its statements; else a few of them, drawn by a seed that is printed (`KILL_SEED`).
 */
const folder = path.resolve('tests/upgrades')
const versions = fs.readdirSync(folder).flatMap((file) => /^(.+)\.sql\.gz$/.exec(file)?.slice(1) ?? [])
const url = process.env.TEST_DATABASE_URL
const { KILLS = '1', KILL_SEED = String(Date.now() % 1_000_000) } = process.env

interface Where {
  dataDir: string
  databaseUrl: string | undefined
}
/** A database of this version, of a server that is not running. */
async function old(version: string): Promise<Where> {
  const text = zlib.gunzipSync(fs.readFileSync(path.join(folder, `${version}.sql.gz`))).toString()
  const dataDir = newFolder()
  if (!url) {
    const embedded = await PGlite.create(path.join(dataDir, 'pg'))
    await embedded.exec(text)
    await embedded.close()
    return { dataDir, databaseUrl: undefined }
  }
  const name = `${COPY}${randomUUID().replaceAll('-', '')}`
  await ask({ dataDir, databaseUrl: url }, `create database ${name}`)
  const where = { dataDir, databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).toString() }
  await ask(where, text)
  return where
}
async function ask({ dataDir, databaseUrl }: Where, question: string): Promise<Record<string, unknown>[]> {
  if (!databaseUrl) {
    const embedded = await PGlite.create(path.join(dataDir, 'pg'))
    try {
      return (await embedded.exec(question)).at(-1)!.rows as Record<string, unknown>[]
    } finally {
      await embedded.close()
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return [await client.query(question)].flat().at(-1)!.rows
  } finally {
    await client.end()
  }
}
type Shape = Record<string, string[]>
/** The tables and their columns, without what is searched: migrations make that anew. */
async function shape(where: Where): Promise<Shape> {
  const rows = await ask(
    where,
    `select table_name::text as name, array_agg(column_name::text order by column_name) as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and column_name <> 'search_text' group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns as string[]]))
}
/** How many rows each of these tables has, and a digest of what stands in these columns. */
async function contents(where: Where, tables: Shape): Promise<Record<string, unknown>> {
  const parts = Object.entries(tables).map(
    ([
      name,
      columns,
    ]) => `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(line, chr(10) order by line), '')) as digest
      from (select jsonb_build_object(${columns.map((one) => `'${one}', ${one === 'password_hash' ? 'null' : `"${one}"`}`).join(', ')})::text collate "C" as line
      from "${name}") lines`,
  )
  const rows = await ask(where, `set timezone = 'UTC'; ${parts.join(' union all ')}`)
  return Object.fromEntries(rows.map(({ name, rows, digest }) => [name, `${rows} ${digest}`]))
}
/** What the schema is made of, in one text: columns, indexes, constraints, functions, triggers. */
const STRUCTURE = `select md5(string_agg(line, chr(10) order by line collate "C")) as digest from (
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as line from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) parts`
const structure = async (where: Where) => (await ask(where, STRUCTURE))[0]!.digest

/** Every column by `table.column`: its type, and whether a row may be inserted that does not name it. */
async function columnsOf(where: Where): Promise<Map<string, { type: string; needed: boolean }>> {
  const rows = await ask(
    where,
    `select table_name || '.' || column_name as name, udt_name::text as type,
       is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' as needed
     from information_schema.columns where table_schema = 'public' order by 1`,
  )
  return new Map(rows.map(({ name, type, needed }) => [String(name), { type: String(type), needed: needed === true }]))
}
/**
 * What the statements of a version would stumble over while its processes run on beside ours: a column that is gone or of another type, and a new one of a known
 * table that an insert must name. Each line stands with its reason.
 */
const STUMBLES: Record<string, Record<string, string>> = {}
function stumbles(before: Awaited<ReturnType<typeof columnsOf>>, after: typeof before): string[] {
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]))
  const lost = [...before].flatMap(([name, { type }]) =>
    after.get(name)?.type === type ? [] : `${name} ${after.has(name) ? 'differs' : 'is gone'}`,
  )
  const asked = [...after].flatMap(([name, { needed }]) =>
    needed && !before.get(name)?.needed && tables.has(name.split('.')[0]) ? `${name} is needed` : [],
  )
  return [...lost, ...asked]
}

async function upgraded(version: string): Promise<Where> {
  const where = await old(version)
  await (await openDatabase(where)).close()
  return where
}

describe.each(versions)('a database of version %s', { timeout: 300_000 }, (version) => {
  test('keeps every row and value, and ends with the structure of a new one', async () => {
    const where = await old(version)
    const before = await shape(where)
    const columns = await columnsOf(where)
    const kept = await contents(where, before)
    await (await openDatabase(where)).close()
    expect(await contents(where, before)).toEqual(kept)
    // Processes of that version go on with their own statements until each has been restarted.
    expect(stumbles(columns, await columnsOf(where))).toEqual(Object.keys(STUMBLES[version] ?? {}))
    const fresh = url ? { ...where, databaseUrl: await emptyDatabase() } : { ...where, dataDir: newFolder() }
    await (await openDatabase(fresh)).close()
    expect(await structure(where)).toBe(await structure(fresh))
  })

  test('is served: every list answers, with as many stations, verifiche and people as before, and the first record of each', async () => {
    const where = await upgraded(version)
    const database = await openDatabase(where)
    const app = await createApp({
      ...{ db: database.db, changes: database.changes, bus: database.bus, files: diskStore(newFolder()) },
      mail: { sends: false, send: async () => undefined },
      jobs: createJobs(database.db, database.script, (error) => console.error(error)),
      now: () => new Date(),
      ...{ origin: 'http://piazzale.test', demo: true, version: 'test' },
    })
    const login = await app.inject({
      method: 'POST',
      url: `${API_BASE}/auth/login`,
      payload: { email: 'admin@demo.example.it', password: PASSWORD },
    })
    const headers = { authorization: `Bearer ${login.json().data.token}` }
    const get = async (address: string) => {
      const answer = await app.inject({ url: API_BASE + address, headers })
      return { status: answer.statusCode, body: answer.json() }
    }
    const lists = calls.filter(
      ({ method, path, envelope, acts }) => method === 'GET' && envelope === 'page' && !acts && !path.includes('{'),
    )
    expect(lists.length).toBeGreaterThan(40)
    for (const call of lists) {
      const { status, body } = await get(`${call.path}?per_page=100`)
      expect([label(call), status, status === 200 ? '' : body.message]).toEqual([label(call), 200, ''])
    }
    const tables = { '/stations': 'stations', '/inspection': 'inspections', '/users': 'users' }
    for (const [address, table] of Object.entries(tables)) {
      const { body } = await get(`${address}?per_page=100`)
      const { rows } = (await database.db.execute(`select count(*)::int as count from ${table}`)) as unknown as {
        rows: { count: number }[]
      }
      expect([table, body.data.total]).toEqual([table, rows[0]!.count])
      expect(await get(`${address}/${body.data.data[0].id}`)).toMatchObject({ status: 200, body: { data: { id: body.data.data[0].id } } })
    }
    await app.close()
    await database.close()
  })

  test(`killed before ${KILLS} of the statements of its upgrade and started again, it ends like one that was not killed`, {
    timeout: 7_200_000,
  }, async () => {
    console.log(`KILL_SEED=${KILL_SEED}`)
    const open = (where: Where, until?: number) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'tests/upgrades/open-until.ts', ...(until ? [String(until)] : [])], {
        env: { ...process.env, DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? '' },
        encoding: 'utf8',
      })
    const whole = await old(version)
    const statements = Number(open(whole).stdout)
    expect(statements).toBeGreaterThan(0)
    const tables = await shape(whole)
    const end = [await structure(whole), await contents(whole, tables)]
    const rng = createRng(Number(KILL_SEED))
    const all = Array.from({ length: statements }, (_, at) => at + 1)
    const moments = KILLS === 'all' ? all : Array.from({ length: Number(KILLS) }, () => rng.int(1, statements))
    const start = await old(version)
    for (const moment of moments) {
      const where = await copyOf(start)
      expect(open(where, moment).signal, `statement ${moment}`).toBe('SIGKILL')
      const again = open(where)
      expect([moment, again.status, again.stderr]).toEqual([moment, 0, ''])
      expect([await structure(where), await contents(where, tables)], `killed before statement ${moment}`).toEqual(end)
      await drop(where)
    }
    console.log(`${version}: killed before ${moments.length} of ${statements} statements`)
  })
})

async function emptyDatabase() {
  const name = `${COPY}${randomUUID().replaceAll('-', '')}`
  await ask({ dataDir: '', databaseUrl: url }, `create database ${name}`)
  return Object.assign(new URL(url!), { pathname: `/${name}` }).toString()
}
/** A copy of a database that no server has open. */
async function copyOf({ dataDir, databaseUrl }: Where): Promise<Where> {
  const copy = newFolder()
  if (!databaseUrl) {
    execFileSync('cp', ['-r', `${dataDir}/.`, copy])
    return { dataDir: copy, databaseUrl }
  }
  const name = `${COPY}${randomUUID().replaceAll('-', '')}`
  await ask({ dataDir: '', databaseUrl: url }, `create database ${name} template ${new URL(databaseUrl).pathname.slice(1)}`)
  return { dataDir: copy, databaseUrl: Object.assign(new URL(url!), { pathname: `/${name}` }).toString() }
}
async function drop({ dataDir, databaseUrl }: Where) {
  fs.rmSync(dataDir, { recursive: true })
  if (databaseUrl) await ask({ dataDir: '', databaseUrl: url }, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
}
