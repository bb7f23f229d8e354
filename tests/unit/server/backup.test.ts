import { fork, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { postgresPrograms, startPostgres } from '../../../scripts/postgres.mjs'
import { backUp, move, restore } from '../../../server/backup/copies.ts'
import { countOf, dump, tablesOf } from '../../../server/backup/dump.ts'
import { openCopy } from '../../../server/backup/embedded-copy.ts'
import { outdated } from '../../../server/backup/keep.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { users } from '../../../server/db/schema/core/accounts.ts'
import { settings } from '../../../server/db/schema/core/system.ts'
import { diskStore } from '../../../server/lib/files/files.ts'
import { heldSince } from '../../../server/lib/jobs/held.ts'
import { seededFolder } from '../../server-process.ts'

const PASSPHRASE = 'quattro parole a caso qui'
const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-copia-'))
let source: string
let copy: string
let inSource: Awaited<ReturnType<typeof contents>>
let server: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  source = await seededFolder(inject('snapshot'))
  const month = path.join(source, 'files/2026/11')
  fs.mkdirSync(month, { recursive: true })
  for (const [at, size] of [0, 1, 300_000, 3_500_000].entries()) fs.writeFileSync(path.join(month, `file-${at}`), randomBytes(size))
  fs.writeFileSync(path.join(month, 'unfinished.part'), 'x')
  fs.writeFileSync(path.join(source, 'files.key'), randomBytes(32).toString('base64'))
  inSource = await contents({ dataDir: source })
  copy = path.join(newFolder(), 'rete.copia')
  await backUp({ databaseUrl: undefined, dataDir: source }, copy, PASSPHRASE, '0.0.0')
  server = await startPostgres()
})
afterAll(() => server?.stop())
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const hashes = (folder: string) =>
  Object.fromEntries(
    (fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
      .filter((name) => fs.statSync(path.join(folder, name)).isFile())
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(fs.readFileSync(path.join(folder, name)))
          .digest('hex'),
      ]),
  )
const stored = (folder: string) => {
  const { '2026/11/unfinished.part': _, ...files } = hashes(path.join(folder, 'files'))
  return files
}
/** Rows and checksum of each table. */
async function contents(place: { dataDir: string } | { url: string }) {
  const client = 'url' in place ? new pg.Client({ connectionString: place.url }) : undefined
  const { connection, close } = client
    ? { connection: client, close: () => client.end() }
    : await openCopy((place as { dataDir: string }).dataDir)
  await client?.connect()
  await connection.query(`set timezone = 'UTC'`)
  const found: Record<string, { rows: number; sum: string }> = {}
  for (const { name } of await tablesOf(connection)) found[name] = await countOf(connection, name)
  await close()
  return found
}
const without = ({ 'public.settings': _, ...rest }: Awaited<ReturnType<typeof contents>>) => rest
async function newDatabase(name: string) {
  const admin = new pg.Client({ connectionString: server!.url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(server!.url), { pathname: `/${name}` }).toString()
}

test('a copy restored in a new folder has each row and each file; its key too; numbers go on; what it would send is held', async () => {
  const dataDir = path.join(newFolder(), 'new')
  const totals = await restore({ databaseUrl: undefined, dataDir }, copy, PASSPHRASE)
  expect(totals).toMatchObject({ files: 4, rows: expect.toSatisfy((rows: number) => rows > 1_000) })
  const after = await contents({ dataDir })
  expect(Object.keys(inSource).length).toBeGreaterThan(60)
  expect(without(after)).toEqual(without(inSource))
  expect(after['public.settings']!.rows, 'and that sendings are held').toBe(inSource['public.settings']!.rows + 1)
  expect(hashes(path.join(dataDir, 'files'))).toEqual(stored(source))
  expect(fs.readFileSync(path.join(dataDir, 'files.key'))).toEqual(fs.readFileSync(path.join(source, 'files.key')))
  expect(fs.readdirSync(dataDir)).toHaveMembers(['files', 'files.key', 'pg'])
  const database = await openDatabase({ dataDir })
  try {
    expect(await heldSince(database.db)).toMatch(/^\d{4}-/)
    const known = Math.max(...(await database.db.select({ id: users.id }).from(users)).map(({ id }) => id))
    const [made] = await database.db.insert(users).values({ name: 'Nora', email: 'nora@example.it', roles: [] }).returning()
    expect(made!.id).toBeGreaterThan(known)
    const triggers = await database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
    )
    expect((triggers as { rows: unknown[] }).rows).toEqual([{ n: 0 }])
  } finally {
    await database.close()
  }
})

