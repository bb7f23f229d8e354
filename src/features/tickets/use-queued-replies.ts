import { useLiveQuery } from 'dexie-react-hooks'
import { tickets } from '../../contract/tickets/tickets.ts'
import { session } from '../../lib/session.ts'
import type { Listed } from '../../outbox/read.ts'
import { outbox } from '../../outbox/runtime.ts'
import { laneOfNewTicket, laneOfTicket, type TicketPlace } from './lanes.ts'

/** Comments of this device that are queued, or were sent lately, in order; undefined while they are being read. */
export function useQueuedReplies(ticket: TicketPlace): Listed[] | undefined {
  const user = session.use().user?.id
  // Some may have been written before the ticket had its number.
  const lanes = [laneOfTicket(ticket), ...(ticket.uid ? [laneOfNewTicket(ticket.uid)] : [])]
  const ofTicket = ({ lane, endpoint }: Listed) => lanes.includes(lane) && endpoint === tickets.comment.name
  return useLiveQuery(async () => (user ? (await outbox().list()).filter(ofTicket) : []), [lanes.join(), user])
}
