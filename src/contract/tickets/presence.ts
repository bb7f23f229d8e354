import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'
import { choice, reference } from '../kernel/fields.ts'

/** Who is at which ticket (issue 13.6): what a tab has told ends by itself after 45 seconds, that somebody writes after eight. */
const TicketPresence = v.object({
  ticket_id: v.number(),
  people: v.array(v.object({ id: v.number(), name: v.string(), writing: v.boolean() })),
})
export const ticketPresence = resource('tickets-presence', {
  /** Of the tickets that the caller sees, the caller aside. */
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
