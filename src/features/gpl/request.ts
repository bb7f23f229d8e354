import type { gplRequests } from '../../contract/gpl/requests.ts'
import { type RequestStatus, requestStatuses } from '../../contract/gpl/words.ts'
import type { Output } from '../../contract/kernel/endpoint.ts'
import { day } from '../../lib/format.ts'
import { IconClipboardText } from '../../ui/icons.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'

export type GplRequest = Output<typeof gplRequests.get>
export type RequestRow = Output<typeof gplRequests.list>['data'][number]
export const requestWords = {
  title: 'Richieste GPL Card',
  fresh: 'Nuova richiesta',
  thing: 'la richiesta',
  none: 'Nessuna richiesta.',
  icon: IconClipboardText,
} as const
const tones: Readonly<Record<RequestStatus, Tone>> = { CREATED: 'wait', WAITING_COURSE: 'info', COMPLETED: 'ok', REJECTED: 'neutral' }
export const requestChip = ({ status }: { status: RequestStatus }) => ({ tone: tones[status], label: requestStatuses[status] })
/** Its state stays "In attesa corso" until it is completed, also once the applicant has attended. */
export const hasAttended = ({ status, course_attended_at }: Pick<RequestRow, 'status' | 'course_attended_at'>) =>
  status === 'WAITING_COURSE' && course_attended_at !== null
export const applicantOf = ({ businessName, lastname, name }: Pick<RequestRow, 'businessName' | 'lastname' | 'name'>) =>
  businessName ?? `${lastname} ${name}`
export const courseOf = ({ course }: Pick<RequestRow, 'course'>) => course && `${day(course.date)} ${course.start}`
export const stationNameOf = ({ station }: Pick<RequestRow, 'station'>) => station && `${station.code} ${station.name}`
