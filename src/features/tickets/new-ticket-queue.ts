import { type NewTicketDraft, type NewTicketValues, newTicketBody } from '../../contract/tickets/new-ticket.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Item } from '../../outbox/types.ts'
import { laneOfNewTicket } from './lanes.ts'
import { picturesOf } from './reply-queue.ts'

// Pure steps of a new ticket between draft and queue; nothing here touches the device.

export const newTicketValues: NewTicketValues = {
  ...{ station_id: null, category_id: null, equipment: null, subject: '', description: '', priority: null, contact: '' },
}
export const titleOfNewTicket = ({ values, station }: Pick<NewTicketDraft, 'values' | 'station'>) =>
  `Nuovo ticket «${values.subject.trim() || 'senza oggetto'}»${station ? ` – ${station.code} ${station.name}` : ''}`
/** Whether there is nothing in it that a person has written. */
export const isEmptyTicket = ({ values: { subject, description, contact }, photos }: NewTicketDraft) =>
  ![subject, description, contact].some((text) => text.trim()) && !photos.length

/** The item that opens the ticket, among those of its lane. */
export const isOpening = ({ endpoint }: Pick<Item, 'endpoint'>) => endpoint === 'tickets.create'
type Own = Pick<Outbox, 'list' | 'put' | 'fix'>
/** "Apri ticket": queues the ticket once. If the server has refused it, the refused item is corrected in its place. */
export async function queueNewTicket(own: Own, draft: NewTicketDraft): Promise<void> {
  const lane = laneOfNewTicket(draft.uuid)
  const queued = (await own.list()).find((item) => item.lane === lane && isOpening(item))
  const [input, photos] = [newTicketBody(draft), picturesOf(draft)]
  if (!queued)
    await own.put({ entity: draft.uuid, lane, endpoint: 'tickets.create', input, label: `Invio: ${titleOfNewTicket(draft)}`, photos })
  else if (queued.state === 'needs-fix') await own.fix(queued.id, { input, photos })
}
