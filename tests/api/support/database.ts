import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { drizzleOf, EmbeddedPool } from '../../../server/db/embedded.ts'
import { embeddedBus } from '../../../server/db/message-bus.ts'
import { type Database, openDatabase } from '../../../server/db/open.ts'
import { countEmbeddedChanges } from '../../../server/lib/core/change-counters.ts'
import { COPY, TEMPLATE } from '../../global-setup.ts'

/** A new database with the test seed on the PostgreSQL at `url`, dropped by the global teardown; gives its own address. */
export async function copyOfTemplate(url: string): Promise<string> {
  const name = `${COPY}${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  await admin.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString()
}

/**
 * A database with the test seed: the embedded one loaded from the snapshot of the global setup, or, where TEST_DATABASE_URL names a
 * PostgreSQL, a copy of the template of the same seed there.
 */
export async function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return openDatabase({ dataDir: '', databaseUrl: await copyOfTemplate(url) })
  const client = await PGlite.create({ loadDataDir: new Blob([fs.readFileSync(inject('snapshot'))]) })
  const pool = new EmbeddedPool(client)
  const script = (text: string) => pool.query(text)
  return {
    db: drizzleOf(pool),
    changes: await countEmbeddedChanges(pool),
    engine: 'pglite',
    version: '17',
    bus: embeddedBus(pool),
    script,
    // Work under way is awaited, and later work finds no listener, as in the product.
    async close() {
      await pool.end()
      await client.close()
    },
  }
}
