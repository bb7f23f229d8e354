import type { TicketRow } from '../../contract/tickets/tickets.ts'
import type { TicketStatus } from '../../contract/tickets/words.ts'
import type { RecordList } from '../../crud/record/Crumbs.tsx'
import { statusWords } from '../../rules/tickets/columns.ts'
import type { Tone } from '../../ui/StatusChip.tsx'

export const TICKETS: RecordList = { title: 'Tickets', link: { to: '/tickets' } }

type Numbered = Pick<TicketRow, 'id_year' | 'id_number'>
export const linkOf = ({ id_year, id_number }: Numbered) =>
  ({ to: '/tickets/$slug/{-$id}', params: { slug: String(id_year), id: id_number } }) as const
/** What a call about one ticket needs. */
export const keyOf = ({ id_year, id_number }: Numbered) => ({ year: id_year, number: id_number })

const tones: Readonly<Record<TicketStatus, Tone>> = { 1: 'wait', 2: 'info', 3: 'info', 4: 'neutral', 5: 'ok' }
/** The state in words and tone; of one that waits, for whom. */
export function standing({ status, waiting_for }: Pick<TicketRow, 'status' | 'waiting_for'>): { tone: Tone; label: string } {
  return { tone: tones[status.id], label: statusWords({ status, waiting_for }) }
}
/** The state alone, for a column. */
export const briefly = ({ status }: Pick<TicketRow, 'status'>) => standing({ status, waiting_for: null })
export const priorityTone: Readonly<Record<number, Tone>> = { 1: 'neutral', 2: 'neutral', 3: 'wait', 4: 'error' }
