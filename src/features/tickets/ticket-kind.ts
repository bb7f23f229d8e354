import type { TicketReply } from '../../contract/tickets/reply.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import type { OfflineKind } from '../../outbox/kind.ts'
import { picturesOf, TICKET } from './reply-queue.ts'

/**
 * Comments and notes on tickets, written where there may be no network: all of one ticket in its lane. What is being written is its author's until
 * it is sent, and nobody changes it afterwards: so there are never two versions.
 */
export const ticketKind: OfflineKind<TicketReply> = {
  ...{ name: TICKET, endpoints: [tickets.comment], upload: tickets.picture },
  repair(place) {
    const [slug, number, hash] = place.split('/')
    return { to: '/tickets/$slug/{-$id}', params: { slug, id: Number(number) }, hash } as never
  },
  read: (data) => data as unknown as TicketReply,
  picturesOf,
  unqueuedOf: () => undefined,
  isClosed: () => false,
  queueRest: async () => undefined,
  conflict: {
    ...{ changes: tickets.comment, words: 'Il ticket è cambiato.', combined: (inputs) => Object.assign({}, ...(inputs as object[])) },
    ...{ differences: () => [], merged: (mine) => mine, rebased: (local) => local, isOpen: () => true },
  },
}
