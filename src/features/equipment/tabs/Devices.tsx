import { pieceStatuses } from '../../../contract/equipment/piece-kinds.ts'
import { deviceTypes, stationDevices } from '../../../contract/equipment/station-devices.ts'
import type { Output } from '../../../contract/kernel/endpoint.ts'
import { day } from '../../../lib/format.ts'
import { IconDeviceMobile as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../../expirations/DueChip.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'Dispositivi', fresh: 'Nuovo dispositivo', thing: 'il dispositivo', none: 'Nessun dispositivo.', icon } as const

const Next = ({ of }: { of: Output<typeof stationDevices.list>[number] }) => (
  <DueChip date={of.next_check} of={['station_device', of.id, 'next_check']} />
)

export const Devices = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="station_device"
    station={id}
    name={({ type, number }) => [type && deviceTypes[type], number].filter(Boolean).join(' ') || 'Dispositivo'}
    more={(one) => ({ 'Prossima verifica': <Next of={one} /> })}
    resource={stationDevices}
    words={words}
    context={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, omitFromCopy: ['number'] }}
    columns={{
      Tipo: { show: (one) => one.type && deviceTypes[one.type], sort: 'type', wide: true },
      Matricola: { show: (one) => one.number, sort: 'number' },
      Marca: { show: (one) => one.brand, sort: 'brand', spare: 1 },
      Modello: { show: (one) => one.model, spare: 2 },
      Anno: { show: (one) => one.year, sort: 'year', width: 5, spare: 3 },
      Stacker: { show: (one) => one.type === 'opt' && (one.stacker ? 'Sì' : 'No'), width: 6, spare: 4 },
      Stato: { show: (one) => one.status && pieceStatuses[one.status], sort: 'status', width: 6.5 },
      'Prossima verifica': { show: (one) => <Next of={one} />, text: (one) => day(one.next_check), sort: 'next_check', width: 12.75 },
    }}
  />
)
