import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { askedAt } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { tankDb } from './tank-store.ts'

/** What the network has brought of a station is kept on the device, as of when the older of the two was asked for. */
export function useKeep(id: number): void {
  const { data: list } = useQuery(query(tanks.list, { id }))
  const { data: maintenances } = useQuery(query(tankMaintenances.list, { id }))
  useEffect(() => {
    if (!list?.length || !maintenances) return
    // What the device has brought itself was asked for by nobody now.
    const at = Math.min(askedAt(list), askedAt(maintenances))
    if (!at) return
    const row = { station_id: id, place: list[0]!.place, at: new Date(at).toISOString(), tanks: list, maintenances }
    void tankDb()
      ?.stations.put(row)
      .catch(() => undefined)
  }, [id, list, maintenances])
}
