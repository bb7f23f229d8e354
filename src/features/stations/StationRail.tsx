import type { Station } from '../../contract/stations/stations.ts'
import { RailFacts, RailPart, RailRelated, tabLink } from '../../crud/record/Rail.tsx'
import { dayTime } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'

/** Beside a station: what it has, where that is seen, and when it was changed. */
export function StationRail({ station: { equipment, manager, area_manager, created_at, updated_at } }: { station: Station }) {
  const can = useCan()
  const seen = can('equip.read')
  const counts = equipment && [
    { label: 'Erogatori', count: equipment.dispensers, ...(seen && { link: tabLink('attrezzature', 'erogatori') }) },
    { label: 'Pistole', count: equipment.guns, ...(seen && { link: tabLink('attrezzature', 'impianto') }) },
    { label: 'Cisterne', count: equipment.tanks, ...(seen && { link: tabLink('attrezzature', 'cisterne') }) },
    { label: 'Dispositivi', count: equipment.devices, ...(seen && { link: tabLink('attrezzature', 'dispositivi') }) },
    { label: 'Estintori', count: equipment.fireext, ...(seen && { link: tabLink('attrezzature', 'estintori') }) },
    { label: 'Disoleatori', count: equipment.oilseparator, ...(seen && { link: tabLink('attrezzature', 'disoleatori') }) },
    { label: 'POS', count: equipment.pos, ...(can('net.fin') && { link: tabLink('attrezzature', 'pos') }) },
  ]
  return (
    <>
      {(manager || area_manager) && (
        <RailPart title="Persone">
          <RailFacts facts={{ Gestore: manager, 'Responsabile di zona': area_manager }} />
        </RailPart>
      )}
      {(counts || can('insp.read')) && (
        <RailPart title="Collegati">
          <RailRelated items={[...(can('insp.read') ? [{ label: 'Verifiche', link: tabLink('verifiche') }] : []), ...(counts ?? [])]} />
        </RailPart>
      )}
      {(created_at || updated_at) && (
        <RailPart title="Scheda">
          <RailFacts facts={{ Creata: dayTime(created_at), 'Ultima modifica': dayTime(updated_at) }} />
        </RailPart>
      )}
    </>
  )
}
