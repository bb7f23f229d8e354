import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Totals } from '../backup/pieces.ts'
import { openDatabase } from '../db/open.ts'
import { databaseUrl, dataDir } from '../environment.ts'
import type { Db } from '../lib/core/db.ts'
import { root } from '../lib/core/root.ts'
import { settle } from '../lib/jobs/settle.ts'

export const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
/** How much a copy holds, in words. */
export const said = ({ tables, rows, files }: Totals) =>
  `${tables} tabelle, ${rows.toLocaleString('it-IT')} righe, ${files.toLocaleString('it-IT')} file`

/** Where files are in a bucket, the key that a copy has brought must be given to every process. */
export function keyNote(dataDir: string): void {
  const key = path.join(dataDir, 'files.key')
  if (fs.existsSync(key)) console.log(`La chiave dei file cifrati è in ${key}: indicarne il contenuto in FILES_KEY.`)
}

/** Reads a command line with `parseArgs`; unknown options are refused with the line of usage. */
export function orUsage<T>(usage: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new Error(`Opzioni non valide.\nUso: ${usage}`)
  }
}

/** Opens the database of `DATABASE_URL`, or else of `DATA_DIR`. The embedded one refuses while a server uses it. */
export async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl })
  try {
    await work(database.db)
    // The embedded database never analyses its tables by itself: with 24,000 new stations it read and sorted all of them for each page.
    if (database.engine === 'pglite') await settle(database.db)
    else await database.db.execute(sql`analyze`)
  } finally {
    await database.close()
  }
}

/** Runs a command; an error ends it with exit code 1 and one line. */
export function run(main: () => Promise<void>): void {
  main().catch((error: Error) => {
    // The message of a failed query has the whole statement: its beginning and the cause are enough.
    console.error(error.message.slice(0, 500))
    if (error.cause) console.error(String(error.cause))
    process.exitCode = 1
  })
}