test('truncated, altered at any byte, with another passphrase or none: refused in one sentence, and nothing is touched', async () => {
  const whole = fs.readFileSync(copy)
  const bad = `${copy}.bad`
  const dataDir = path.join(newFolder(), 'new')
  const refused = async (bytes: Buffer, why: string, passphrase: string | undefined = PASSPHRASE) => {
    fs.writeFileSync(bad, bytes)
    await expect(restore({ databaseUrl: undefined, dataDir }, bad, passphrase), why).rejects.toThrow(
      /^(La copia di sicurezza è incompleta o alterata|La passphrase non è quella|".*" non è una copia di sicurezza|La passphrase della copia va data)[^\n]*\.$/,
    )
    expect(fs.existsSync(dataDir), why).toBe(false)
  }
  const places = [0, 17, 32, 33, 36, whole.length - 1, ...Array.from({ length: 94 }, () => Math.floor(Math.random() * whole.length))]
  for (const at of places) {
    const altered = Buffer.from(whole)
    altered[at]! ^= 1 + Math.floor(Math.random() * 255)
    await refused(altered, `byte ${at}`)
  }
  for (const size of [0, 10, 40, whole.length >> 1, whole.length - 1]) await refused(whole.subarray(0, size), `cut at ${size}`)
  await refused(Buffer.concat([whole, Buffer.from('x')]), 'something after the end')
  await refused(whole, 'another passphrase', 'quattro parole a caso qua')
  await refused(whole, 'a short passphrase', 'breve')
  expect(whole.includes('users'), 'nothing can be read').toBe(false)
})

test('a place that holds something is refused, and stays as it is', async () => {
  const before = hashes(source)
  await expect(restore({ databaseUrl: undefined, dataDir: source }, copy, PASSPHRASE)).rejects.toThrow("c'è già un database")
  const withFiles = newFolder()
  fs.cpSync(path.join(source, 'files'), path.join(withFiles, 'files'), { recursive: true })
  await expect(restore({ databaseUrl: undefined, dataDir: withFiles }, copy, PASSPHRASE)).rejects.toThrow('non è vuota (files)')
  await expect(backUp({ databaseUrl: undefined, dataDir: source }, copy, PASSPHRASE, '0.0.0')).rejects.toThrow('esiste già')
  expect(hashes(source)).toEqual(before)
  expect(fs.readdirSync(withFiles)).toEqual(['files'])
})

test('while an embedded server writes, a copy holds one state: all that was acknowledged before, and no half of a pair', async () => {
  const dataDir = newFolder()
  fs.cpSync(path.join(source, 'pg'), path.join(dataDir, 'pg'), { recursive: true })
  const writer = fork('tests/fixtures/embedded-writer.ts', [dataDir], { execArgv: ['--import', 'tsx'] })
  let last = 0
  writer.on('message', (n) => {
    last = n as number
  })
  try {
    while (last < 20) await setTimeout(20)
    const before = last
    const file = path.join(newFolder(), 'copia')
    await backUp({ databaseUrl: undefined, dataDir }, file, PASSPHRASE, '0.0.0')
    const atEnd = last
    expect(atEnd, 'writes went on').toBeGreaterThan(before)
    const nowhere = { databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: newFolder() }
    await expect(move({ dataDir }, nowhere, '0.0.0'), 'what is written meanwhile would stay behind').rejects.toThrow(
      'è già usata dal processo',
    )
    const restored = path.join(newFolder(), 'new')
    await restore({ databaseUrl: undefined, dataDir: restored }, file, PASSPHRASE)
    const database = await openDatabase({ dataDir: restored })
    const keys = (await database.db.select({ key: settings.key }).from(settings))
      .map(({ key }) => key)
      .filter((key) => key.startsWith('pair-'))
    await database.close()
    expect(keys.filter((key) => key.startsWith('pair-a')).length * 2).toBe(keys.length)
    expect(keys.length / 2).toBeGreaterThanOrEqual(before)
    expect(fs.readdirSync(dataDir), 'nothing is left of the copy').toHaveMembers(['lock', 'pg'])
  } finally {
    writer.kill('SIGKILL')
  }
})

const onPostgres = test.skipIf(!postgresPrograms())
onPostgres(
  'an embedded installation moves to PostgreSQL: each table and file equal, the old folder untouched; a target that is not empty is refused',
  async () => {
    const before = hashes(source)
    const url = await newDatabase('moved')
    const dataDir = path.join(newFolder(), 'new')
    await move({ dataDir: source }, { databaseUrl: url, dataDir }, '0.0.0')
    expect(await contents({ url })).toEqual(inSource)
    expect(hashes(path.join(dataDir, 'files'))).toEqual(stored(source))
    expect(hashes(source)).toEqual(before)
    const database = await openDatabase({ dataDir, databaseUrl: url })
    expect(await heldSince(database.db), 'it is the same installation').toBeUndefined()
    await database.close()
    const again = path.join(newFolder(), 'new')
    await expect(move({ dataDir: source }, { databaseUrl: url, dataDir: again }, '0.0.0')).rejects.toThrow(
      'Il database di arrivo non è vuoto',
    )
    expect(fs.readdirSync(again)).toEqual([])
  },
)

