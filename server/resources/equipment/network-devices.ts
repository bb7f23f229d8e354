import { networkDevices } from '../../../src/contract/equipment/network-devices.ts'
import { network_devices as table } from '../../db/schema/equipment/equipment.ts'
import { implement } from '../../lib/core/implement.ts'
import { equipmentOn } from './equipment-part.ts'

export default implement(
  networkDevices,
  equipmentOn(networkDevices, table, {
    kind: 'network_device',
    search: ['item', 'ip', 'hostname', 'brand', 'model', 'serial', 'mac', 'location'],
    sort: ['item', 'ip', 'hostname', 'location'],
    sentences: { network_devices_ip: ['ip', 'Indirizzo IP già presente per questo punto vendita.'] },
    labelOf: ({ item, ip }) => `${item} ${ip}`,
  }),
)
