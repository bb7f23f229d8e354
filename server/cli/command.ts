import path from 'node:path'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../lib/context.ts'

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
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  const database = await openDatabase({ dataDir: path.resolve(DATA_DIR), databaseUrl: DATABASE_URL })
  try {
    await work(database.db)
  } finally {
    await database.close()
  }
}

/** Runs a command; an error ends it with code 1 and its sentence. */
export function run(main: () => Promise<void>): void {
  main().catch((error: Error) => {
    console.error(error.message)
    if (error.cause) console.error(String(error.cause))
    process.exitCode = 1
  })
}
