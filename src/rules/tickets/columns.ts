import { ticketPriorities } from '../../contract/tickets/categories.ts'
import type { Ticket, TicketRow } from '../../contract/tickets/tickets.ts'
import { WAITING_FOR } from '../../contract/tickets/words.ts'
import { howMany } from '../shared/how-many.ts'
import { romeMoment } from '../shared/italian.ts'
import type { SheetColumn } from '../shared/sheet-cells.ts'
import { statusLabel } from './states.ts'

/** The number as people write it: `2026/123`. */
export const numberOf = ({ id_year, id_number }: Pick<TicketRow, 'id_year' | 'id_number'>) => `${id_year}/${id_number}`
export const stationOf = ({ station }: Pick<TicketRow, 'station'>) => (station ? `${station.code} ${station.name}` : '–')
export const namesOf = ({ assignments }: Pick<TicketRow, 'assignments'>) => assignments.map(({ name }) => name).join(', ')
/** The status label; a waiting ticket says for whom it waits. */
export const statusWords = ({ status, waiting_for }: Pick<TicketRow, 'status' | 'waiting_for'>) =>
  waiting_for ? `${statusLabel(status.id)} (${WAITING_FOR[waiting_for]})` : statusLabel(status.id)

const HOUR = 3_600_000
const span = (ms: number) => {
  const hours = Math.round(ms / HOUR)
  if (hours < 1) return 'meno di un’ora'
  return hours < 48 ? howMany(hours, 'ora', 'ore') : howMany(Math.round(hours / 24), 'giorno', 'giorni')
}
/** The time left: "Tra 5 ore", or "In ritardo da 2 giorni" once it is past. A waiting ticket is "Sospesa"; a closed one has no text unless it was late. */
export function dueText(
  { due_at, late, status, waiting_for }: Pick<Ticket, 'due_at' | 'late' | 'status' | 'waiting_for'>,
  now: number,
): string {
  if (status.id === 5) return late ? 'Chiuso in ritardo' : ''
  const left = Date.parse(due_at) - now
  if (waiting_for) return late ? 'In ritardo' : 'Sospesa'
  return late || left < 0 ? `In ritardo da ${span(-left)}` : `Tra ${span(left)}`
}

/** The columns of the ticket list, on screen and in exported files. */
export const ticketColumns = {
  Oggetto: { text: ({ subject }) => subject, wide: true },
  Numero: { text: numberOf },
  'Punto vendita': { text: stationOf },
  Stato: { text: statusWords },
  Priorità: { text: ({ priority }) => ticketPriorities[priority]! },
  SLA: { text: (row) => dueText(row, Date.now()) },
  'Assegnato a': { text: namesOf },
  Categoria: { text: ({ category }) => category.name },
  // The day without the time.
  Aggiornato: { text: ({ updated_at }) => romeMoment(updated_at).slice(0, 10) },
} satisfies Record<string, SheetColumn<TicketRow>>
