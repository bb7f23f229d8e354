import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { type Changes, hearEmbedded } from '../lib/changes.ts'
import type { Db } from '../lib/db.ts'
import { installJobs, type Script } from '../lib/jobs.ts'
import { root } from '../lib/root.ts'
import { StartupError } from '../startup-problem.ts'
import { lockFolder } from './lock.ts'

export interface Database {
  db: Db
  /** Embedded only: with PostgreSQL other processes write too, and nothing is remembered. */
  changes?: Changes
  engine: 'pglite' | 'postgresql'
  /** Runs a text of several statements. */
  script: Script
  close(): Promise<void>
}
const migrationsFolder = path.join(root, 'server/db/migrations')
// int8 and sums come back as numbers on both engines.
pg.types.setTypeParser(20, Number)

/** Opens the configured database and brings its schema up to date. */
export async function openDatabase({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}

async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000 })
  // An idle connection that is lost has left the pool already, and the next query opens another.
  pool.on('error', (error) => console.error(error.message))
  // A connection lost during a query fails that query too; but its own `error` event, without a listener, would end the process.
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  const client = await pool.connect()
  try {
    // Several API processes may start together: one migrates, the others wait.
    await client.query('select pg_advisory_lock(727001)')
    await migrate(drizzle(client), { migrationsFolder })
    await installJobs(drizzle(client), (text) => client.query(text))
  } finally {
    await client.query('select pg_advisory_unlock(727001)')
    client.release()
  }
  return { db: drizzle(pool), engine: 'postgresql', script: (text) => pool.query(text), close: () => pool.end() }
}

/**
 * The embedded database under `dataDir/pg`, with our exclusive lock. A new one is initialised beside and renamed, so that a process killed
 * meanwhile leaves nothing half made. It survives the death of the process, not a power cut (it does not fsync).
 */
async function openEmbedded(dataDir: string): Promise<Database> {
  const release = lockFolder(dataDir)
  try {
    const folder = path.join(dataDir, 'pg')
    if (!fs.existsSync(folder)) {
      const fresh = path.join(dataDir, 'pg.new')
      fs.rmSync(fresh, { recursive: true, force: true })
      await (await PGlite.create(fresh)).close()
      fs.renameSync(fresh, folder)
    }
    if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
      throw new StartupError(
        `La cartella "${folder}" non contiene un database completo. Ripristinarla da una copia, oppure eliminarla per ricominciare.`,
      )
    const database = takingTurns(await PGlite.create(folder))
    const db = drizzleEmbedded(database)
    await migrateEmbedded(db, { migrationsFolder })
    const script: Script = (text) => database.exec(text)
    await installJobs(db, script)
    const changes = await hearEmbedded(database)
    return {
      db,
      changes,
      engine: 'pglite',
      script,
      async close() {
        await database.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Yields before each query: the engine runs in this thread, and a request with many queries in a row would keep all other requests
 * waiting. (Queries inside a transaction keep others out anyway.)
 */
function takingTurns(database: PGlite): PGlite {
  const ask = database.query.bind(database) as PGlite['query']
  database.query = (async (...question: Parameters<PGlite['query']>) => {
    await turn()
    return ask(...question)
  }) as PGlite['query']
  return database
}
