/** The database that earlier versions shared among everybody at the device: outbox, drafts, photos. */
export const SHARED_OUTBOX = 'piazzale-outbox'

/** The databases of this origin. Not through Dexie, which the first paint would have to wait for. */
export const databaseNames = async (): Promise<string[]> => (await indexedDB.databases().catch(() => [])).flatMap(({ name }) => name ?? [])

/** Resolves once it is deleted; other tabs are asked to close it. */
export const deleteDatabase = (name: string) =>
  new Promise<void>((done, failed) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => done()
    request.onerror = () => failed(request.error)
  })
/** Deletes all rows; connections of other tabs stay open. */
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
