import type { Output } from '../../contract/kernel/endpoint.ts'
import type { tickets } from '../../contract/tickets/tickets.ts'

type Event = Output<typeof tickets.history>[number]
const authorOf = ({ user }: Pick<Event, 'user'>) => user?.name ?? 'Sistema'
/** A history line: "Elio Helpdesk: Stato, da Aperto a In lavorazione". */
export function eventText(event: Event): string {
  const { label, field, old, new: now } = event
  const change = old && now ? `, da ${old} a ${now}` : now ? ` ${now}` : old ? ` ${old}` : ''
  return `${authorOf(event)}: ${field ?? label}${change}`
}
