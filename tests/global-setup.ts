import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../server/db/open.ts'
import { seedTest } from '../server/db/seed/test.ts'
import { installJobs } from '../server/lib/jobs/jobs.ts'
import { WITNESS } from './api/support/witness-triggers.ts'
import { keepDone } from './coverage/done.ts'
import { neverFired } from './fired/never.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The embedded database with the test seed, as a file to load. */
    snapshot: string
    /** Folder for what was fired, a file for each process. */
    fired: string
  }
}
export const TEMPLATE = 'piazzale_template'
/** How the databases of the single test files begin, on PostgreSQL. */
export const COPY = 'piazzale_test_'
const folder = path.resolve('node_modules/.cache')
const sources = [
  'server/db',
  'server/domain',
  'server/lib/core/passwords.ts',
  'server/lib/jobs/jobs.ts',
  'server/lib/tables/json-rows.ts',
  'server/resources/inspections/station-context.ts',
  'src/contract',
  'src/rules',
  'tests/api/support/witness-triggers.ts',
]

/**
 * Makes the test seed once for all API test files: a snapshot to load (0.5 s instead of 5), or with TEST_DATABASE_URL a template there. What the
 * tests leave in the folder of temporary files goes with the run.
 */
export default async function setup(project: TestProject) {
  const temp = temporaryFolder()
  const fired = fs.mkdtempSync(path.join(os.tmpdir(), 'fired-'))
  project.provide('fired', fired)
  const url = process.env.TEST_DATABASE_URL
  if (url) await makeTemplate(url)
  else project.provide('snapshot', await makeSnapshot())
  return async () => {
    if (url) await dropCopies(url)
    if (process.env.PLANT === undefined) keepDone(fired)
    const fault = process.env.PLANT === undefined ? neverFired(fired) : undefined
    temp.remove()
    if (fault) throw new Error(fault)
  }
}

/** The name says what it was made from: several working copies may share the folder. */
async function makeSnapshot() {
  const file = path.join(folder, `piazzale-test-${hashOf(sources)}.tar`)
  if (fs.existsSync(file)) return file
  const client = await PGlite.create()
  const db = drizzle(client)
  await migrate(db, { migrationsFolder: path.resolve('server/db/migrations') })
  await installJobs(db, (text) => client.exec(text))
  await seedTest(db)
  await client.exec(WITNESS)
  fs.mkdirSync(folder, { recursive: true })
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('piazzale-test-') && fs.statSync(path.join(folder, name)).mtimeMs < Date.now() - 86_400_000)
      fs.rmSync(path.join(folder, name), { force: true })
  fs.writeFileSync(`${file}.${process.pid}`, Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer()))
  fs.renameSync(`${file}.${process.pid}`, file)
  await client.close()
  return file
}

async function makeTemplate(url: string) {
  await dropCopies(url)
  await onServer(url, async (admin) => {
    await admin.query(`drop database if exists ${TEMPLATE}`)
    await admin.query(`create database ${TEMPLATE}`)
  })
  const template = await openDatabase({ dataDir: '', databaseUrl: Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).toString() })
  await seedTest(template.db)
  await template.db.execute(sql.raw(WITNESS))
  await template.close()
}
const dropCopies = (url: string) =>
  onServer(url, async (admin) => {
    const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [COPY])
    for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
  })
async function onServer(url: string, work: (admin: pg.Client) => Promise<void>) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function hashOf(places: string[]) {
  const hash = createHash('sha256')
  const walk = (place: string): void => {
    if (fs.statSync(place).isFile()) hash.update(place).update(fs.readFileSync(place))
    else for (const name of fs.readdirSync(place).sort()) walk(path.join(place, name))
  }
  places.forEach(walk)
  return hash.digest('hex').slice(0, 16)
}
