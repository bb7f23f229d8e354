import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { type ChangeCounters, countEmbeddedChanges } from '../lib/core/change-counters.ts'
import type { Db, PoolSize } from '../lib/core/db.ts'
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
  /** Version of PostgreSQL, also of the embedded one. */
  version: string
  /** PostgreSQL only. */
  pool?: PoolSize
  /** To the open streams of all processes. */
  bus: MessageBus
  /** Embedded engine only: a copy of its folder, in one state. Statements wait meanwhile. */
  copyTo?(folder: string): Promise<void>
  /** Runs a text of several statements. */
  script: Script
  close(): Promise<void>
}
export const migrationsFolder = path.join(root, 'server/db/migrations')

/** Schema of PostgreSQL, or ending of the embedded folder, that is there while a copy is restored: nothing starts on half a copy. */
export const UNFINISHED = 'piazzale_unfinished'

/** Opens the configured database and brings its schema up to date. */
export async function openDatabase({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}

/** The oldest PostgreSQL that has all that the statements use. */
const OLDEST = 15
/** The version of the engine. @throws if it is too old */
export async function versionOf(connection: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<string> {
  const { rows } = await connection.query(`select current_setting('server_version') as version`)
  const [{ version }] = rows as [{ version: string }]
  if (Number.parseInt(version, 10) < OLDEST)
    throw new StartupError(`PostgreSQL ${version} è troppo vecchio: serve la versione ${OLDEST} o una più recente.`)
  return version.split(' ')[0]!
}

/**
 * An older server would write into tables that it does not know whole.
 * @throws if migrations were run here that this version does not have
 */
async function refuseNewer(connection: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<void> {
  const { rows } = await connection.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!(rows[0] as { there: boolean }).there) return
  const { rows: run } = await connection.query('select max(created_at)::float8 as last from drizzle.__drizzle_migrations')
  const { entries } = JSON.parse(fs.readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  if ((run[0] as { last: number | null }).last! > entries.at(-1)!.when)
    throw new StartupError(
      "Questo database è di una versione più recente di Piazzale: avviare quella versione, oppure ripristinare una copia fatta prima dell'aggiornamento. Non è stato toccato nulla.",
    )
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
  let version: string
  try {
    version = await versionOf(client)
    const { rows } = await client.query('select to_regnamespace($1) as there', [UNFINISHED])
    if (rows[0].there)
      throw new StartupError(
        'In questo database un ripristino o uno spostamento non è arrivato alla fine: ripetere lo stesso comando prima di avviare.',
      )
    // Several API processes may start together: one migrates, the others wait.
    await client.query('select pg_advisory_lock(727001)')
    await refuseNewer(client)
    await migrate(drizzle(client), { migrationsFolder })
    await installJobs(drizzle(client), (text) => client.query(text))
  } finally {
    await client.query('select pg_advisory_unlock(727001)')
    client.release()
  }
  return {
    db: drizzle(pool),
    engine: 'postgresql',
    version,
    pool,
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
    if (!fs.existsSync(folder) && fs.existsSync(`${folder}.${UNFINISHED}`))
      throw new StartupError(`In "${dataDir}" un ripristino non è arrivato alla fine: ripetere lo stesso comando prima di avviare.`)
    if (!fs.existsSync(folder)) {
      const fresh = path.join(dataDir, 'pg.new')
      fs.rmSync(fresh, { recursive: true, force: true })
      await (await PGlite.create(fresh)).close()
      fs.renameSync(fresh, folder)
    }
    if (!fs.existsSync(path.join(folder, 'PG_VERSION')))
      throw new StartupError(
        `La cartella "${folder}" non contiene un database completo. Non eliminare nulla: metterla da parte così com'è e ripristinarne una copia di sicurezza.`,
      )
    const engine = await PGlite.create(folder)
    const pool = new EmbeddedPool(engine)
    const db = drizzleOf(pool)
    await refuseNewer(pool).catch(async (error) => {
      await engine.close()
      throw error
    })
    await migrate(db, { migrationsFolder })
    const script: Script = (text) => pool.query(text)
    await installJobs(db, script)
    const changes = await countEmbeddedChanges(pool)
    return {
      db,
      changes,
      engine: 'pglite',
      version: await versionOf(pool),
      bus: embeddedBus(pool),
      script,
      async copyTo(target) {
        const connection = await pool.connect()
        try {
          await connection.query('checkpoint')
          await fs.promises.cp(folder, target, { recursive: true })
        } finally {
          connection.release()
        }
      },
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
