import { tickets } from '../../contract/tickets/tickets.ts'
import { useListState } from '../../crud/list/list-search.ts'
import { PagedTable } from '../../crud/list/PagedTable.tsx'
import { useCan } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconTicket } from '../../ui/icons.tsx'
import { columns } from './columns.tsx'
import { linkOf } from './ticket-links.ts'
import type { usePresence } from './use-presence.ts'

/** Who else looks at a ticket is told by the list of all. */
const nobody: ReturnType<typeof usePresence> = new Map()

/** The open tickets of one station, those that changed last first. */
export function StationTickets({ id }: { id: number }) {
  const agent = useCan()('tickets.agent')
  const { 'Punto vendita': _, ...shown } = columns(agent, nobody)
  return (
    <PagedTable
      {...useListState(tickets.list)}
      given={{ station_id: [id] }}
      columns={shown}
      link={linkOf}
      empty={<EmptyState icon={IconTicket} message="Nessun ticket aperto di questo punto vendita." />}
    />
  )
}
