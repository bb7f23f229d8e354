import { Alert, List } from '@mantine/core'
import { dayTime } from '../../lib/format.ts'
import { connection } from '../../lib/online.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { linkOf } from './ticket-links.ts'
import { useKeptTickets } from './use-offline-tickets.ts'

/** Where there is no network: the tickets that are on this device, by name. Brings them here while there is one. */
export function KeptTickets() {
  const kept = useKeptTickets()
  if (connection.use() === 'online' || !kept) return null
  if (!kept.length)
    return (
      <Alert color="amber" mb="sm">
        Nessun ticket è su questo dispositivo: i tuoi, quelli assegnati a te e quelli dei tuoi punti vendita arrivano quando torna la rete.
      </Alert>
    )
  const oldest = kept.reduce((at, one) => (one.at < at ? one.at : at), kept[0]!.at)
  return (
    <Alert color="amber" mb="sm" title={`Leggibili su questo dispositivo: ${kept.length} ticket, del ${dayTime(oldest)}`}>
      <List listStyleType="none" spacing={4}>
        {kept
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
