import type { Ticket } from '../../contract/tickets/tickets.ts'
import { TICKET_SOURCES } from '../../contract/tickets/words.ts'
import { RailFacts, RailPart } from '../../crud/record/Rail.tsx'
import { dayTime } from '../../lib/format.ts'
import { Priority } from './columns.tsx'
import { Due } from './DuePart.tsx'
import { TicketHistory } from './HistoryPart.tsx'
import { Origin } from './OriginPart.tsx'
import { StationCard } from './StationPart.tsx'
import { Tasks } from './TasksPart.tsx'
import { standing } from './ticket-links.ts'

/** Beside the conversation: how the ticket stands, whose it is, when it is due and why, and where it comes from. */
export function TicketPanel({ ticket, agent }: { ticket: Ticket; agent: boolean }) {
  const { category, requester, contact, company, company_email, assignments, source, status, completed_at, rating } = ticket
  return (
    <>
      <RailPart title="Ticket">
        <RailFacts
          facts={{
            Stato: standing(ticket).label,
            Priorità: <Priority of={ticket} />,
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
      <Due ticket={ticket} />
      {ticket.station && <StationCard id={ticket.station.id} name={`${ticket.station.code} ${ticket.station.name}`} />}
      {agent && <Tasks ticket={ticket} locked={status.id === 5} />}
      <Origin ticket={ticket} />
      {agent && <TicketHistory ticket={ticket} />}
    </>
  )
}
