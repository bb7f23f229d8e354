import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Audience } from '../../lib/core/audience.ts'
import { ticketScope } from './read.ts'

/** Who is told of the changes of tickets, and of which columns. */
export const ticketAudience = {
  policy: 'tickets.open',
  table: tickets,
  columns: { id: tickets.id, year: tickets.id_year, number: tickets.id_number },
  scope: ticketScope,
} satisfies Audience
