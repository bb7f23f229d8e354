/** The statuses of a ticket (docs/spec/tickets.md#states). `name` is used by the API, `label` is shown. */
export type TicketStatus = 1 | 2 | 3 | 4 | 5
export const TICKET_STATUSES = [
  { id: 1, name: 'open', label: 'Aperto' },
  { id: 2, name: 'assigned', label: 'Assegnato' },
  { id: 3, name: 'working', label: 'In lavorazione' },
  { id: 4, name: 'waiting', label: 'In attesa' },
  { id: 5, name: 'close', label: 'Chiuso' },
] as const satisfies readonly { id: TicketStatus; name: string; label: string }[]

/** For whom a ticket waits ("In attesa di"). Its clock is stopped meanwhile. */
export const WAITING_FOR = { requester: 'richiedente', company: 'ditta esterna', parts: 'ricambi' } as const
export type WaitingFor = keyof typeof WAITING_FOR

/** Views of the list, in the order of the screen. All but the last show open tickets. */
export const TICKET_VIEWS = {
  all: 'Tutti aperti',
  new: 'Nuovi',
  mine: 'Miei',
  unassigned: 'Non assegnati',
  late: 'In ritardo',
  waiting: 'In attesa',
  closed: 'Chiusi',
  deleted: 'Eliminati',
} as const
export type TicketView = keyof typeof TICKET_VIEWS

export const TICKET_SOURCES = { web: 'Web', inspection: 'Verifica', email: 'Email', system: 'Sistema' } as const
export const DATE_FIELDS = {
  created_at: 'Creazione',
  updated_at: 'Aggiornamento',
  completed_at: 'Chiusura',
  due_at: 'Scadenza SLA',
} as const
export const TICKET_EQUIPMENT = {
  dispenser: 'Erogatore',
  tank: 'Cisterna',
  device: 'Dispositivo',
  pos: 'POS',
  extinguisher: 'Estintore',
  network_device: 'Apparato di rete',
} as const
/** Where a macro leads a ticket. */
export const MACRO_STEPS = {
  working: 'In lavorazione',
  requester: 'In attesa: richiedente',
  company: 'In attesa: ditta esterna',
  parts: 'In attesa: ricambi',
  close: 'Chiuso, con il testo come soluzione',
} as const
export type MacroStep = keyof typeof MACRO_STEPS
/** The answers to "Quanto sei soddisfatto della soluzione?", by score. */
export const RATING_SCORES: Readonly<Record<number, string>> = { 1: 'Per niente', 2: 'Poco', 3: 'Abbastanza', 4: 'Molto', 5: 'Del tutto' }
