import type { Json } from '../kernel/placeholder.ts'
import type { StoredOnDevice } from './reply.ts'
import type { TICKET_EQUIPMENT } from './words.ts'

/** The fields of "Nuovo ticket". */
export interface NewTicketValues {
  station_id: number | null
  category_id: number | null
  equipment: { type: keyof typeof TICKET_EQUIPMENT; id: number } | null
  subject: string
  description: string
  priority: number | null
  contact: string
}
/** A ticket that is opened on this device: the `data` of its draft `new_ticket:<uuid>`. */
export interface NewTicketDraft {
  /** The `uid` of the ticket that it becomes. */
  uuid: string
  values: NewTicketValues
  /** The chosen station, to show its name without a network. */
  station: { id: number; code: string; name: string } | null
  /** The person for whom an agent opens it; absent: who writes. */
  requester?: { id: number; name: string } | null
  /** Uuids of its files, in order. */
  photos: string[]
  /** Files stored on this device, by uuid. */
  files: Record<string, StoredOnDevice>
  /** ISO instant of "Apri ticket", with what the device then knew of its clock; earlier versions of the app did not store it. */
  written_at?: string
  clock_behind_s?: number | undefined
  /** `writing`: being written; `confirmed`: to be queued; `queued`: it is in the queue. */
  state: 'writing' | 'confirmed' | 'queued'
}
/** The body of `tickets.create`. */
export const newTicketBody = ({
  uuid,
  values,
  requester,
  photos,
  written_at,
  clock_behind_s,
}: Pick<NewTicketDraft, 'uuid' | 'values' | 'requester' | 'photos' | 'written_at' | 'clock_behind_s'>): { [field: string]: Json } => ({
  ...{ uuid, photos },
  ...values,
  ...(requester && { requester_id: requester.id }),
  ...(written_at && { written_at }),
  ...(clock_behind_s !== undefined && { clock_behind_s }),
})
