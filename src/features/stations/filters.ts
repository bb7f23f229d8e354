import { provinces } from '../../contract/provinces.ts'
import { type StationRow, stationStatuses } from '../../contract/stations.ts'
import { anyOf, someOf } from '../../crud/filters.tsx'

/** What narrows the stations, in the list and on the map. */
export const filters = {
  status: anyOf('Stato', stationStatuses),
  province: someOf('Provincia', Object.fromEntries([...provinces].map(([sign, { name }]) => [sign, `${name} (${sign})`]))),
}
export const toneOf = (status: StationRow['status']) => (status === 'active' ? 'ok' : 'neutral')
