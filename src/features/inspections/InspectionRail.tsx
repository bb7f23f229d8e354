import type { Inspection } from '../../contract/inspections/inspections.ts'
import { RailPart, RailRelated, type Related } from '../../crud/record/Rail.tsx'
import { useCan } from '../../lib/session.ts'

/** Beside a verifica: its station, and what else was found there. */
export function InspectionRail({ inspection: { station, previous_id, nc_open } }: { inspection: Inspection }) {
  const there = { station_id: [station.id] }
  const items: Related[] = [
    ...(useCan()('net.field')
      ? [{ label: `${station.code} ${station.name}`, link: { to: '/stazioni/$id', params: { id: station.id } } as Related['link'] & {} }]
      : []),
    { label: 'Verifiche del punto vendita', link: { to: '/verifiche', search: there } },
    ...(previous_id
      ? [{ label: 'Verifica precedente', link: { to: '/verifiche/$id', params: { id: String(previous_id) } } as const }]
      : []),
    { label: 'Non conformità aperte', count: nc_open },
  ]
  return (
    <RailPart title="Collegati">
      <RailRelated items={items} />
    </RailPart>
  )
}
