import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, reference } from '../kernel/fields.ts'

/** People who have a ticket open. A report of a tab expires after 45 seconds, that somebody is writing after eight. */
const TicketPresence = v.object({
  ticket_id: v.number(),
  people: v.array(v.object({ id: v.number(), name: v.string(), writing: v.boolean() })),
})
export const ticketPresence = resource('tickets-presence', {
  /** Tickets that the caller sees; the caller is left out. */
  list: get('/support/presence', { output: TicketPresence, envelope: 'list', policy: 'tickets.open' }),
  tell: post('/support/presence', {
    body: v.object({
      ticket_id: reference('Ticket'),
      tab: v.pipe(v.string(), v.uuid("L'identificativo non è valido.")),
      state: choice('Stato', { viewing: 'Guarda', writing: 'Scrive', gone: 'Uscito' }),
    }),
    ...{ envelope: 'none', success: [204], policy: 'tickets.open', fleeting: true },
  }),
})
