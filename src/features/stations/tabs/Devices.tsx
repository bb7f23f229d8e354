import { pieceStatuses } from '../../../contract/equipment-words.ts'
import { deviceTypes, stationDevices } from '../../../contract/station-devices.ts'
import { CrudList } from '../../../crud/CrudList.tsx'
import { IconDeviceMobile as icon } from '../../../ui/icons.tsx'
import { DueChip } from '../DueChip.tsx'

const words = {
  title: 'Dispositivi',
  titles: ['Nuovo dispositivo', 'Modifica dispositivo'],
  thing: 'il dispositivo',
  none: 'Nessun dispositivo.',
  icon,
} as const

export const Devices = ({ id, locked }: { id: number; locked: boolean }) => (
  <CrudList
    resource={stationDevices}
    words={words}
    within={{ list: { id }, create: { station_id: id }, remove: { stationId: id }, locked, apart: ['number'] }}
    columns={{
      Tipo: { show: (one) => one.type && deviceTypes[one.type], sort: 'type' },
      Matricola: { show: (one) => one.number, sort: 'number' },
      Marca: { show: (one) => one.brand, sort: 'brand' },
      Modello: (one) => one.model,
      Anno: { show: (one) => one.year, sort: 'year', width: 5 },
      Stacker: { show: (one) => one.type === 'opt' && (one.stacker ? 'Sì' : 'No'), width: 6, spare: 2 },
      Stato: { show: (one) => one.status && pieceStatuses[one.status], sort: 'status', width: 7, spare: 1 },
      'Prossima verifica': { show: (one) => <DueChip date={one.next_check} />, sort: 'next_check', width: 13 },
    }}
  />
)
