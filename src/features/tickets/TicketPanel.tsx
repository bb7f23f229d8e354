import type { Ticket } from '../../contract/tickets/tickets.ts'
import { TICKET_SOURCES } from '../../contract/tickets/words.ts'
import { RailFacts, RailPart } from '../../crud/record/Rail.tsx'
import { dayTime } from '../../lib/format.ts'
import { PriorityCell } from './columns.tsx'
import { DuePart } from './DuePart.tsx'
import { HistoryPart } from './HistoryPart.tsx'
import { OriginPart } from './OriginPart.tsx'
import { StationPart } from './StationPart.tsx'
import { statusChip } from './status-chips.ts'
import { TasksPart } from './TasksPart.tsx'

/** The data of the ticket, shown beside the conversation. */
export function TicketPanel({ ticket, agent }: { ticket: Ticket; agent: boolean }) {
  const { category, requester, contact, company, company_email, assignments, source, status, completed_at, rating } = ticket
  return (
    <>
      <RailPart title="Ticket">
        <RailFacts
          facts={{
            Stato: statusChip(ticket).label,
            Priorità: <PriorityCell of={ticket} />,
            Categoria: category.name,
            'Assegnato a': assignments.length ? assignments.map(({ name }) => name).join(', ') : 'Nessuno',
            Richiedente: requester.name,
            'Referente / telefono': contact,
            'Ditta esterna': [company, company_email].filter(Boolean).join(' · '),
            Origine: TICKET_SOURCES[source],
            'Chiuso il': status.id === 5 ? dayTime(completed_at) : null,
            Valutazione: rating && [`${rating.score} su 5`, rating.note].filter(Boolean).join(': '),
          }}
        />
      </RailPart>
      <DuePart ticket={ticket} agent={agent} />
      {ticket.station && <StationPart id={ticket.station.id} name={`${ticket.station.code} ${ticket.station.name}`} />}
      {agent && <TasksPart ticket={ticket} locked={status.id === 5} />}
      <OriginPart ticket={ticket} />
      {agent && <HistoryPart ticket={ticket} />}
    </>
  )
}
