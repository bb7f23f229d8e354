import { networkDevices } from '../../../contract/equipment/network-devices.ts'
import { dayTime } from '../../../lib/format.ts'
import { IconCloud as icon } from '../../../ui/icons.tsx'
import { PieceList } from '../PieceList.tsx'

const words = { title: 'Apparati di rete', fresh: 'Nuovo apparato', thing: "l'apparato", none: 'Nessun apparato di rete.', icon } as const

export const NetworkDevices = ({ id, locked }: { id: number; locked: boolean }) => (
  <PieceList
    kind="network_device"
    station={id}
    name={({ item, ip }) => `${item} ${ip}`}
    more={({ last_seen_at }) => ({ 'Visto l’ultima volta': last_seen_at && dayTime(last_seen_at) })}
    resource={networkDevices}
    words={words}
    context={{ list: { id }, create: { station_id: id }, locked, omitFromCopy: ['ip', 'mac', 'hostname', 'serial'] }}
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
