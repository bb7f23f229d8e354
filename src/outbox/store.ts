import { Dexie, type Table as DexieTable, type Transaction } from 'dexie'
import { parseItem } from './parse-item.ts'
import { retryLostConnection } from './retry-lost-connection.ts'
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

export interface OutboxStore extends Store {
  close(): void
}

/**
 * The outbox's tables in IndexedDB. `strict` durability: a completed transaction survives the loss of power where the browser allows it. If
 * the connection to the database is lost (iOS does it) it is reopened and the transaction repeated, up to three times; then the error comes
 * out, and the caller must say that nothing is saved. Throws OutdatedError where a newer version has changed the tables.
 */
export function openStore(name: string): OutboxStore {
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' })
  // Version 1 was the one database shared by everybody at the device; a tab that still uses it is told to reload.
  db.version(2).stores(INDEXES)

  let closed = false
  let outdated = false
  db.on('versionchange', ({ newVersion }) => {
    // By default Dexie would close, reopen in our older shape, and add the tables it misses.
    outdated = newVersion !== null
    db.close()
    return false
  })

  /** Number of the connection: a failure of an older one must not close the newer, which may have open transactions. */
  let connection = 0
  let opening: Promise<unknown> = Promise.resolve()
  function reconnect(failed: number): Promise<unknown> {
    if (failed === connection) {
      connection++
      db.close({ disableAutoOpen: false })
      opening = Promise.resolve(db.open())
    }
    return opening
  }

  return {
    transaction(mode, run) {
      let used = connection
      const attempt = () => {
        used = connection
        if (outdated) throw new OutdatedError()
        if (closed) throw new Error('The outbox is closed')
        return db.transaction(mode, TABLES, async (transaction) => run(bound(transaction)))
      }
      return retryLostConnection(attempt, () => reconnect(used))
    },
    close() {
      closed = true
      db.close()
    },
  }
}

/**
 * The tables within this very transaction. `db.table(...)` would ask Dexie's zone for the current transaction; the zone can get lost in
 * nested async functions, and the write then runs in a transaction of its own (seen in the simulation: a full disk undid one half of a
 * change).
 */
function bound(transaction: Transaction): Tx {
  const rows = <T extends Table>(table: T) => transaction.table(table) as DexieTable<Tables[T], Keys[T]>
  // Cast: `parseItem` returns the row it was given, or an item in quarantine.
  const read = <T extends Table>(table: T, row: Tables[T]): Tables[T] => (table === 'items' ? (parseItem(row) as Tables[T]) : row)
  return {
    get: (table, key) =>
      rows(table)
        .get(key)
        .then((row) => row && read(table, row)),
    put: (table, row) => rows(table).put(row),
    delete: (table, key) => rows(table).delete(key),
    keys: (table) => rows(table).toCollection().primaryKeys(),
    find: (table, where) => {
      const names = Object.keys(where) as (keyof typeof where)[]
      // A damaged item may lack the indexed columns, so a search by user alone reads the whole table to find those too.
      const indexed = names.length > 0 && !(table === 'items' && names.length === 1 && names[0] === 'user')
      const found = indexed ? rows(table).where(where).toArray() : rows(table).toArray()
      return found.then((all) => all.map((row) => read(table, row)).filter((row) => names.every((name) => row[name] === where[name])))
    },
  }
}
