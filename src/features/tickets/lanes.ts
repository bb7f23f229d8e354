import type { TicketReply } from '../../contract/tickets/reply.ts'

// Names of the offline kinds of tickets, of their lanes and of their drafts.

export const TICKET_KIND = 'ticket'
export const NEW_TICKET_KIND = 'new_ticket'
export const laneOfNewTicket = (uid: string) => `${NEW_TICKET_KIND}:${uid}`

/** A ticket by its number, or by its `uid` while the server does not have it (`number` is 0). */
export type TicketPlace = Pick<TicketReply, 'year' | 'number' | 'uid'>
/** The lane of a ticket's comments: behind the ticket itself if the server does not have it yet. */
export const laneOfTicket = ({ year, number, uid }: TicketPlace) =>
  number || !uid ? `${TICKET_KIND}:${year}/${number}` : laneOfNewTicket(uid)
/** The key of the draft of a reply. */
export const keyOfReply = (place: TicketPlace) => (place.number ? laneOfTicket(place) : `${laneOfTicket(place)}/reply`)
