import type { Ticket } from '../../contract/tickets/tickets.ts'
import { TICKET_EQUIPMENT } from '../../contract/tickets/words.ts'
import { RailFacts, RailPart } from '../../crud/record/Rail.tsx'
import { useCan } from '../../lib/session.ts'
import { numberOf } from '../../rules/tickets/columns.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { piecePages } from './piece-pages.ts'
import { linkOf } from './ticket-links.ts'

/** The equipment it is about, and the inspection and tickets it is linked to. */
export function OriginPart({ ticket: { equipment, station, inspection, merged, merged_into, split_from } }: { ticket: Ticket }) {
  const can = useCan()
  if (!equipment && !inspection && !merged.length && !merged_into && !split_from) return null
  const other = (one: { id_year: number; id_number: number }) => <LinkAnchor {...linkOf(one)}>{numberOf(one)}</LinkAnchor>
  return (
    <RailPart title="Collegati">
      <RailFacts
        facts={{
          [equipment ? TICKET_EQUIPMENT[equipment.type] : '']:
            equipment &&
            (station && can('equip.read') ? (
              <LinkAnchor
                to="/stazioni/$id"
                params={{ id: station.id }}
                search={{ scheda: 'attrezzature', parte: piecePages[equipment.type].parte, pezzo: equipment.id }}
              >
                {equipment.label}
              </LinkAnchor>
            ) : (
              equipment.label
            )),
          'Verifica di origine':
            inspection &&
            (can('insp.read') ? (
              <LinkAnchor to="/verifiche/$id" params={{ id: String(inspection.id) }}>
                {inspection.id_year ? `${inspection.id_year}/${inspection.id_number}` : 'Apri'}
              </LinkAnchor>
            ) : inspection.id_year ? (
              `${inspection.id_year}/${inspection.id_number}`
            ) : null),
          'Unito a': merged_into && (merged_into.seen ? other(merged_into) : numberOf(merged_into)),
          Uniti: merged.length
            ? merged.map((one) => (
                <div key={numberOf(one)}>
                  {other(one)} {one.subject}
                </div>
              ))
            : null,
          'Diviso da': split_from && other(split_from),
        }}
      />
    </RailPart>
  )
}
