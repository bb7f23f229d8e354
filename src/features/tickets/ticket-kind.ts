import type { NewTicketDraft } from '../../contract/tickets/new-ticket.ts'
import type { TicketReply } from '../../contract/tickets/reply.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import { wholeKind } from '../../outbox/kind.ts'
import { NEW_TICKET_KIND, TICKET_KIND } from './lanes.ts'
import { isEmptyTicket, titleOfNewTicket } from './new-ticket-queue.ts'
import { picturesOf } from './reply-queue.ts'

const pageOf = (year: unknown, number: unknown) =>
  ({ to: '/tickets/$slug/{-$id}', params: { slug: String(year), id: Number(number) } }) as never
/** Comments and notes on tickets. The comments of one ticket share a lane. */
export const ticketKind = wholeKind<TicketReply>({
  ...{ name: TICKET_KIND, endpoints: [tickets.comment], upload: tickets.picture, picturesOf },
  repair(place) {
    const [slug, number, hash] = place.split('/')
    return { to: '/tickets/$slug/{-$id}', params: { slug, id: Number(number) }, hash } as never
  },
  async sentOf(place) {
    const [year, number] = place.split('/')
    return { page: pageOf(year, number) }
  },
  ended: ({ code, message }) => (code === 'closed' ? { label: 'Ticket chiuso', words: message } : undefined),
})

type Local = NewTicketDraft | TicketReply
/** In a new ticket's lane there are also replies to it, written before it had its number. */
const isTicket = (local: Local): local is NewTicketDraft => 'values' in local
/** A ticket that is opened without a network, and the comments written behind it. */
export const newTicketKind = wholeKind<Local>({
  ...{ name: NEW_TICKET_KIND, endpoints: [tickets.create, tickets.comment], upload: tickets.picture, picturesOf },
  repair(place) {
    const [bozza, hash] = place.split('/')
    return { to: '/tickets/$slug/{-$id}', params: { slug: 'nuovo', id: undefined }, search: { bozza }, hash } as never
  },
  async sentOf(place, namesOf) {
    const { id_year, id_number } = (await namesOf(place.split('/')[0]!)) ?? {}
    return id_number ? { page: pageOf(id_year, id_number), number: `${id_year}/${id_number}` } : undefined
  },
  unqueuedOf: (local) => (isTicket(local) && local.state === 'confirmed' ? titleOfNewTicket(local) : undefined),
  isClosed: (local) => isTicket(local) && local.state === 'queued',
  draftOf: (local) => (isTicket(local) && local.state === 'writing' && !isEmptyTicket(local) ? titleOfNewTicket(local) : undefined),
  async queueRest(place) {
    const { queueConfirmedTicket } = await import('./new-ticket-editor.ts')
    await queueConfirmedTicket(place)
  },
})
