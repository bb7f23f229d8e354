/** What people are told of (domain.md 1.6), and by which ways beside the app, where it always stands. */
export const notificationEvents = {
  ticket_created: 'Ticket aperto',
  ticket_assigned: 'Ticket assegnato',
  ticket_comment: 'Commento a un ticket',
  ticket_closed: 'Ticket chiuso',
  ticket_late: 'Ticket in ritardo',
  expiration_due: 'Scadenza vicina',
  expiration_late: 'Scadenza superata',
  inspection_nc: 'Non conformità di una verifica',
  order_created: 'Ordine creato',
  coupon_issued: 'Buoni emessi',
  gpl_request: 'Richiesta GPL',
  job_failed: 'Operazione non riuscita',
} as const
export type NotificationEvent = keyof typeof notificationEvents
export const notificationChannels = { mail: 'Email', push: 'Dispositivi' } as const
export type NotificationChannel = keyof typeof notificationChannels
/** Those that come about so far; the others are of areas that are not there yet, and nobody is offered what would never come. */
export const offeredEvents = [
  ...(['ticket_created', 'ticket_assigned', 'ticket_comment', 'ticket_closed', 'ticket_late'] as const),
  ...(['expiration_due', 'expiration_late', 'inspection_nc', 'job_failed'] as const),
] satisfies readonly NotificationEvent[]
