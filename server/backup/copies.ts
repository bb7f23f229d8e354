import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { openFiles } from '../lib/files/open-files.ts'
import { StartupError } from '../startup-problem.ts'
import { LEAST_PASSPHRASE, open, seal } from './archive.ts'
import { type Connection, dump } from './dump.ts'
import { openCopy } from './embedded-copy.ts'
import { nameOf, outdated } from './keep.ts'
import { fromBytes, type Piece, type Totals, toBytes, totalsOf, verified } from './pieces.ts'
import { bringInto, type Where } from './target.ts'

/** Opens what is to be copied: PostgreSQL itself, or a copy of the embedded database. */
async function openSource({ databaseUrl, dataDir }: Where): Promise<{ connection: Connection; close(): Promise<void> }> {
  if (!databaseUrl) return openCopy(dataDir)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  return { connection: client, close: () => client.end() }
}
function checkPassphrase(passphrase: string | undefined): string {
  if (passphrase && passphrase.length >= LEAST_PASSPHRASE) return passphrase
  throw new StartupError(`La passphrase della copia va data in BACKUP_PASSPHRASE e ha almeno ${LEAST_PASSPHRASE} caratteri.`)
}

/**
 * Writes an encrypted copy of an installation, while it is at work, and reads it again before it gets its name. `to`: a new file, or a folder, in which the
 * copies that are no longer kept are removed.
 */
export async function backUp(where: Where, to: string, given: string | undefined, version: string, now = new Date()) {
  const passphrase = checkPassphrase(given)
  const folder = to.endsWith(path.sep) || (fs.existsSync(to) && fs.statSync(to).isDirectory())
  const file = folder ? path.join(to, nameOf(now)) : to
  if (fs.existsSync(file)) throw new StartupError(`"${file}" esiste già: non è stato sovrascritto.`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const part = `${file}.part`
  fs.rmSync(part, { force: true })
  const source = await openSource(where)
  try {
    const bytes = seal(toBytes(dump(source.connection, { dataDir: where.dataDir, files: await openFiles(where) }, version)), passphrase)
    await pipeline(Readable.from(bytes), fs.createWriteStream(part, { mode: 0o600, flush: true }))
    const totals = await totalsOf(fromBytes(open(part, passphrase)))
    fs.renameSync(part, file)
    const removed = folder ? outdated(fs.readdirSync(to)) : []
    for (const name of removed) fs.rmSync(path.join(to, name))
    return { file, size: fs.statSync(file).size, removed, ...totals }
  } finally {
    await source.close()
    fs.rmSync(part, { force: true })
  }
}

/** Restores a copy to an empty place, after the whole of it was read and found right. What it would send is held. */
export async function restore(where: Where, file: string, given: string | undefined): Promise<Totals> {
  const passphrase = checkPassphrase(given)
  const read = (): AsyncGenerator<Piece> => fromBytes(open(file, passphrase))
  await totalsOf(read())
  return bringInto(where, verified(read()), true)
}

/** Brings an embedded installation to PostgreSQL and a new place for its files. No server may run there; the old folder, or bucket, stays as it is. */
export async function move(from: Omit<Where, 'databaseUrl'>, to: Where & { databaseUrl: string }, version: string): Promise<Totals> {
  const source = await openCopy(from.dataDir, true)
  try {
    const pieces = dump(source.connection, { dataDir: from.dataDir, files: await openFiles(from) }, version)
    return await bringInto(to, verified(pieces), false)
  } finally {
    await source.close()
  }
}
