import { pieceStatuses } from '../../../contract/equipment/piece-kinds.ts'
import { pos, posNetworks, posTypes } from '../../../contract/equipment/pos.ts'
import { deviceTypes, stationDevices } from '../../../contract/equipment/station-devices.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { IconKey as icon } from '../../../ui/icons.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'POS', fresh: 'Nuovo POS', thing: 'il POS', none: 'Nessun POS.', icon } as const

const inputsOf = (id: number) => ({
  bank_id: (props: object) => <LookupSelect {...props} source={pos.banks} />,
  device_id: (props: object) => <LookupSelect {...props} source={stationDevices.list} given={{ id }} say={deviceName} />,
})
const deviceName = ({ type, number, brand }: Output<typeof stationDevices.list>[number]) =>
  [type && deviceTypes[type], number ?? brand].filter(Boolean).join(' ')

export const Pos = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="pos"
    station={id}
    name={({ tml, serial }) => `POS ${tml ?? serial ?? ''}`.trim()}
    more={({ bank }) => ({ Banca: bank?.name })}
    hidden={['bank_id', 'device_id']}
    resource={pos}
    words={words}
    context={{ list: { station_id: [id] }, create: { station_id: id }, locked, omitFromCopy: ['tml', 'serial'], inputs: inputsOf(id) }}
    columns={{
      TML: { show: (one) => one.tml, sort: 'tml' },
      Seriale: { show: (one) => one.serial, sort: 'serial' },
      Tipo: { show: (one) => one.type && posTypes[one.type], sort: 'type', spare: 1 },
      'Marca e modello': { show: (one) => [one.brand, one.model].filter(Boolean).join(' '), spare: 2 },
      Banca: (one) => one.bank?.name,
      Rete: { show: (one) => one.network && posNetworks[one.network], width: 7, spare: 3 },
      Lato: { show: (one) => one.side, numeric: true, width: 4, spare: 4 },
      Stato: { show: (one) => one.status && pieceStatuses[one.status], sort: 'status', width: 7 },
    }}
  />
)
