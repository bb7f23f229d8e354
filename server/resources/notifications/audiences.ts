import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Audience } from '../../lib/core/audience.ts'
import { ticketScope } from '../tickets/read.ts'

/** Whose changes are told to whoever has a stream open, under the names by which the client knows them; each has its triggers (`live_table`). */
export const audiences = {
  tickets: {
    policy: 'tickets.open',
    table: tickets,
    columns: { id: tickets.id, year: tickets.id_year, number: tickets.id_number },
    scope: ticketScope,
  },
} satisfies Record<string, Audience>
