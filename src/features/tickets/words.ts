import { TICKET_STATUSES, type TicketStatus, WAITING_FOR } from '../../contract/ticket-words.ts'
import type { Ticket, TicketRow } from '../../contract/tickets.ts'
import type { RecordList } from '../../crud/Crumbs.tsx'
import type { Tone } from '../../ui/StatusChip.tsx'

export const TICKETS: RecordList = { title: 'Tickets', link: { to: '/tickets' } }

type Numbered = Pick<TicketRow, 'id_year' | 'id_number'>
/** `2026/123`. */
export const numberOf = ({ id_year, id_number }: Numbered) => `${id_year}/${id_number}`
export const linkOf = ({ id_year, id_number }: Numbered) =>
  ({ to: '/tickets/$slug/{-$id}', params: { slug: String(id_year), id: id_number } }) as const
/** What a call about one ticket needs. */
export const keyOf = ({ id_year, id_number }: Numbered) => ({ year: id_year, number: id_number })
export const stationOf = ({ station }: Pick<TicketRow, 'station'>) => (station ? `${station.code} ${station.name}` : '–')
export const namesOf = ({ assignments }: Pick<TicketRow, 'assignments'>) => assignments.map(({ name }) => name).join(', ')

const tones: Readonly<Record<TicketStatus, Tone>> = { 1: 'wait', 2: 'info', 3: 'info', 4: 'neutral', 5: 'ok' }
/** The state in words and tone; of one that waits, for whom. */
export function standing({ status, waiting_for }: Pick<TicketRow, 'status' | 'waiting_for'>): { tone: Tone; label: string } {
  const { label } = TICKET_STATUSES.find(({ id }) => id === status.id)!
  return { tone: tones[status.id], label: waiting_for ? `${label} (${WAITING_FOR[waiting_for]})` : label }
}
/** The state alone, for a column. */
export const briefly = ({ status }: Pick<TicketRow, 'status'>) => standing({ status, waiting_for: null })
export const priorityTone: Readonly<Record<number, Tone>> = { 1: 'neutral', 2: 'neutral', 3: 'wait', 4: 'error' }

const HOUR = 3_600_000
const span = (ms: number) => {
  const hours = Math.round(ms / HOUR)
  if (hours < 1) return 'meno di un’ora'
  if (hours < 48) return hours === 1 ? '1 ora' : `${hours} ore`
  return `${Math.round(hours / 24)} giorni`
}
/** How the due time stands: "Tra 5 ore", "Da 2 giorni" where it is past; of what is closed, nothing; of what waits, that the clock stands. */
export function dueWords(
  { due_at, late, status, waiting_for }: Pick<Ticket, 'due_at' | 'late' | 'status' | 'waiting_for'>,
  now: number,
): string {
  if (status.id === 5) return late ? 'Chiuso in ritardo' : ''
  const left = Date.parse(due_at) - now
  if (waiting_for) return late ? 'In ritardo' : 'Sospesa'
  return late || left < 0 ? `Da ${span(-left)}` : `Tra ${span(left)}`
}
