/** What earlier versions kept for everybody at the device: outbox, drafts, photos. */
export const SHARED_OUTBOX = 'piazzale-outbox'

/** The databases of this origin. Not through Dexie, which the first paint would have to wait for. */
export const databaseNames = async (): Promise<string[]> => (await indexedDB.databases().catch(() => [])).flatMap(({ name }) => name ?? [])

/** Resolves when it is deleted; other tabs are asked to close it. */
export const deleteDatabase = (name: string) =>
  new Promise<void>((done, failed) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => done()
    request.onerror = () => failed(request.error)
  })
/** All its rows; connections of other tabs stay open. */
export const emptyDatabase = (name: string) =>
  new Promise<void>((done, failed) => {
    const request = indexedDB.open(name)
    request.onerror = () => failed(request.error)
    request.onsuccess = () => {
      const db = request.result
      const stores = [...db.objectStoreNames]
      if (!stores.length) return done(db.close())
      const change = db.transaction(stores, 'readwrite')
      for (const store of stores) change.objectStore(store).clear()
      change.oncomplete = () => done(db.close())
      change.onabort = () => failed(change.error)
    }
  })
/** The rows of some of its stores, for who only reads them; undefined where there is no such database. */
export async function rowsIn<K extends string>(name: string, stores: readonly K[]): Promise<Record<K, unknown[]> | undefined> {
  // Opening would make it.
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
        done(Object.fromEntries(asked.map(([store, { result }]) => [store, result])) as Record<K, unknown[]>)
      }
      read.onabort = () => failed(read.error)
    }
  })
}
