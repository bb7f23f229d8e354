import type { tickets } from '../../db/schema/tickets/tickets.ts'
import { areaEvent } from '../../lib/core/area-event.ts'
import type { Context } from '../../lib/core/context.ts'

export interface TicketOutcome {
  happened: 'closed' | 'reopened' | 'deleted'
  /** As it is after having been closed, and as it was before being reopened. */
  ticket: Pick<typeof tickets.$inferSelect, 'id' | 'completed_at' | 'resolution'>
}
/** A ticket is closed, reopened or deleted: what it was opened for is solved, open again, or nobody's. */
export const ticketOutcome = areaEvent<TicketOutcome, Pick<Context, 'db' | 'user' | 'now' | 'history'>>(
  'ticket closed, reopened or deleted',
)
