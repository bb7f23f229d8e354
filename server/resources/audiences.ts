import { tickets } from '../db/schema/support.ts'
import type { Audience } from '../lib/audience.ts'
import { ticketScope } from './ticket-read.ts'

/** Whose changes are told to whoever has a stream open, under the names by which the client knows them; each has its triggers (`live_table`). */
export const audiences = {
  tickets: {
    policy: 'tickets.open',
    table: tickets,
    columns: { id: tickets.id, year: tickets.id_year, number: tickets.id_number },
    scope: ticketScope,
  },
} satisfies Record<string, Audience>
