import type { QueryClient } from '@tanstack/react-query'
import Dexie, { type EntityTable } from 'dexie'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { mayKeep } from '../../../lib/kept-reads.ts'
import { TANK_DB } from '../../../lib/purge.ts'
import { query } from '../../../lib/query.ts'
import { sealDatabase } from '../../../lib/seal-database.ts'
import { keyFor, onPurge, session } from '../../../lib/session.ts'

/** The tanks of one station with what was done to them, as of `at` (ISO); can be fetched again, so it goes at sign-out. */
export interface KeptTanks {
  station_id: number
  /** Code and name of the station. */
  place: string
  at: string
  tanks: Output<typeof tanks.list>
  maintenances: Output<typeof tankMaintenances.list>
}
type TankDb = Dexie & { stations: EntityTable<KeptTanks, 'station_id'> }
let open: { user: number; db: TankDb } | undefined

/** The database of the person at the device; undefined for who keeps none. What is written there survives the death of the browser. */
export function tankDb(): TankDb | undefined {
  const user = session.get().user?.id
  if (!user || !mayKeep('field', tanks.list)) return undefined
  if (open?.user !== user) {
    open?.db.close()
    const db = new Dexie(TANK_DB + user, { chromeTransactionDurability: 'strict' }) as TankDb
    db.version(1).stores({ stations: 'station_id' })
    sealDatabase(db, keyFor(user))
    open = { user, db }
  }
  return open.db
}
onPurge.add(() => {
  open?.db.close()
  open = undefined
})

/** Puts what this device keeps of a station where pages look for it, as old as it is; the network then brings what is newer. */
export async function loadStoredTanks(client: QueryClient, id: number): Promise<void> {
  const kept = await tankDb()?.stations.get(id)
  if (!kept) return
  const bring = (read: { queryKey: readonly unknown[] }, data: unknown) => {
    if (client.getQueryData(read.queryKey) === undefined) client.setQueryData(read.queryKey, data, { updatedAt: Date.parse(kept.at) })
  }
  bring(query(tanks.list, { id }), kept.tanks)
  bring(query(tankMaintenances.list, { id }), kept.maintenances)
}
