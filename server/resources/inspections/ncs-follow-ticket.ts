import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { NC_UNSOLVED } from '../../../src/rules/inspections/nc-states.ts'
import { non_conformities } from '../../db/schema/inspections/inspections.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import type { Context } from '../../lib/core/context.ts'
import type { TicketOutcome } from '../tickets/ticket-outcome.ts'

/**
 * What becomes of the non-conformities of a ticket (docs/spec/inspections.md#non-conformities): closed, they are solved, in its words; reopened, those it had solved are being seen
 * to again; gone, they are nobody's. What a later verifica has verified stays so. In the transaction of what happens to the ticket.
 */
export async function ncsFollowTicket(
  { happened, ticket }: TicketOutcome,
  { db, user, now, history }: Pick<Context, 'db' | 'user' | 'now' | 'history'>,
): Promise<void> {
  const closedAt = ticket.completed_at ?? now.toISOString()
  const moves = {
    closed: {
      from: inArray(non_conformities.status, [...NC_UNSOLVED]),
      to: { status: 'resolved' as const, resolution_note: ticket.resolution, resolved_at: closedAt, resolved_by: user.id },
    },
    reopened: {
      // Non-conformities that somebody had solved by hand before stay as they are.
      from: and(eq(non_conformities.status, 'resolved'), sql`${non_conformities.resolved_at} >= ${closedAt}::timestamptz`),
      to: { status: 'in_progress' as const, resolved_at: null, resolved_by: null },
    },
    deleted: { from: eq(non_conformities.status, 'in_progress'), to: { status: 'open' as const, ticket_id: null } },
  }
  const { from, to } = moves[happened]
  // With those of the tickets that were merged into it.
  const these = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(or(eq(tickets.id, ticket.id), eq(tickets.merged_into, ticket.id)))
  const rows = await db
    .select()
    .from(non_conformities)
    .where(and(inArray(non_conformities.ticket_id, these), from))
    .orderBy(non_conformities.id)
    .for('no key update')
  for (const row of rows) {
    await db
      .update(non_conformities)
      .set({ ...to, rev: row.rev + 1, updated_at: now.toISOString(), updated_by: user.id })
      .where(eq(non_conformities.id, row.id))
    await history('non_conformity', row.id, 'status', { status: row.status }, { status: to.status })
  }
}
