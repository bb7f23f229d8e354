import { oilSeparators, oilSeparatorTypes } from '../../../contract/oil-separators.ts'
import { CrudList } from '../../../crud/CrudList.tsx'
import { day } from '../../../lib/format.ts'
import { IconDroplet as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../DueChip.tsx'

const words = {
  title: 'Disoleatori',
  titles: ['Nuovo disoleatore', 'Modifica disoleatore'],
  thing: 'il disoleatore',
  none: 'Nessun disoleatore.',
  icon,
} as const

export const OilSeparators = ({ id, locked }: { id: number; locked: boolean }) => (
  <CrudList
    resource={oilSeparators}
    words={words}
    within={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, apart: ['number', 'fir_number'] }}
    columns={{
      Matricola: { show: (one) => one.number, sort: 'number' },
      Tipo: { show: (one) => one.type && oilSeparatorTypes[one.type], sort: 'type' },
      Marca: { show: (one) => one.brand, sort: 'brand' },
      Modello: (one) => one.model,
      'Ultimo svuotamento': { show: (one) => day(one.last_cleaning), sort: 'last_cleaning' },
      'Prossimo svuotamento': { show: (one) => <DueChip date={one.next_cleaning} />, sort: 'next_cleaning', width: 13 },
    }}
  />
)
