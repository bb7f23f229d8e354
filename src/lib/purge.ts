import { READ_CACHE } from '../contract/kernel/constants.ts'
import { databaseNames, deleteDatabase, emptyDatabase } from './databases.ts'

/**
 * Prefixes of the names under which a person's device holds data of the server; the person's id follows. None of them holds unsent work.
 */
export const FIELD_DB = 'piazzale-field-'
export const TANK_DB = `${FIELD_DB}tanks-`
export const TICKET_DB = `${FIELD_DB}tickets-`
export const DRIVER_DB = `${FIELD_DB}drivers-`
export const KEPT_READS = 'piazzale-reads-'
export const RECENT = 'piazzale-recent-'
/** When each address was cached, for the cache's own expiration. */
const CACHE_TIMES = 'workbox-expiration'

/** A purge blocked by another tab is awaited no longer than this; it goes on, and the next start tries again. */
export const PURGE_MS = 2_000

/** Deletes the service worker's copies. The worker is told first, so that an answer still on its way is not kept. */
export async function purgeReads(spare?: number): Promise<void> {
  if (!('caches' in globalThis)) return
  const names = (await caches.keys()).filter((name) => name.startsWith(READ_CACHE.prefix) && name !== READ_CACHE.prefix + spare)
  if (!spare) navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET_READS' })
  await Promise.all(names.map((name) => caches.delete(name)))
  // If everything is deleted, the timestamps that an interrupted purge has left go too.
  if ((names.length || !spare) && (await databaseNames()).includes(CACHE_TIMES)) await emptyDatabase(CACHE_TIMES)
}

/** Deletes all data that can be fetched again, of every user of this browser except `spare`. */
export async function purgeDevice(spare?: number): Promise<void> {
  for (const name of Object.keys(localStorage))
    if ([KEPT_READS, RECENT].some((kept) => name.startsWith(kept) && name !== kept + spare)) localStorage.removeItem(name)
  const fields = async () => {
    const own = [FIELD_DB + spare, TANK_DB + spare, TICKET_DB + spare, DRIVER_DB + spare]
    const others = (await databaseNames()).filter((name) => name.startsWith(FIELD_DB) && !own.includes(name))
    await Promise.all(others.map((name) => deleteDatabase(name)))
  }
  await Promise.all([purgeReads(spare), fields()])
}
