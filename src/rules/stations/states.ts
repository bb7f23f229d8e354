import { allows, type Rights } from '../../contract/kernel/policies.ts'
import { stationStatuses } from '../../contract/stations/stations.ts'

export type StationStatus = keyof typeof stationStatuses
/** From which state a station goes to which (domain.md 2.7): between open, closed for a time and in maintenance as the day wants it. */
export const stationMoves: Readonly<Record<StationStatus, readonly StationStatus[]>> = {
  opening: ['active', 'dismissed'],
  active: ['temporarily_closed', 'maintenance', 'dismissed'],
  temporarily_closed: ['active', 'maintenance', 'dismissed'],
  maintenance: ['active', 'temporarily_closed', 'dismissed'],
  dismissed: ['active'],
}
/** To give a station up and to take it back is for super administrators. */
export const mayMove = (from: StationStatus, to: StationStatus, holder: Rights) =>
  from === 'dismissed' || to === 'dismissed' ? allows('super', holder) : true
/** Where this person may take a station that it may write. */
export const movesOf = (from: StationStatus, holder: Rights): StationStatus[] =>
  stationMoves[from].filter((to) => mayMove(from, to, holder))
/** Why it does not go there; undefined where it does. */
export const moveRefusal = (from: StationStatus, to: StationStatus): string | undefined =>
  stationMoves[from].includes(to)
    ? undefined
    : `Passaggio di stato non consentito: da "${stationStatuses[from]}" a "${stationStatuses[to]}".`
/** What goes with a change of state: why it is closed and until when, and the day it is given `up`. */
export const movedValues = (
  from: StationStatus,
  to: StationStatus,
  { up, reason = null, reopening_at = null }: { up: string; reason?: string | null | undefined; reopening_at?: string | null | undefined },
) => ({
  closing_reason: needsReason(to) ? reason : null,
  reopening_at: needsReason(to) ? reopening_at : null,
  ...(to === 'dismissed' ? { closed_at: up } : from === 'dismissed' ? { closed_at: null } : {}),
})
/** Of one that is closed for a time it is told why, and perhaps until when. */
export const needsReason = (to: StationStatus) => to === 'temporarily_closed'
