import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { askedAt } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { tankDb } from './tank-store.ts'

/** Stores on the device what the network brought of a station, dated by the older of the two requests. */
export function useKeep(id: number): void {
  const { data: list } = useQuery(query(tanks.list, { id }))
  const { data: maintenances } = useQuery(query(tankMaintenances.list, { id }))
  useEffect(() => {
    if (!list?.length || !maintenances) return
    // Data from the device itself were not requested now.
    const at = Math.min(askedAt(list), askedAt(maintenances))
    if (!at) return
    const row = { station_id: id, place: list[0]!.place, at: new Date(at).toISOString(), tanks: list, maintenances }
    void tankDb()
      ?.stations.put(row)
      .catch(() => undefined)
  }, [id, list, maintenances])
}
