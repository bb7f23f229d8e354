import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type Database, openDatabase } from '../../server/db/open.ts'
import { SNAPSHOT } from '../global-setup.ts'

/**
 * A database with the test seed: the embedded one loaded from the snapshot of the global setup, or, where TEST_DATABASE_URL names a
 * PostgreSQL, a new database there made from the template of the same seed.
 */
export async function testDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    const name = `t_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create database ${name} template piazzale_template`)
    await admin.end()
    return openDatabase({ dataDir: '', databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).toString() })
  }
  const client = await PGlite.create({ loadDataDir: new Blob([fs.readFileSync(path.resolve(SNAPSHOT))]) })
  return { db: drizzle(client), engine: 'pglite', close: () => client.close() }
}
