import type { Position } from '../../contract/inspections/answers.ts'
import type { OfflineStation } from '../../contract/inspections/offline.ts'
import { distance } from '../../rules/shared/distance.ts'
import { currentPosition } from './current-position.ts'
import { fieldDb } from './field-store.ts'

export interface NearStation {
  row: OfflineStation
  /** Kilometres as the crow flies. */
  km: number
}
const NEAR_KM = 30

/** The kept stations within 30 km of a place, nearest first. */
export async function stationsNear(here: Position, limit = 30): Promise<NearStation[]> {
  const rows = await fieldDb().stations.toArray()
  return rows
    .flatMap((row) => {
      const { latitude: lat, longitude: lon } = row
      return lat === null || lon === null ? [] : [{ row, km: distance(here, { lat, lon }) / 1000 }]
    })
    .filter(({ km }) => km <= NEAR_KM)
    .sort((a, b) => a.km - b.km)
    .slice(0, limit)
}
/** The position of the device if the person allowed it before; nobody is asked. */
export async function positionIfAllowed(): Promise<Position | undefined> {
  const answer = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined)
  return answer?.state === 'granted' ? currentPosition().catch(() => undefined) : undefined
}
/** "800 m", "4,2 km" */
export const distanceText = (km: number) =>
  km < 1 ? `${Math.round(km * 10) * 100} m` : `${km.toLocaleString('it-IT', { maximumFractionDigits: 1 })} km`