onPostgres('a move that was killed is begun again by the same command; meanwhile nothing starts on half of it', async () => {
  const url = await newDatabase('killed')
  const dataDir = path.join(newFolder(), 'new')
  const before = hashes(source)
  const env = { ...process.env, DATA_DIR: source }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/move.ts', `--to=${url}`, `--files=${dataDir}`], {
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const migrated = async () => (await admin.query(`select to_regclass('pgboss.job') is not null as there`)).rows[0].there
  while (!(await migrated())) await setTimeout(20)
  child.kill('SIGKILL')
  await ended
  await expect(openDatabase({ dataDir, databaseUrl: url })).rejects.toThrow('non è arrivato alla fine')
  await move({ dataDir: source }, { databaseUrl: url, dataDir }, '0.0.0')
  await admin.end()
  expect(await contents({ url })).toEqual(inSource)
  expect(hashes(source)).toEqual(before)
  expect(hashes(path.join(dataDir, 'files'))).toEqual(stored(source))
})

onPostgres.each(['postgresql', 'pglite'])(
  'PostgreSQL is copied while somebody writes, in one state, and restored on %s',
  async (engine) => {
    const url = await newDatabase(`busy_${engine}`)
    const dataDir = path.join(newFolder(), 'new')
    await move({ dataDir: source }, { databaseUrl: url, dataDir }, '0.0.0')
    const writer = new pg.Client({ connectionString: url })
    await writer.connect()
    let [writing, n] = [true, 0]
    const wrote = (async () => {
      while (writing) {
        n++
        await writer.query(
          `begin; insert into settings (key, value) values ('pair-a-${n}', '1'); insert into settings (key, value) values ('pair-b-${n}', '1'); commit`,
        )
      }
    })()
    while (n < 20) await setTimeout(5)
    const before = n - 1
    const file = path.join(newFolder(), 'copia')
    await backUp({ databaseUrl: url, dataDir }, file, PASSPHRASE, '0.0.0')
    expect(n).toBeGreaterThan(before + 1)
    writing = false
    await wrote
    await writer.end()
    const place = { databaseUrl: engine === 'postgresql' ? await newDatabase('back') : undefined, dataDir: path.join(newFolder(), 'new') }
    await restore(place, file, PASSPHRASE)
    const database = await openDatabase(place)
    const keys = (await database.db.select({ key: settings.key }).from(settings))
      .map(({ key }) => key)
      .filter((key) => key.startsWith('pair-'))
    await database.close()
    expect(keys.filter((key) => key.startsWith('pair-a')).length * 2).toBe(keys.length)
    expect(keys.length / 2).toBeGreaterThanOrEqual(before)
    expect(without(await contents(place.databaseUrl ? { url: place.databaseUrl } : place))).toEqual(without(inSource))
    expect(hashes(path.join(place.dataDir, 'files'))).toEqual(stored(source))
  },
)

onPostgres('a copy that stops half way leaves the place as it was', async () => {
  const url = await newDatabase('stopped')
  const place = { databaseUrl: url, dataDir: path.join(newFolder(), 'new') }
  const { bringInto } = await import('../../../server/backup/target.ts')
  const opened = await openCopy(source)
  async function* failing() {
    let seen = 0
    for await (const one of dump(opened.connection, { dataDir: source, files: diskStore(path.join(source, 'files')) }, '0.0.0')) {
      if (one.head.is === 'bytes' && seen++) throw new Error('the disk is gone')
      yield one
    }
  }
  await expect(bringInto(place, failing(), false)).rejects.toThrow('the disk is gone')
  await opened.close()
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const { rows } = await admin.query(
    `select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^(pg_|information_schema)' `,
  )
  await admin.end()
  expect([rows, fs.readdirSync(place.dataDir)]).toEqual([[{ n: 0 }], []])
  await move({ dataDir: source }, place, '0.0.0')
})

test('of each of the last 7 days, 4 weeks and 3 months one copy stays, the newest; other files are left alone', () => {
  const names = Array.from({ length: 200 }, (_, day) => new Date(Date.UTC(2026, 10, 27 - day)).toISOString().slice(0, 10)).flatMap((day) =>
    ['0300', '1500'].map((time) => `piazzale-${day}T${time}00Z.copia`),
  )
  const gone = new Set(outdated([...names, 'piazzale.copia', 'altro.txt', 'piazzale-2020-01-01T000000Z.copia.part']))
  expect(names.filter((name) => !gone.has(name)).map((name) => name.slice(9, 24))).toEqual([
    '2026-11-27T1500',
    '2026-11-26T1500',
    '2026-11-25T1500',
    '2026-11-24T1500',
    '2026-11-23T1500',
    '2026-11-22T1500',
    '2026-11-21T1500',
    '2026-11-15T1500',
    '2026-11-08T1500',
    '2026-10-31T1500',
    '2026-09-30T1500',
  ])
  expect([...gone].every((name) => names.includes(name))).toBe(true)
})
