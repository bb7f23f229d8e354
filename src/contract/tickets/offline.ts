import { get, resource } from '../kernel/endpoint.ts'
import { policies } from '../kernel/policies.ts'
import { Ticket } from './tickets.ts'

/** (+) Tickets that are read where there may be no network: those of one's stations, one's own and those assigned to one, the open and latest first, whole. */
export const ticketOffline = resource('ticket-offline', {
  list: get('/support/ticket/offline', {
    output: Ticket,
    envelope: 'list',
    policy: 'tickets.open',
    kept: { place: 'field', by: policies['tickets.open'].roles },
  }),
})
