import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/open.ts'
import { databaseUrl, dataDir } from '../environment.ts'
import type { Db } from '../lib/core/db.ts'
import { settle } from '../lib/jobs/settle.ts'

/** What the commands share: options, the configured database, and errors told in one line. */

/** Reads a command line with `parseArgs`; what it does not know is refused with the line of usage. */
export function orUsage<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new Error(`Opzioni non valide.\nUso: ${usage}`)
  }
}

/** Opens what `DATABASE_URL`, or else `DATA_DIR`, says. The embedded database refuses while a server uses it. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    await work(database.db)
    // The embedded database learns by itself nothing of what its tables have come to hold: of 24,000 new stations it read and sorted all for each page.
    if (database.engine === 'pglite') await settle(database.db)
    else await database.db.execute(sql`analyze`)
  } finally {
    await database.close()
  }
}

/** Runs a command; an error ends it with code 1 and its sentence. */
export function run(main: () => Promise<void>): void {
  main().catch((error: Error) => {
    // A failed query says the whole statement: its beginning, and the cause, are what helps.
    console.error(error.message.slice(0, 500))
    if (error.cause) console.error(String(error.cause))
    process.exitCode = 1
  })
}
