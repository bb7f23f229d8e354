import type { Output } from '../../contract/kernel/endpoint.ts'
import type { TicketEvent } from '../../contract/tickets/events.ts'
import type { tickets } from '../../contract/tickets/tickets.ts'

type Event = Output<typeof tickets.history>[number]
type Change = Pick<Event, 'field' | 'old' | 'new'>
const was = (old: string | null) => (old ? ` (era ${old})` : '')
const said = (text: string | null) => (text ? `: ${text}` : '')
/** "Fatta: Chiamare la ditta", as the server writes a task that was ticked. */
const ticked = (text: string) => /^(Fatta|Da fare): (.*)$/s.exec(text)

/** An event as an Italian sentence. */
const SENTENCES: Readonly<Record<TicketEvent, (change: Change) => string>> = {
  creato: ({ new: now }) => `Ticket creato${said(now)}`,
  letto: () => 'Letto per la prima volta',
  assegnato: ({ new: now }) => `Assegnato a ${now}`,
  rimosso: ({ old }) => `Non è più assegnato a ${old}`,
  stato: ({ old, new: now }) => `${now}${was(old)}`,
  commento: ({ new: now }) => (now === 'Nota interna' ? 'Nota interna aggiunta' : `Commento${said(now)}`),
  richiamato: ({ old, new: now }) => `Invio di un commento annullato${now ? `: di nuovo ${now}${was(old)}` : ''}`,
  allegato: ({ old, new: now }) => (now ? `Allegato aggiunto: ${now}` : `Allegato eliminato: ${old}`),
  modificato: ({ field, old, new: now }) => `${field ?? 'Modificato'}: ${now ?? 'nessun valore'}${was(old)}`,
  notifica: ({ new: now }) => `Notifica inviata${said(now)}`,
  chiuso: ({ old, new: now }) => `Chiuso${was(old)}${said(now)}`,
  riaperto: ({ new: now }) => `Riaperto${said(now)}`,
  unito: ({ old, new: now }) => (old ? `Unito qui il ticket ${old}${said(now)}` : `Unito al ticket ${now}`),
  separato: ({ field, old, new: now }) =>
    field ? `Annullata l’unione con il ticket ${old}` : now ? `Diviso: una parte continua nel ticket ${now}` : `Diviso dal ticket ${old}`,
  attivita({ old, new: now }) {
    const [, state, task] = (old && now && ticked(now)) || []
    if (state) return `${state === 'Fatta' ? 'Attività completata' : 'Attività di nuovo da fare'}: ${task}`
    return now ? `${old ? 'Attività modificata' : 'Attività aggiunta'}: ${now}${was(old)}` : `Attività eliminata: ${old}`
  },
  valutato: ({ old, new: now }) => `Valutazione: ${now}${was(old)}`,
  macro: ({ new: now }) => `Macro: ${now}`,
  ripristinato: ({ field, new: now }) =>
    field ? `${field} ${field === 'Stato' ? 'ripristinato' : 'ripristinata'}${said(now)}` : 'Ticket ripristinato',
}
/** A history line: "Elio Helpdesk: Chiuso (era In attesa): sostituita la scheda". */
export const eventText = (event: Event): string => `${event.user?.name ?? 'Sistema'}: ${SENTENCES[event.event](event)}`
