import type { Audience } from '../lib/core/audience.ts'
import { ticketAudience } from './tickets/audience.ts'

/** The resources whose changes are told to whoever has a stream open, by the name the client knows; each has its triggers (`live_table`). */
export const audiences = { tickets: ticketAudience } satisfies Record<string, Audience>
