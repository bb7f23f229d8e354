import type { TicketReply } from '../../contract/tickets/reply.ts'
import { tickets } from '../../contract/tickets/tickets.ts'
import type { OfflineKind } from '../../outbox/kind.ts'
import { picturesOf, TICKET_KIND } from './reply-queue.ts'

/**
 * The offline kind of comments and notes on tickets. The comments of one ticket share a lane. Nobody else changes a comment, so there are no conflicts to
 * merge.
 */
export const ticketKind: OfflineKind<TicketReply> = {
  ...{ name: TICKET_KIND, endpoints: [tickets.comment], upload: tickets.picture },
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
