import { and, eq, inArray } from 'drizzle-orm'
import { ticketPresence } from '../../../src/contract/tickets/presence.ts'
import { tickets } from '../../db/schema/tickets/tickets.ts'
import { implement } from '../../lib/core/implement.ts'
import { problem } from '../../lib/core/problem.ts'
import { ticketScope } from './scope.ts'

export default implement(ticketPresence, {
  async list(_, { db, user, hub }) {
    const ids = hub?.occupied('tickets') ?? []
    const seen = ids.length
      ? await db
          .select({ id: tickets.id })
          .from(tickets)
          .where(and(inArray(tickets.id, ids), ticketScope(user)))
      : []
    return seen
      .map(({ id }) => ({ ticket_id: id, people: hub!.peopleAt(`tickets ${id}`).filter((one) => one.id !== user.id) }))
      .filter(({ people }) => people.length)
  },
  async tell({ ticket_id, tab, state }, { db, user, hub }) {
    const [ticket] = await db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(eq(tickets.id, ticket_id), ticketScope(user)))
    if (!ticket) throw problem.unprocessable('Il ticket non esiste o non è tra quelli che puoi vedere.')
    await hub?.announce({ at: `tickets ${ticket_id}`, tab, user: { id: user.id, name: user.name }, state })
    return undefined
  },
})
