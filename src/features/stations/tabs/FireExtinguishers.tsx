import { extinguisherTypes, fireExtinguishers } from '../../../contract/fire-extinguishers.ts'
import { CrudList } from '../../../crud/CrudList.tsx'
import { day } from '../../../lib/format.ts'
import { IconFlame as icon } from '../../../ui/icons.tsx'

const words = {
  title: 'Estintori',
  titles: ['Nuovo estintore', 'Modifica estintore'],
  thing: "l'estintore",
  none: 'Nessun estintore.',
  icon,
} as const

export const FireExtinguishers = ({ id, locked }: { id: number; locked: boolean }) => (
  <CrudList
    resource={fireExtinguishers}
    words={words}
    within={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked }}
    columns={{
      Matricola: { show: (one) => one.number, sort: 'number' },
      Tipo: { show: (one) => one.type && extinguisherTypes[one.type], sort: 'type' },
      Capacità: { show: (one) => one.capacity && `${one.capacity.toLocaleString('it-IT')} ${one.unit ?? ''}`, numeric: true },
      Ubicazione: { show: (one) => one.location, sort: 'location', wide: true },
      'Prossimo controllo': { show: (one) => day(one.next_check), sort: 'next_check' },
      'Prossima revisione': { show: (one) => day(one.next_overhaul), spare: 1 },
    }}
  />
)
