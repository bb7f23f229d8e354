import { ColorSwatch } from '@mantine/core'
import { fuels, fuelUnits } from '../../../contract/stations/fuels.ts'
import { CrudList } from '../../../crud/list/CrudList.tsx'
import { yesNo } from '../../../crud/list/filters.tsx'
import { IconGasStation as icon } from '../../../ui/icons.tsx'

const words = { title: 'Carburanti', fresh: 'Nuovo carburante', thing: 'il carburante', none: 'Nessun carburante.', icon } as const

export const FuelsTab = () => (
  <CrudList
    context={{}}
    resource={fuels}
    words={words}
    filters={{ active: yesNo('Attivo') }}
    columns={{
      Colore: { show: (fuel) => fuel.color && <ColorSwatch color={fuel.color} size={16} />, text: (fuel) => fuel.color ?? '', width: 5 },
      Nome: { show: (fuel) => fuel.name, sort: 'name', title: true },
      Posizione: { show: (fuel) => fuel.position, sort: 'position', numeric: true },
      Codice: { show: (fuel) => fuel.code, sort: 'code', width: 6 },
      Unità: { show: (fuel) => fuelUnits[fuel.unit], sort: 'unit' },
      'N. punti vendita': { show: (fuel) => fuel.stations_count, sort: 'stations_count', numeric: true },
      Attivo: { show: (fuel) => (fuel.active ? 'Sì' : 'No'), width: 5 },
    }}
  />
)
