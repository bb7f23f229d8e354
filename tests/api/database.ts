import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { hearEmbedded } from '../../server/lib/changes.ts'
import { COPY, TEMPLATE } from '../global-setup.ts'

/**
 * A database with the test seed: the embedded one loaded from the snapshot of the global setup, or, where TEST_DATABASE_URL names a
 * PostgreSQL, a new database there made from the template of the same seed and dropped by the global teardown.
 */
export async function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const name = `${COPY}${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name} template ${TEMPLATE}`)
    await admin.end()
    return openDatabase({ dataDir: '', databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).toString() })
  }
  const client = await PGlite.create({ loadDataDir: new Blob([fs.readFileSync(inject('snapshot'))]) })
  return { db: drizzle(client), changes: await hearEmbedded(client), engine: 'pglite', close: () => client.close() }
}
