import { extinguisherStatuses, extinguisherTypes, fireExtinguishers } from '../../../contract/equipment/fire-extinguishers.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { day } from '../../../lib/format.ts'
import { IconFlame as icon } from '../../../ui/icons.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { DueChip } from '../../expirations/DueChip.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'Estintori', fresh: 'Nuovo estintore', thing: "l'estintore", none: 'Nessun estintore.', icon } as const

type Extinguisher = Output<typeof fireExtinguishers.list>[number]
const Next = ({ of, field }: { of: Extinguisher; field: 'next_check' | 'next_overhaul' | 'next_test' }) => (
  <DueChip date={of[field]} of={['fire_extinguisher', of.id, field]} />
)

export const FireExtinguishers = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="fire_extinguisher"
    station={id}
    name={({ number, location }) => ['Estintore', number, location && `(${location})`].filter(Boolean).join(' ')}
    more={(one) => ({
      'Prossimo controllo': <Next of={one} field="next_check" />,
      'Prossima revisione': <Next of={one} field="next_overhaul" />,
      'Prossimo collaudo': <Next of={one} field="next_test" />,
    })}
    resource={fireExtinguishers}
    words={words}
    context={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, omitFromCopy: ['number'] }}
    columns={{
      Matricola: { show: (one) => one.number, sort: 'number' },
      Tipo: { show: (one) => one.type && extinguisherTypes[one.type], sort: 'type', spare: 1 },
      Capacità: { show: (one) => one.capacity && `${one.capacity.toLocaleString('it-IT')} ${one.unit ?? ''}`, numeric: true, spare: 2 },
      Ubicazione: { show: (one) => one.location, sort: 'location' },
      Anno: { show: (one) => one.year, sort: 'year', width: 5, spare: 5 },
      Stato: {
        show: (one) => one.status && <ExtinguisherStatus status={one.status} />,
        text: (one) => (one.status ? extinguisherStatuses[one.status] : ''),
        width: 8.25,
      },
      'Prossimo controllo': {
        show: (one) => <Next of={one} field="next_check" />,
        text: (one) => day(one.next_check),
        sort: 'next_check',
        width: 12.75,
      },
      'Prossima revisione': {
        show: (one) => <Next of={one} field="next_overhaul" />,
        text: (one) => day(one.next_overhaul),
        sort: 'next_overhaul',
        width: 12.75,
        spare: 3,
      },
      'Prossimo collaudo': {
        show: (one) => <Next of={one} field="next_test" />,
        text: (one) => day(one.next_test),
        sort: 'next_test',
        width: 12.75,
        spare: 4,
      },
    }}
  />
)

const ExtinguisherStatus = ({ status }: { status: keyof typeof extinguisherStatuses }) =>
  status === 'da_dismettere' ? <StatusChip tone="error" label={extinguisherStatuses[status]} /> : extinguisherStatuses[status]
