import { tankStatuses, tanks, tankTypes } from '../../../contract/equipment/tanks.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { count, day } from '../../../lib/format.ts'
import { IconStack2 as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../../expirations/DueChip.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'Cisterne', fresh: 'Nuova cisterna', thing: 'la cisterna', none: 'Nessuna cisterna.', icon } as const
const inputs = { fuel_id: (props: object) => <LookupSelect {...props} source={fuels.suggest} clearable={false} /> }
const Next = ({ of }: { of: Output<typeof tanks.list>[number] }) => <DueChip date={of.next_test} of={['tank', of.id, 'next_test']} />

export const StationTanks = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="tank"
    station={id}
    name={({ number }) => ['Cisterna', number].filter(Boolean).join(' ')}
    more={(one) => ({ Carburante: one.fuel?.name, 'Prossima prova di tenuta': <Next of={one} /> })}
    resource={tanks}
    words={words}
    context={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, omitFromCopy: ['number'], inputs }}
    columns={{
      'N. serbatoio': { show: (one) => one.number ?? `n. ${one.id}`, sort: 'number' },
      Carburante: (one) => one.fuel?.name,
      'Capacità (l)': { show: (one) => one.capacity != null && count(one.capacity), sort: 'capacity', numeric: true, spare: 1 },
      Tipo: { show: (one) => one.type && tankTypes[one.type], sort: 'type', spare: 3 },
      Stato: { show: (one) => one.status && tankStatuses[one.status], sort: 'status', width: 6.5, spare: 2 },
      'Prova di tenuta': { show: (one) => <Next of={one} />, text: (one) => day(one.next_test), sort: 'next_test', width: 12.75 },
    }}
  />
)
