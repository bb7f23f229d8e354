import Dexie from 'dexie'

/** What the smallest program keeps, as durably as ours. */
export const kept = new Dexie('floor', { chromeTransactionDurability: 'strict' })
kept.version(1).stores({ kept: 'key' })
