import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tankMaintenances } from '../../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../../contract/equipment/tanks.ts'
import { askedAt } from '../../../lib/api.ts'
import { query } from '../../../lib/query.ts'
import { type KeptTanks, tankDb } from './tank-store.ts'

/** Stores on the device what the network brought of a station, dated by the older of the two requests. */
export function useStoreTanks(id: number): void {
  const { data: list } = useQuery(query(tanks.list, { id }))
  const { data: maintenances } = useQuery(query(tankMaintenances.list, { id }))
  useEffect(() => {
    void storeTanks(id, list, maintenances).catch(() => undefined)
  }, [id, list, maintenances])
}
/** The same of two answers; those from the device itself were not requested now, and are not stored again. */
export async function storeTanks(id: number, list: KeptTanks['tanks'] | undefined, maintenances: KeptTanks['maintenances'] | undefined) {
  const at = list?.length && maintenances && Math.min(askedAt(list), askedAt(maintenances))
  if (!at) return
  await tankDb()?.stations.put({ station_id: id, place: list[0]!.place, at: new Date(at).toISOString(), tanks: list, maintenances })
}
