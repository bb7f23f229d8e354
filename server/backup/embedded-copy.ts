import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { EmbeddedPool } from '../db/embedded.ts'
import { lockFolder } from '../db/lock.ts'
import { StartupError } from '../startup-problem.ts'
import type { Connection } from './dump.ts'

/** The folder in the data folder where a command asks a running server for a copy of its database, and finds it. */
const places = (dataDir: string) => {
  const folder = path.join(dataDir, 'copy')
  return {
    folder,
    wanted: path.join(folder, 'wanted'),
    part: path.join(folder, 'pg.part'),
    made: path.join(folder, 'pg'),
    failed: path.join(folder, 'failed'),
  }
}
const LOOK_MS = 500
const PATIENCE_MS = 10 * 60_000
/** A running server takes a request up within a second, unless it is too old to know of it. */
const TAKEN_UP_MS = 30_000

/** The server's side: makes a copy of the embedded database whenever a command asks for one. Only who may write in the data folder can ask. */
export function answerCopies(dataDir: string, copyTo: (folder: string) => Promise<void>, tell: (error: unknown) => void): void {
  const { wanted, part, made, failed } = places(dataDir)
  let busy = false
  const look = async () => {
    if (busy || !fs.existsSync(wanted)) return
    busy = true
    try {
      fs.rmSync(wanted)
      await copyTo(part)
      fs.renameSync(part, made)
    } catch (error) {
      tell(error)
      fs.rmSync(part, { recursive: true, force: true })
      fs.writeFileSync(failed, '')
    } finally {
      busy = false
    }
  }
  setInterval(() => void look().catch(tell), LOOK_MS).unref()
}

/**
 * Opens a copy of the embedded database of a folder, in one state; the folder's database itself is not opened. A running server is asked for the copy, or, with
 * `stopped`, there must be none, and none can start until `close`.
 */
export async function openCopy(dataDir: string, stopped = false): Promise<{ connection: Connection; close(): Promise<void> }> {
  const { folder, made } = places(dataDir)
  if (!fs.existsSync(path.join(dataDir, 'pg/PG_VERSION')))
    throw new StartupError(`In "${dataDir}" non c'è un database: indicare la cartella con DATA_DIR.`)
  const unlock = stopped ? lockFolder(dataDir) : () => undefined
  const release = lockFolder(folder)
  const clear = () => {
    for (const name of fs.readdirSync(folder)) if (name !== 'lock') fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  }
  try {
    clear()
    if (stopped) await copyOf(dataDir)
    else await copyWith(dataDir)
    const engine = await PGlite.create(made)
    const pool = new EmbeddedPool(engine)
    return {
      connection: pool,
      async close() {
        await pool.end()
        await engine.close()
        clear()
        release()
        fs.rmSync(folder, { recursive: true, force: true })
        unlock()
      },
    }
  } catch (error) {
    clear()
    release()
    unlock()
    throw error
  }
}
const copyOf = (dataDir: string) => fs.promises.cp(path.join(dataDir, 'pg'), places(dataDir).made, { recursive: true })
async function copyWith(dataDir: string) {
  let unlock: () => void
  try {
    unlock = lockFolder(dataDir)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return askServer(dataDir)
  }
  try {
    await copyOf(dataDir)
  } finally {
    unlock()
  }
}
async function askServer(dataDir: string) {
  const { wanted, made, failed } = places(dataDir)
  fs.writeFileSync(wanted, '')
  for (let waited = 0; !fs.existsSync(made); waited += LOOK_MS) {
    if (waited >= TAKEN_UP_MS && fs.existsSync(wanted))
      throw new StartupError('Il server che usa la cartella dati non risponde alla richiesta di una copia: fermarlo e ripetere.')
    if (fs.existsSync(failed) || waited >= PATIENCE_MS)
      throw new StartupError('Il server che usa la cartella dati non ha potuto fare la copia: vedere il suo registro e lo spazio su disco.')
    await pause(LOOK_MS)
  }
}
