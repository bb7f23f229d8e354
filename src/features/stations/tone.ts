import type { StationRow } from '../../contract/stations/stations.ts'

/** How the state of a station looks. */
export const toneOf = (status: StationRow['status']) => (status === 'active' ? 'ok' : 'neutral')
