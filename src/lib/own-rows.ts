import { databaseNames } from './databases.ts'
import type { FIELD_DB, TANK_DB, TICKET_DB } from './purge.ts'
import { isSealed, openRow } from './seal-rows.ts'
import { session } from './session.ts'

/** A row that does not open counts as not there, as in `sealDatabase`. */
const opened = (table: string) => (row: object) => {
  const key = session.get().deviceKey
  if (!isSealed(row)) return row
  try {
    return key ? openRow(table, row, key) : []
  } catch {
    return []
  }
}
/** What the server gave the person at the device: all rows of some stores, read without the database's own module; undefined if the database does not exist. */
export async function ownRows<K extends string>(
  database: typeof FIELD_DB | typeof TANK_DB | typeof TICKET_DB,
  stores: readonly K[],
): Promise<Record<K, unknown[]> | undefined> {
  const name = `${database}${session.get().user?.id}`
  // Opening would create it.
  if (!(await databaseNames()).includes(name)) return undefined
  return new Promise((done, failed) => {
    const request = indexedDB.open(name)
    request.onerror = () => failed(request.error)
    request.onsuccess = () => {
      const db = request.result
      const read = db.transaction(stores)
      const asked = stores.map((store) => [store, read.objectStore(store).getAll()] as const)
      read.oncomplete = () => {
        db.close()
        done(Object.fromEntries(asked.map(([store, { result }]) => [store, result.flatMap(opened(store))])) as Record<K, unknown[]>)
      }
      read.onabort = () => failed(read.error)
    }
  })
}
