import { Dexie, type Table as DexieTable, type Transaction } from 'dexie'
import type { DeviceKey } from '../lib/device-key.ts'
import { isSealed, openRow, sealRow } from '../lib/seal-rows.ts'
import { itemWithoutKey, parseItem } from './parse-item.ts'
import { retryLostConnection } from './retry-lost-connection.ts'
import { type Item, type Keys, NoKeyError, OutdatedError, type Store, type Table, type Tables, type Tx } from './types.ts'

const INDEXES: Record<Table, string> = {
  items: 'id, [user+lane], [user+state], state',
  photos: '[user+hash]',
  bytes: '[user+hash]',
  refs: '[user+entity]',
  drafts: '[user+key]',
  meta: 'name',
}
const TABLES = Object.keys(INDEXES) as Table[]
/** The fields of each table that stay in clear: those it is searched by. What the engine notes of itself under `meta` is nobody's. */
const CLEAR = Object.fromEntries(TABLES.map((table) => [table, [...INDEXES[table].matchAll(/\w+/g)].map(([name]) => name)])) as Record<
  Table,
  string[]
>

export interface OutboxStore extends Store {
  /** Encrypts what an older version, or a session without a key, has written in clear; row by row, so it may end at any point. */
  sealAll(): Promise<void>
  /** Whether rows are encrypted that the session has no key for. */
  isShut(): Promise<boolean>
  close(): void
}

/**
 * The outbox's tables in IndexedDB. `strict` durability: a completed transaction survives the loss of power where the browser allows it. If
 * the connection to the database is lost (iOS does it) it is reopened and the transaction repeated, up to three times; then the error comes
 * out, and the caller must say that nothing is saved. Throws OutdatedError where a newer version has changed the tables.
 * @param keyOf the key of the database's owner. Without one rows are written in clear, and encrypted ones are neither changed nor removed (NoKeyError): an item
 *   stands in quarantine and holds its lane, so that nothing overtakes it, and the others are left out of searches.
 */
export function openStore(name: string, keyOf: () => DeviceKey | undefined = () => undefined): OutboxStore {
  const db = new Dexie(name, { chromeTransactionDurability: 'strict' })
  // Version 1 was the one database shared by everybody at the device; a tab that still uses it is told to reload.
  db.version(2).stores(INDEXES)
  // Rows may be encrypted: a tab of an older version must not take them for damaged ones.
  db.version(3).stores(INDEXES)

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
        return db.transaction(mode, TABLES, async (transaction) => run(bound(transaction, keyOf())))
      }
      return retryLostConnection(attempt, () => reconnect(used))
    },
    async sealAll() {
      const seal = (table: Table, id: Keys[Table]) =>
        db.transaction('rw', table, async (transaction) => {
          const rows = transaction.table(table)
          const [row, key] = [await rows.get(id), keyOf()]
          if (row && key && !isSealed(row)) await rows.put(sealRow(table, row, CLEAR[table], key))
        })
      try {
        for (const table of TABLES.filter((one) => one !== 'meta'))
          for (const id of await db.table(table).toCollection().primaryKeys()) await seal(table, id as Keys[Table])
      } catch (error) {
        // Closed meanwhile: the next session goes on.
        if (!closed) throw error
      }
    },
    async isShut() {
      if (keyOf()) return false
      const all = await Promise.all(TABLES.map((table) => db.table(table).filter(isSealed).count()))
      return all.some((rows) => rows > 0)
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
function bound(transaction: Transaction, key: DeviceKey | undefined): Tx {
  const rows = <T extends Table>(table: T) => transaction.table(table) as DexieTable<Tables[T], Keys[T]>
  /** Undefined where the row is damaged, or was written under the key of another installation: one such row must not hold up everything else. */
  const opened = <T extends Table>(table: T, row: Tables[T]): Tables[T] | undefined => {
    if (!isSealed(row) || !key) return row
    try {
      return openRow(table, row, key)
    } catch (error) {
      globalThis.reportError?.(error)
      return undefined
    }
  }
  const isShut = (row: object | undefined) => !!row && !key && isSealed(row)
  const read = <T extends Table>(table: T, row: Tables[T]): Tables[T] | undefined => {
    // Casts of items: the row that was given, or one in quarantine.
    if (isShut(row)) return table === 'items' ? (itemWithoutKey(row as Item) as Tables[T]) : undefined
    const whole = opened(table, row)
    return table === 'items' ? (parseItem(whole ?? row) as Tables[T]) : whole
  }
  /** Without a key an encrypted row stays as it is: what it holds is known to nobody here. */
  const unlessShut = <T extends Table, R>(table: T, id: Keys[T], change: () => PromiseLike<R>): PromiseLike<R> =>
    key
      ? change()
      : rows(table)
          .get(id)
          .then((there) => {
            if (isShut(there)) throw new NoKeyError()
            return change()
          })
  const idOf = <T extends Table>(table: T, row: Tables[T]) => {
    const path = rows(table).schema.primKey.keyPath as keyof Tables[T] | (keyof Tables[T])[]
    return (Array.isArray(path) ? path.map((name) => row[name]) : row[path]) as Keys[T]
  }
  return {
    get: (table, id) =>
      rows(table)
        .get(id)
        .then((row) => {
          if (isShut(row) && table !== 'items') throw new NoKeyError()
          return row && read(table, row)
        }),
    put: (table, row) =>
      unlessShut(table, idOf(table, row), () => rows(table).put(key && table !== 'meta' ? sealRow(table, row, CLEAR[table], key) : row)),
    delete: (table, id) => unlessShut(table, id, () => rows(table).delete(id)),
    keys: (table) => rows(table).toCollection().primaryKeys(),
    find: (table, where) => {
      const names = Object.keys(where) as (keyof typeof where)[]
      // A damaged item may lack the indexed columns, so a search by user alone reads the whole table to find those too.
      const indexed = names.length > 0 && !(table === 'items' && names.length === 1 && names[0] === 'user')
      const found = indexed ? rows(table).where(where).toArray() : rows(table).toArray()
      return found.then((all) =>
        all.flatMap((row) => read(table, row) ?? []).filter((row) => names.every((name) => row[name] === where[name])),
      )
    },
  }
}
