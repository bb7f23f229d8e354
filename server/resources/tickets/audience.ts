import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Audience } from '../../lib/core/audience.ts'
import { ticketScope } from './scope.ts'

/** The clients that get changes of tickets, and the columns that name a ticket to them. */
export const ticketAudience = {
  policy: 'tickets.open',
  table: tickets,
  columns: { id: tickets.id, year: tickets.id_year, number: tickets.id_number },
  scope: ticketScope,
} satisfies Audience
