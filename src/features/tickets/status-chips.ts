import type { TicketRow } from '../../contract/tickets/tickets.ts'
import type { TicketStatus } from '../../contract/tickets/words.ts'
import { statusWords } from '../../rules/tickets/columns.ts'
import type { Tone } from '../../ui/StatusChip.tsx'

const tones: Readonly<Record<TicketStatus, Tone>> = { 1: 'wait', 2: 'info', 3: 'info', 4: 'neutral', 5: 'ok' }
/** Tone and label of the status; a waiting ticket says for whom it waits. */
export function statusChip({ status, waiting_for }: Pick<TicketRow, 'status' | 'waiting_for'>): { tone: Tone; label: string } {
  return { tone: tones[status.id], label: statusWords({ status, waiting_for }) }
}
/** The status without for whom the ticket waits, for a narrow column. */
export const shortStatusChip = ({ status }: Pick<TicketRow, 'status'>) => statusChip({ status, waiting_for: null })
export const priorityTone: Readonly<Record<number, Tone>> = { 1: 'neutral', 2: 'neutral', 3: 'wait', 4: 'error' }
