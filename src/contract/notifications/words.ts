/** The events that people are notified of (docs/spec/notifications.md#events). */
export const notificationEvents = {
  ticket_created: 'Ticket aperto',
  ticket_assigned: 'Ticket assegnato',
  ticket_comment: 'Commento a un ticket',
  ticket_closed: 'Ticket chiuso',
  ticket_late: 'Ticket in ritardo',
  expiration_due: 'Scadenza vicina',
  expiration_late: 'Scadenza superata',
  obligation_due: 'Obbligo in scadenza',
  obligation_late: 'Obbligo scaduto',
  inspection_nc: 'Non conformità di una verifica',
  order_created: 'Ordine creato',
  order_status: 'Stato di un ordine',
  stock_low: 'Articolo sotto scorta',
  coupon_issued: 'Buoni emessi',
  gpl_request: 'Richiesta GPL',
  payslip_published: 'Cedolino o CUD disponibile',
  job_failed: 'Operazione non riuscita',
  communication: 'Comunicazione',
  document_shared: 'Nuovo documento',
} as const
export type NotificationEvent = keyof typeof notificationEvents
/** Channels beside the app, which shows every notice. */
export const notificationChannels = { mail: 'Email', push: 'Dispositivi' } as const
export type NotificationChannel = keyof typeof notificationChannels
