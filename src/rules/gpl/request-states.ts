import { type RequestKind, type RequestStatus, requestStatuses } from '../../contract/gpl/words.ts'
import { allows, type Rights } from '../../contract/kernel/policies.ts'
import { addMonths } from '../shared/italian.ts'

/** Allowed transitions. Source: docs/spec/gpl.md#states-of-a-request */
const transitions: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  CREATED: ['WAITING_COURSE', 'COMPLETED', 'REJECTED'],
  WAITING_COURSE: ['CREATED', 'COMPLETED', 'REJECTED'],
  COMPLETED: [],
  REJECTED: ['CREATED'],
}
/** Months for which a course that was attended is good for a renewal. */
const COURSE_MONTHS = 36
interface Request {
  kind: RequestKind
  status: RequestStatus
  course_attended_at?: string | null | undefined
  vehicle_checked: boolean
  leaflet_given: boolean
  demo_done: boolean
}
/** The reason in words why the request may not be completed; undefined if it may. `courseDone`: its course has taken place. */
export function completionRefusal(request: Request, courseDone: boolean, today: string): string | undefined {
  const { kind, status, course_attended_at: attended } = request
  if (status === 'CREATED') {
    if (kind === 'duplicato') return undefined
    if (kind === 'rinnovo')
      return attended && addMonths(attended, COURSE_MONTHS) >= today
        ? undefined
        : 'Per il rinnovo serve un corso frequentato negli ultimi 3 anni.'
    return 'Assegnare prima un corso.'
  }
  const ready = courseDone && attended && request.vehicle_checked && request.leaflet_given && request.demo_done
  return ready ? undefined : 'Completare le verifiche prima del rilascio.'
}
/** The refusal of a change of state in words, apart from what a completion asks for. */
export function requestRefusal(from: RequestStatus, to: RequestStatus, holder: Rights): string | undefined {
  if (!transitions[from].includes(to)) return `Passaggio di stato non consentito: da "${requestStatuses[from]}" a "${requestStatuses[to]}".`
  return from === 'REJECTED' && !allows('coupons.delete', holder) ? 'Una richiesta annullata la riapre solo la contabilità.' : undefined
}
export const isOpenRequest = ({ status }: { status: RequestStatus }) => status === 'CREATED' || status === 'WAITING_COURSE'
export const isDeletableRequest = ({ status }: { status: RequestStatus }) => status === 'CREATED' || status === 'REJECTED'
