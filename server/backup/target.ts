import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { drizzleOf, EmbeddedPool } from '../db/embedded.ts'
import { lockFolder } from '../db/lock.ts'
import { migrationsFolder, UNFINISHED } from '../db/open.ts'
import type { Db } from '../lib/core/db.ts'
import { HELD } from '../lib/jobs/held.ts'
import { installJobs } from '../lib/jobs/jobs.ts'
import { StartupError } from '../startup-problem.ts'
import { type Connection, migrationOf } from './dump.ts'
import { load } from './load.ts'
import type { Head, Piece, Totals } from './pieces.ts'
import { type TargetFiles, targetFiles } from './target-files.ts'

type Start = Extract<Head, { is: 'start' }>
interface Opened {
  connection: Connection
  db: Db
  /** Puts the database in its place. */
  finish(): Promise<void>
  /** Leaves the place as it was. */
  abandon(): Promise<void>
}
export interface Where {
  databaseUrl: string | undefined
  dataDir: string
  /** The bucket of the files; without it they are in the data folder. */
  filesUrl?: string | undefined
}

/**
 * Brings a copy to an empty place; a place where this was interrupted counts as empty. `held`: nothing is sent from there until a person says so.
 * @throws StartupError if the place is not empty, or the copy is of another version; the place is as it was then
 */
export async function bringInto(where: Where, pieces: AsyncIterable<Piece>, held: boolean): Promise<Totals> {
  const release = lockFolder(where.dataDir)
  const files = targetFiles(where)
  try {
    const opened = where.databaseUrl ? await openTarget(where.databaseUrl, files) : await openFolder(where.dataDir, files)
    try {
      const totals = await fill(opened, where.dataDir, files, pieces, held)
      await opened.finish()
      return totals
    } catch (error) {
      await opened.abandon()
      await files.clear()
      throw error
    }
  } finally {
    release()
  }
}
async function fill({ connection, db }: Opened, dataDir: string, files: TargetFiles, pieces: AsyncIterable<Piece>, held: boolean) {
  const reader = pieces[Symbol.asyncIterator]()
  const first = await reader.next()
  const start = first.value?.head as Start
  await migrateTo(start, connection, db)
  return load(
    { [Symbol.asyncIterator]: () => reader },
    {
      connection,
      files: await files.begin(),
      async ready() {
        if (held)
          await connection.query('insert into settings (key, value) values ($1, $2::jsonb)', [
            HELD,
            JSON.stringify({ copied_at: start.at }),
          ])
        if (start.filesKey) fs.writeFileSync(path.join(dataDir, 'files.key'), start.filesKey, { mode: 0o600 })
        await files.ready()
        await connection.query(`drop schema if exists ${UNFINISHED}`)
      },
    },
  )
}

/** Makes the tables as they were in the version of the copy; the next start brings them up to date. */
async function migrateTo({ migration }: Start, connection: Connection, db: Db) {
  const journal = JSON.parse(fs.readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const entries = journal.entries.filter(({ when }) => when <= Number(migration.created_at))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-migrations-'))
  try {
    fs.mkdirSync(path.join(folder, 'meta'))
    fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries) fs.copyFileSync(path.join(migrationsFolder, `${tag}.sql`), path.join(folder, `${tag}.sql`))
    await migrate(db as never, { migrationsFolder: folder })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
  if ((await migrationOf(connection))?.hash !== migration.hash)
    throw new StartupError('La copia viene da una versione più recente o diversa di Piazzale: ripristinarla con quella versione.')
  await installJobs(db, (text) => connection.query(text))
}

/** The embedded database is filled beside its place and renamed at the end. */
async function openFolder(dataDir: string, files: TargetFiles): Promise<Opened> {
  const folder = path.join(dataDir, 'pg')
  const beside = `${folder}.${UNFINISHED}`
  if (fs.existsSync(folder))
    throw new StartupError(`In "${dataDir}" c'è già un database: indicare una cartella nuova con DATA_DIR. Non è stato toccato nulla.`)
  if (!fs.existsSync(beside)) await files.refuse()
  fs.rmSync(beside, { recursive: true, force: true })
  fs.mkdirSync(beside)
  await files.clear()
  const engine = await PGlite.create(beside)
  const pool = new EmbeddedPool(engine)
  const close = async () => {
    await pool.end()
    await engine.close()
  }
  return {
    connection: pool,
    db: drizzleOf(pool),
    async finish() {
      await close()
      fs.renameSync(beside, folder)
    },
    async abandon() {
      await close().catch(() => undefined)
      fs.rmSync(beside, { recursive: true, force: true })
    },
  }
}

/** Empties what an interrupted copy has left: tables and functions of ours, not those of extensions. */
const CLEAR = `
do $$ declare one record; begin
  drop schema if exists drizzle cascade;
  drop schema if exists pgboss cascade;
  for one in select oid::regclass as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop execute format('drop table if exists %s cascade', one.name); end loop;
  for one in select oid::regprocedure as name from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute format('drop function if exists %s cascade', one.name); end loop;
end $$`
/** PostgreSQL is marked as unfinished until the commit that brings the data. */
async function openTarget(databaseUrl: string, files: TargetFiles): Promise<Opened> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select to_regnamespace($1) is not null as unfinished, pg_try_advisory_lock(727002) as free, (
        select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema$)'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as tables`,
      [UNFINISHED],
    )
    const [{ unfinished, free, tables }] = rows
    if (!free) throw new StartupError('Un altro comando sta già scrivendo in questo database.')
    if (!unfinished && tables)
      throw new StartupError(`Il database di arrivo non è vuoto (${tables} tabelle): indicarne uno nuovo. Non è stato toccato nulla.`)
    if (!unfinished) await files.refuse()
    await client.query(`create schema if not exists ${UNFINISHED}`)
    await client.query(CLEAR)
    await files.clear()
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    connection: client,
    db: drizzle(client),
    finish: () => client.end(),
    async abandon() {
      await client.query('rollback').catch(() => undefined)
      await client.query(CLEAR).catch(() => undefined)
      await client.query(`drop schema if exists ${UNFINISHED}`).catch(() => undefined)
      await client.end().catch(() => undefined)
    },
  }
}
