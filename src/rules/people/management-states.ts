import { type ManagementStatus, managementStatuses, type ObligationStatus, obligationStatuses } from '../../contract/people/managements.ts'
import { addDays, addMonths } from '../shared/italian.ts'

/** Days before the end of a contract, or the due date of an obligation, from which it is shown as near. */
export const EXPIRING_DAYS = 90
export const DUE_SOON_DAYS = 30
/** Months of a usual contract. */
const USUAL_MONTHS = 72
export const usualExpiration = (from: string) => addMonths(from, USUAL_MONTHS)

interface Dates {
  from: string
  expirationManager?: string | null | undefined
  ended_at?: string | null | undefined
}
/** The state of a management on a day (`YYYY-MM-DD`). Source: docs/spec/people.md#states-of-a-management */
export function managementStatus({ from, expirationManager, ended_at }: Dates, today: string): ManagementStatus {
  if (ended_at && ended_at <= today) return 'ended'
  if (from > today) return 'future'
  if (!expirationManager) return 'active'
  if (expirationManager < today) return 'expired'
  return expirationManager <= addDays(today, EXPIRING_DAYS) ? 'expiring' : 'active'
}
export type ManagementAction = 'edit' | 'renew' | 'end' | 'remove'
/** What may be done with a management in each state. Source: docs/spec/people.md#states-of-a-management */
const allowed: Readonly<Record<ManagementStatus, readonly ManagementAction[]>> = {
  future: ['edit', 'renew', 'end', 'remove'],
  active: ['edit', 'renew', 'end', 'remove'],
  expiring: ['edit', 'renew', 'end', 'remove'],
  expired: ['edit', 'renew', 'end', 'remove'],
  ended: ['remove'],
}
/** `ended_at`: an end that is told already is not told again. */
export const mayDo = (action: ManagementAction, { status, ended_at }: { status: ManagementStatus; ended_at: string | null }): boolean =>
  allowed[status].includes(action) && (action === 'remove' || !ended_at)

type Tone = 'ok' | 'wait' | 'error' | 'neutral'
const managementTones: Readonly<Record<ManagementStatus, Tone>> = {
  ...{ future: 'neutral', active: 'ok', expiring: 'wait', expired: 'error', ended: 'neutral' },
}
const obligationTones: Readonly<Record<ObligationStatus, Tone>> = {
  ...{ da_fare: 'neutral', in_scadenza: 'wait', scaduto: 'error', adempiuto: 'ok', non_applicabile: 'neutral' },
}
/** Label and tone of the chip. */
export const managementChip = (status: ManagementStatus) => ({ label: managementStatuses[status], tone: managementTones[status] })
export const obligationChip = (status: ObligationStatus) => ({ label: obligationStatuses[status], tone: obligationTones[status] })

interface Contract extends Dates {
  type: string
  sdi: string
  pec?: string | null | undefined
}
/** The errors of a contract by field. Source: docs/spec/people.md#managements */
export const managementErrors = ({ type, from, expirationManager, sdi, pec }: Contract) => ({
  expirationManager:
    !expirationManager && type !== 'diretta'
      ? 'Il campo Scadenza gestione è obbligatorio.'
      : expirationManager && expirationManager <= from
        ? 'La data di fine deve essere successiva alla data di inizio.'
        : undefined,
  pec: sdi === '0000000' && !pec ? 'Con codice SDI 0000000 è necessario indicare la PEC.' : undefined,
})
