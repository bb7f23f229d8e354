import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { database, newFolder, seededFolder } from '../../server-process.ts'
import { copyOfTemplate } from '../support/database.ts'

const url = process.env.TEST_DATABASE_URL

/** Runs a statement in the database of a server that is not running. */
async function run({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }, statement: string) {
  if (!databaseUrl) {
    const embedded = await PGlite.create(database(dataDir))
    await embedded.exec(statement)
    return embedded.close()
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('a database that a newer version has migrated is refused in words, untouched, and opens again once it is as it was', async () => {
  const where = {
    dataDir: url ? newFolder() : await seededFolder(inject('snapshot')),
    databaseUrl: url && (await copyOfTemplate(url)),
  }
  const tomorrow = Date.now() + 86_400_000
  await run(where, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', ${tomorrow})`)
  await expect(openDatabase(where)).rejects.toThrow('Questo database è di una versione più recente di Piazzale')
  await run(where, `delete from drizzle.__drizzle_migrations where hash = 'of tomorrow'`)
  const opened = await openDatabase(where)
  expect(Number(opened.version.split('.')[0])).toBeGreaterThan(14)
  await opened.close()
})
