import { requiredIf } from '../../contract/kernel/fields.ts'
import { allows, type Rights } from '../../contract/kernel/policies.ts'
import { stationStatuses } from '../../contract/stations/stations.ts'

export type StationStatus = keyof typeof stationStatuses
/** Allowed transitions. A station may change freely between active, temporarily closed and in maintenance. */
export const statusTransitions: Readonly<Record<StationStatus, readonly StationStatus[]>> = {
  opening: ['active', 'dismissed'],
  active: ['temporarily_closed', 'maintenance', 'dismissed'],
  temporarily_closed: ['active', 'maintenance', 'dismissed'],
  maintenance: ['active', 'temporarily_closed', 'dismissed'],
  dismissed: ['active'],
}
/** Only super administrators may dismiss a station or reactivate a dismissed one. */
export const mayChangeStatus = (from: StationStatus, to: StationStatus, holder: Rights) =>
  from === 'dismissed' || to === 'dismissed' ? allows('super', holder) : true
/** The states that a person may set for a station with write access. */
export const allowedStatuses = (from: StationStatus, holder: Rights): StationStatus[] =>
  statusTransitions[from].filter((to) => mayChangeStatus(from, to, holder))
/** The message for a forbidden transition; undefined if it is allowed. */
export const transitionRefusal = (from: StationStatus, to: StationStatus): string | undefined =>
  statusTransitions[from].includes(to)
    ? undefined
    : `Passaggio di stato non consentito: da "${stationStatuses[from]}" a "${stationStatuses[to]}".`
/** Values that change with the state: the reason and end of a temporary closure, and the day `up` of a dismissal (`YYYY-MM-DD`). */
export const statusChangeValues = (
  from: StationStatus,
  to: StationStatus,
  { up, reason = null, reopening_at = null }: { up: string; reason?: string | null | undefined; reopening_at?: string | null | undefined },
) => ({
  closing_reason: needsReason(to) ? reason : null,
  reopening_at: needsReason(to) ? reopening_at : null,
  ...(to === 'dismissed' ? { closed_at: up } : from === 'dismissed' ? { closed_at: null } : {}),
})
/** The sentences by field for a temporary closure that is not right; undefined where the field is. @param today `YYYY-MM-DD` */
export const closingFaults = (
  { reason, reopening_at }: { reason?: string | null | undefined; reopening_at?: string | null | undefined },
  today: string,
) => ({
  reason: requiredIf(true, 'Motivo', reason),
  reopening_at: reopening_at && reopening_at < today ? 'La riapertura prevista è già passata.' : undefined,
})
/** A temporary closure needs a reason, and may have a planned end. */
export const needsReason = (to: StationStatus) => to === 'temporarily_closed'
