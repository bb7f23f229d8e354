import { stations } from '../../contract/stations/stations.ts'
import { type Ticket, type TicketRow, tickets } from '../../contract/tickets/tickets.ts'
import { day } from '../../lib/format.ts'
import { query, queryClient } from '../../lib/query.ts'
import { session } from '../../lib/session.ts'
import { namesOf, numberOf, stationOf } from '../../rules/tickets/columns.ts'
import type { KnownValues } from '../../rules/tickets/mail-template.ts'
import { statusLabel } from '../../rules/tickets/states.ts'
import { keyOf } from './ticket-links.ts'

/** The values of a template's variables for this ticket, as the server fills them in. The address is read with the station, and left out if that fails. */
export async function templateValuesOf(row: Ticket | TicketRow): Promise<KnownValues> {
  const ticket = 'description' in row ? row : await queryClient.fetchQuery(query(tickets.get, keyOf(row), true))
  const { station } = ticket
  const whole = station && (await queryClient.fetchQuery(query(stations.get, { id: station.id }, true)).catch(() => undefined))
  return {
    ...{ numero: numberOf(ticket), oggetto: ticket.subject, categoria: ticket.category.name, richiedente: ticket.requester.name },
    punto_vendita: station ? stationOf(ticket) : null,
    indirizzo: station ? whole && `${whole.address}, ${whole.cap} ${whole.city} (${whole.province})` : null,
    ...{ assegnatari: namesOf(ticket) || null, stato: statusLabel(ticket.status.id), descrizione: ticket.description },
    ...{ soluzione: ticket.resolution, link: `${location.origin}/tickets/${numberOf(ticket)}`, data: day(ticket.created_at) },
    operatore: session.get().user?.name ?? null,
  }
}
/** The same as a query. */
export const templateValues = (row: Ticket | TicketRow) => ({
  queryKey: ['tickets', 'values', row.id, row.rev],
  queryFn: () => templateValuesOf(row),
})
