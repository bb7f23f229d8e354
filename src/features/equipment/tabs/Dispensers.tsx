import { dispenserKinds, dispensers } from '../../../contract/equipment/dispensers.ts'
import { pieceStatuses } from '../../../contract/equipment/piece-kinds.ts'
import { tanks as equipmentTanks, type Tank } from '../../../contract/equipment/tanks.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { fuels } from '../../../contract/stations/fuels.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { day } from '../../../lib/format.ts'
import { IconGasStation as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../../expirations/DueChip.tsx'
import { Guns } from '../Guns.tsx'
import { PieceList } from '../PieceList.tsx'

const words = {
  title: 'Erogatori',
  fresh: 'Nuovo erogatore',
  thing: "l'erogatore con le sue pistole",
  none: 'Nessun erogatore.',
  icon,
} as const
const tankName = ({ number, fuel, compartment }: Tank) =>
  [number, fuel?.name, compartment && `camera ${compartment}`].filter(Boolean).join(' · ')
const guns = (id: number) => ({
  path: 'guns',
  words: ['Aggiungi pistola', 'Togli la pistola', 'Nessuna pistola.'] as const,
  inputs: {
    fuel_id: (props: object) => <LookupSelect {...props} source={fuels.suggest} clearable={false} />,
    tank_id: (props: object) => <LookupSelect {...props} source={equipmentTanks.list} given={{ id }} say={tankName} />,
  },
})
type Dispenser = Output<typeof dispensers.list>[number]
/** The gun whose meter is verified first. */
const firstGun = ({ guns }: Dispenser) =>
  guns.filter((gun) => gun.active && gun.next_metric_check).sort((a, b) => (a.next_metric_check! < b.next_metric_check! ? -1 : 1))[0]
function NextMetric(dispenser: Dispenser) {
  const first = firstGun(dispenser)
  return first ? <DueChip date={first.next_metric_check} of={['gun', first.id, 'next_metric_check']} /> : '–'
}

export const Dispensers = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="dispenser"
    station={id}
    name={({ number, island }) => ['Erogatore', number, island != null && `(isola ${island})`].filter(Boolean).join(' ')}
    below={({ guns }) => <Guns guns={guns} station={id} />}
    resource={dispensers}
    words={words}
    context={{
      list: { id },
      create: { station_id: id },
      remove: { stationId: id },
      locked,
      omitFromCopy: ['number', 'guns'],
      rows: guns(id),
    }}
    columns={{
      Matricola: { show: (one) => one.number, sort: 'number', title: true },
      Isola: { show: (one) => one.island, sort: 'island', numeric: true, width: 4.5 },
      Tipo: { show: (one) => one.kind && dispenserKinds[one.kind], sort: 'kind', spare: 1 },
      Marca: { show: (one) => one.brand, sort: 'brand', spare: 2 },
      Modello: { show: (one) => one.model, spare: 3 },
      Anno: { show: (one) => one.year, sort: 'year', width: 5, spare: 4 },
      Pistole: { show: (one) => one.guns.length, numeric: true },
      Stato: { show: (one) => one.status && pieceStatuses[one.status], sort: 'status', width: 7 },
      'Verifica metrica': { show: (one) => <NextMetric {...one} />, text: (one) => day(firstGun(one)?.next_metric_check), width: 12.75 },
    }}
  />
)
