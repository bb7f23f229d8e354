/** Events of a ticket's history, with their labels. */
export const TICKET_EVENTS = {
  creato: 'Ticket creato',
  letto: 'Letto',
  assegnato: 'Assegnato',
  rimosso: 'Assegnatario rimosso',
  stato: 'Stato',
  commento: 'Commento',
  richiamato: 'Invio annullato',
  allegato: 'Allegato',
  modificato: 'Modificato',
  notifica: 'Notifica',
  chiuso: 'Chiuso',
  riaperto: 'Riaperto',
  unito: 'Unito',
  separato: 'Separato',
  attivita: 'Attività',
  valutato: 'Valutato',
  macro: 'Macro',
  ripristinato: 'Ripristinato',
} as const
export type TicketEvent = keyof typeof TICKET_EVENTS
