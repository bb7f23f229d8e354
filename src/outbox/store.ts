import { Dexie } from 'dexie'
import { type Keys, OutdatedError, type Store, type Table, type Tables, type Tx } from './types.ts'

const INDEXES: Record<Table, string> = {
  items: 'id, [user+lane], [user+state], state',
  photos: '[user+hash]',
  bytes: '[user+hash]',
  refs: '[user+entity]',
  drafts: '[user+key]',
  meta: 'name',
}
const TABLES = Object.keys(INDEXES) as Table[]
const ATTEMPTS = 3

export interface OutboxStore extends Store {
  close(): void
}

/**
 * The outbox's tables in IndexedDB. `strict` durability: a transaction that completed survives the loss of power, where the browser can.
 * Where the connection to the database is lost (iOS does it) it is opened again and the transaction repeated, up to three times; then
 * the error comes out, and the caller must say that nothing is saved. Throws OutdatedError where a newer version has changed the tables.
 */
export function openStore(name: string): OutboxStore {
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' })
  db.version(1).stores(INDEXES)

  const tx: Tx = {
    get: (table, key) => rows(db, table).get(key),
    put: (table, row) => rows(db, table).put(row),
    delete: (table, key) => rows(db, table).delete(key),
    find: (table, where) => (Object.keys(where).length ? rows(db, table).where(where).toArray() : rows(db, table).toArray()),
  }

  return {
    transaction: (mode, run) =>
      insisting(
        () => db.transaction(mode, TABLES, () => run(tx)),
        () => reopen(db),
      ),
    close: () => db.close(),
  }
}

const rows = <T extends Table>(db: Dexie, table: T) => db.table<Tables[T], Keys[T]>(table)

async function reopen(db: Dexie): Promise<void> {
  db.close({ disableAutoOpen: false })
  await db.open()
}

/** Runs `work`, again after `reopen` while the failure is a lost connection. */
export async function insisting<R>(work: () => PromiseLike<R>, reopen: () => Promise<void>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt > 1) await reopen()
      return await work()
    } catch (error) {
      if (nameOf(error) === 'VersionError') throw new OutdatedError()
      if (!isLost(error) || attempt === ATTEMPTS) throw error
    }
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : ''
}

/** WebKit: `UnknownError: Connection to Indexed Database server lost`; all: the database was closed under our hands. */
function isLost(error: unknown): boolean {
  const text = error instanceof Error || error instanceof DOMException ? error.message : ''
  return (
    ['DatabaseClosedError', 'InvalidStateError'].includes(nameOf(error)) ||
    /connection (to .*)?(lost|closing|closed)|database connection is closing/i.test(text)
  )
}

/** Is this failure of a save a full device? (Dexie wraps the browser's error.) */
export function isQuota(error: unknown): boolean {
  if (nameOf(error) === 'QuotaExceededError') return true
  return typeof error === 'object' && error !== null && 'inner' in error && nameOf(error.inner) === 'QuotaExceededError'
}
