import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type ChangeCounters, countEmbeddedChanges } from '../lib/core/change-counters.ts'
import type { Db } from '../lib/core/db.ts'
import type { MessageBus } from '../lib/core/hub.ts'
import { root } from '../lib/core/root.ts'
import { installJobs, type Script } from '../lib/jobs/jobs.ts'
import { StartupError } from '../startup-problem.ts'
import { drizzleOf, EmbeddedPool } from './embedded.ts'
import { lockFolder } from './lock.ts'
import { embeddedBus, postgresBus } from './message-bus.ts'
import { PreparingClient } from './prepared.ts'

export interface Database {
  db: Db
  /** Embedded engine only: with PostgreSQL other processes write, too, and nothing is cached. */
  changes?: ChangeCounters
  engine: 'pglite' | 'postgresql'
  /** To the open streams of all processes. */
  bus: MessageBus
  /** Runs a text of several statements. */
  script: Script
  close(): Promise<void>
}
const migrationsFolder = path.join(root, 'server/db/migrations')

/** Opens the configured database and brings its schema up to date. */
export async function openDatabase({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}

/** An idle connection is kept for so long: a new one has to load its catalogues and prepare its statements anew. */
const IDLE_MS = 10 * 60_000

async function openPostgres(connectionString: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    Client: PreparingClient,
  })
  // An idle connection that is lost has left the pool already, and the next query opens another.
  pool.on('error', (error) => console.error(error.message))
  // A connection lost during a query fails that query; but its own `error` event, without a listener, would end the process.
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
  return {
    db: drizzle(pool),
    engine: 'postgresql',
    bus: postgresBus(connectionString, pool),
    script: (text) => pool.query(text),
    close: () => pool.end(),
  }
}

/**
 * The embedded database under `dataDir/pg`, with our exclusive lock. A new one is initialised in another folder and renamed, so that a process killed meanwhile
 * leaves nothing incomplete. It survives the death of the process, not a power cut (it does not fsync).
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
    const engine = await PGlite.create(folder)
    const pool = new EmbeddedPool(engine)
    const db = drizzleOf(pool)
    await migrate(db, { migrationsFolder })
    const script: Script = (text) => pool.query(text)
    await installJobs(db, script)
    const changes = await countEmbeddedChanges(pool)
    return {
      db,
      changes,
      engine: 'pglite',
      bus: embeddedBus(pool),
      script,
      async close() {
        await pool.end()
        await engine.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
