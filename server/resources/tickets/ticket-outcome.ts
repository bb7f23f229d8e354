import type { tickets } from '../../db/schema/tickets/tickets.ts'
import { areaEvent } from '../../lib/core/area-event.ts'
import type { Context } from '../../lib/core/context.ts'

export interface TicketOutcome {
  happened: 'closed' | 'reopened' | 'deleted'
  /** The row after closing, or before reopening or deleting. */
  ticket: Pick<typeof tickets.$inferSelect, 'id' | 'completed_at' | 'resolution'>
}
/** Emitted when a ticket is closed, reopened or deleted, so that what it was opened for follows. */
export const ticketOutcome = areaEvent<TicketOutcome, Pick<Context, 'db' | 'user' | 'now' | 'history'>>(
  'ticket closed, reopened or deleted',
)
