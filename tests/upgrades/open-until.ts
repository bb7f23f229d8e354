import pg from 'pg'
import { openDatabase } from '../../server/db/open.ts'

/**
 * Opens a database as the server does. `open-until.ts 120` is killed before its 120th statement; without a number it opens the database whole and prints how
 * many statements that took. DATABASE_URL or DATA_DIR says which.
 */
const last = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...question: unknown[]) {
  if (++statements >= last) process.kill(process.pid, 'SIGKILL')
  return (query as (...question: unknown[]) => unknown).apply(this, question)
} as typeof query

const { DATABASE_URL, DATA_DIR = '' } = process.env
await (await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL || undefined })).close()
console.log(statements)
