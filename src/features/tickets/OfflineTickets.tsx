import { Alert, List } from '@mantine/core'
import { dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { linkOf } from './ticket-links.ts'
import { useOfflineTickets } from './use-offline-tickets.ts'

/** Without a network, lists the tickets stored on this device. With a network, downloads them and shows nothing. */
export function OfflineTickets() {
  const stored = useOfflineTickets()
  if (connection.use() === 'online' || !stored) return null
  if (!stored.length)
    return (
      <Alert color="amber" mb="sm">
        Nessun ticket è su questo dispositivo: i tuoi, quelli assegnati a te e quelli dei tuoi punti vendita arrivano quando torna la rete.
      </Alert>
    )
  const oldest = stored.reduce((at, one) => (one.at < at ? one.at : at), stored[0]!.at)
  return (
    <Alert color="amber" mb="sm" title={`Leggibili su questo dispositivo: ${stored.length} ticket, del ${dayTime(oldest)}`}>
      <List listStyleType="none" spacing={4}>
        {stored
          .toSorted((a, b) => b.ticket.updated_at.localeCompare(a.ticket.updated_at))
          .map(({ number, ticket }) => (
            <List.Item key={number}>
              <LinkAnchor {...linkOf(ticket)}>
                {number} {ticket.subject}
              </LinkAnchor>
            </List.Item>
          ))}
      </List>
    </Alert>
  )
}
