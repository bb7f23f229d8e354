import { eq, sql } from 'drizzle-orm'
import { SAYS_NOTHING, type TemplateValues } from '../../../src/rules/tickets/mail-template.ts'
import { statusLabel } from '../../../src/rules/tickets/states.ts'
import { users } from '../../db/schema/core/accounts.ts'
import { stations } from '../../db/schema/stations/stations.ts'
import { ticket_assignments, ticket_categories, tickets } from '../../db/schema/tickets/tickets.ts'
import { dayInRome } from '../../domain/shared/rome-time.ts'
import type { Context } from '../../lib/core/context.ts'

/**
 * The values of a mail template's variables for one ticket; a dash where the ticket has none. Undefined if the ticket does not exist.
 * @param by id of the person who writes
 */
export async function templateValues(
  id: number,
  { db, origin }: Pick<Context, 'db' | 'origin'>,
  by: number | undefined,
): Promise<TemplateValues | undefined> {
  const [found] = await db
    .select({
      ticket: tickets,
      station: stations,
      ...{ category: ticket_categories.name, requester: users.name },
      assigned: sql<
        string | null
      >`(select string_agg(u.name, ', ' order by a.at) from ${ticket_assignments} a join ${users} u on u.id = a.user_id
        where a.ticket_id = ${tickets.id})`,
    })
    .from(tickets)
    .innerJoin(ticket_categories, eq(ticket_categories.id, tickets.category_id))
    .innerJoin(users, eq(users.id, tickets.requester_id))
    .leftJoin(stations, eq(stations.id, tickets.station_id))
    .where(eq(tickets.id, id))
  if (!found) return undefined
  const { ticket, station } = found
  const [operator] = by ? await db.select({ name: users.name }).from(users).where(eq(users.id, by)) : []
  const number = `${ticket.id_year}/${ticket.id_number}`
  return {
    numero: number,
    oggetto: ticket.subject,
    categoria: found.category,
    punto_vendita: station ? `${station.code} ${station.name}` : SAYS_NOTHING,
    indirizzo: station ? `${station.address}, ${station.cap} ${station.city} (${station.province})` : SAYS_NOTHING,
    richiedente: found.requester,
    assegnatari: found.assigned ?? SAYS_NOTHING,
    stato: statusLabel(ticket.status_id),
    descrizione: ticket.description,
    soluzione: ticket.resolution ?? SAYS_NOTHING,
    link: `${origin}/tickets/${number}`,
    operatore: operator?.name ?? SAYS_NOTHING,
    data: dayInRome(new Date(ticket.created_at)).split('-').toReversed().join('/'),
  }
}
