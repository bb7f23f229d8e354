import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { ticketOffline as contract } from '../../../src/contract/tickets/offline.ts'
import type { Ticket } from '../../../src/contract/tickets/tickets.ts'
import { CLOSED } from '../../../src/rules/tickets/states.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import { implement } from '../../lib/core/implement.ts'
import { isAssigned } from '../stations/scope.ts'
import { readTickets } from './read.ts'
import { isAssignedTo, ticketScope } from './scope.ts'

/** Limits of what is kept on a device, which also stores other reads. */
const MAX_TICKETS = 40
const MAX_CHARACTERS = 1_000_000

export default implement(contract, {
  async list(_, context) {
    const { db, user } = context
    const near = or(
      isAssignedTo(user.id),
      eq(tickets.requester_id, user.id),
      and(isNotNull(tickets.station_id), isAssigned(user, tickets.station_id)),
    )
    const order = [sql`(${tickets.status_id} = ${CLOSED})`, desc(tickets.updated_at), desc(tickets.id)]
    const rows = await db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(ticketScope(user), near))
      .orderBy(...order)
      .limit(MAX_TICKETS)
    const whole: Ticket[] = []
    let size = 0
    const ids = rows.map(({ id }) => id)
    for (const ticket of ids.length ? await readTickets(context, inArray(tickets.id, ids), ...order) : []) {
      size += JSON.stringify(ticket).length
      if (size > MAX_CHARACTERS) break
      whole.push(ticket)
    }
    return whole
  },
})
