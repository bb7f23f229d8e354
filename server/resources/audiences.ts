import type { Audience } from '../lib/core/audience.ts'
import { ticketAudience } from './tickets/audience.ts'

/** The resources whose changes are sent to clients with an open stream, by their name on the client. Each table has its triggers (`live_table`). */
export const audiences = { tickets: ticketAudience } satisfies Record<string, Audience>
