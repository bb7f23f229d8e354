import type { StationRow } from '../../contract/stations/stations.ts'

/** How the state of a station looks. */
export const statusTone = (status: StationRow['status']) => (status === 'active' ? 'ok' : 'neutral')
