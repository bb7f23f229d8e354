import { networkDevices } from '../../../contract/network-devices.ts'
import { CrudList } from '../../../crud/CrudList.tsx'
import { IconCloud as icon } from '../../../ui/icons.tsx'

const words = {
  title: 'Apparati di rete',
  titles: ['Nuovo apparato', 'Modifica apparato'],
  thing: "l'apparato",
  none: 'Nessun apparato di rete.',
  icon,
} as const

export const NetworkDevices = ({ id, locked }: { id: number; locked: boolean }) => (
  <CrudList
    resource={networkDevices}
    words={words}
    within={{ list: { id }, create: { station_id: id }, locked, apart: ['ip', 'mac', 'hostname', 'serial'] }}
    columns={{
      Apparato: { show: (one) => one.item, sort: 'item' },
      'Indirizzo IP': { show: (one) => one.ip, sort: 'ip', width: 10 },
      'Nome host': { show: (one) => one.hostname, sort: 'hostname' },
      'Marca e modello': { show: (one) => [one.brand, one.model].filter(Boolean).join(' '), spare: 1 },
      Posizione: { show: (one) => one.location, sort: 'location' },
      Monitorato: { show: (one) => (one.monitored ? 'Sì' : 'No'), width: 7, spare: 2 },
    }}
  />
)
