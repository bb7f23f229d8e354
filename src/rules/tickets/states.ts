import { allows } from '../../contract/kernel/policies.ts'
import type { PermissionName, RoleName } from '../../contract/kernel/roles.ts'
import { TICKET_STATUSES, type TicketStatus } from '../../contract/tickets/words.ts'

// The statuses of a ticket and the rules of their transitions, for screens and server (docs/spec/tickets.md#states).
export const OPEN = 1
export const ASSIGNED = 2
export const WORKING = 3
export const WAITING = 4
export const CLOSED = 5
export const statusOf = (id: TicketStatus) => TICKET_STATUSES[id - 1]!
export const statusLabel = (id: TicketStatus): string => statusOf(id).label

/** The transitions that an agent makes by changing the status. Closing, reopening and assigning are separate calls. */
const byAgent: Readonly<Record<TicketStatus, readonly TicketStatus[]>> = { 1: [3], 2: [3], 3: [4], 4: [3], 5: [] }
/** The statuses that an agent may choose next. */
export const nextStatuses = (from: TicketStatus): readonly TicketStatus[] => byAgent[from]
/** The message for a transition that is not allowed. */
export const transitionRefused = (from: TicketStatus, to: TicketStatus) =>
  `Passaggio di stato non consentito: da "${statusLabel(from)}" a "${statusLabel(to)}".`

export const TICKET_IS_CLOSED = 'Il ticket è chiuso. Riaprirlo per aggiungere commenti.'
export const NO_RESOLUTION = 'Indicare la soluzione per chiudere il ticket.'
export const REMINDER_IS_PAST = 'Il promemoria è in un giorno già passato: scegli oggi o un giorno successivo.'
/** Days within which the requester may reopen a ticket. */
export const REOPEN_DAYS = 7
/** Days within which a merge may be undone. */
export const UNMERGE_DAYS = 30
/** Days within which a deletion may be undone. */
export const RESTORE_DAYS = 30
/** Days for which a rating link is valid. */
export const RATING_DAYS = 30
/** Days after the first vote within which it may be changed. */
export const RATING_CHANGE_DAYS = 7

interface Person {
  readonly id: number
  readonly roles: readonly RoleName[]
  readonly permissions: readonly PermissionName[]
}
/** The fields of a ticket that permissions depend on. */
interface TicketFacts {
  readonly status: { readonly id: number }
  readonly requester: { readonly id: number }
  readonly created_by?: number | null
  readonly completed_at: string | null
  /** The ticket in which it goes on, as a screen knows it; the server decides about that one itself. */
  readonly merged_into?: { readonly closed: boolean } | number | null
}
export const isAgent = (who: Pick<Person, 'roles' | 'permissions'>) => allows('tickets.agent', who)
/** The person asked for it, or opened it for whoever did. */
export const isMine = (ticket: Pick<TicketFacts, 'requester' | 'created_by'>, { id }: Pick<Person, 'id'>) =>
  ticket.requester.id === id || ticket.created_by === id
/** It was merged into a ticket that takes comments: what is written to it lands there. */
const goesOn = ({ merged_into }: TicketFacts) => typeof merged_into === 'object' && merged_into?.closed === false
export type TicketAction =
  | 'assign'
  | 'update'
  | 'describe'
  | 'status'
  | 'comment'
  | 'note'
  | 'close'
  | 'reopen'
  | 'upload'
  | 'remove'
  | 'merge'
  | 'unmerge'
/** Whether a person who sees the ticket may do this in its present status. Screens and server use the same rule. */
export function mayTicket(action: TicketAction, ticket: TicketFacts, who: Person, now: Date): boolean {
  const agent = isAgent(who)
  const mine = isMine(ticket, who)
  const closed = ticket.status.id === CLOSED
  const days = ticket.completed_at === null ? Number.POSITIVE_INFINITY : (now.getTime() - Date.parse(ticket.completed_at)) / 86_400_000
  switch (action) {
    case 'assign':
    case 'update':
    case 'status':
    case 'note':
    case 'merge':
      return agent && !closed
    // The requester may still improve the description until the ticket is assigned.
    case 'describe':
      return !closed && (agent || (mine && ticket.status.id === OPEN))
    case 'comment':
      return (!closed || goesOn(ticket)) && (agent || mine)
    case 'upload':
      return !closed && (agent || mine)
    case 'close':
      return !closed && (agent || mine)
    case 'reopen':
      return closed && !ticket.merged_into && (allows('tickets.config', who) || (mine && days <= REOPEN_DAYS))
    case 'unmerge':
      return agent && !!ticket.merged_into
    case 'remove':
      return allows('tickets.delete', who)
  }
}
