import { oilSeparators, oilSeparatorTypes } from '../../../contract/equipment/oil-separators.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { day } from '../../../lib/format.ts'
import { IconDroplet as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../../expirations/DueChip.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'Disoleatori', fresh: 'Nuovo disoleatore', thing: 'il disoleatore', none: 'Nessun disoleatore.', icon } as const

const Next = ({ of }: { of: Output<typeof oilSeparators.list>[number] }) => (
  <DueChip date={of.next_cleaning} of={['oil_separator', of.id, 'next_cleaning']} />
)

export const OilSeparators = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="oil_separator"
    station={id}
    name={({ type, number }) => [type ? oilSeparatorTypes[type] : 'Disoleatore', number].filter(Boolean).join(' ')}
    more={(one) => ({ 'Prossimo svuotamento': <Next of={one} /> })}
    resource={oilSeparators}
    words={words}
    context={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, omitFromCopy: ['number', 'fir_number'] }}
    columns={{
      Matricola: { show: (one) => one.number, sort: 'number' },
      Tipo: { show: (one) => one.type && oilSeparatorTypes[one.type], sort: 'type' },
      Marca: { show: (one) => one.brand, sort: 'brand', spare: 1 },
      Modello: { show: (one) => one.model, spare: 2 },
      'Ultimo svuotamento': { show: (one) => day(one.last_cleaning), sort: 'last_cleaning', spare: 3 },
      'Prossimo svuotamento': {
        show: (one) => <Next of={one} />,
        text: (one) => day(one.next_cleaning),
        sort: 'next_cleaning',
        width: 12.75,
      },
    }}
  />
)
