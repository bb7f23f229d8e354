import { get, resource } from '../kernel/endpoint.ts'
import { Ticket } from './tickets.ts'

/** (+) Whole tickets to read without a network: those of the caller's stations, requested by the caller or assigned to the caller. Open and latest ones come first. */
export const ticketOffline = resource('ticket-offline', {
  list: get('/support/ticket/offline', {
    output: Ticket,
    envelope: 'list',
    policy: 'tickets.open',
    kept: { place: 'field' },
  }),
})
