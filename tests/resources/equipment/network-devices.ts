import { networkDevices } from '../../../src/contract/equipment/network-devices.ts'
import { piece } from '../piece.ts'
import { equipmentTab } from '../screens.ts'

export default piece(networkDevices, {
  path: '/netdevices',
  table: 'network_devices',
  model: 'network_device',
  list: 'GET /netdevices/{id}',
  remove: 'DELETE /netdevices/{id}',
  read: 'net.tech',
  least: (word) => ({ ip: '10.9.9.9', item: word }),
  writer: 'admin',
  stranger: 'ispettore',
  body: { item: 'Pompa di calore', ip: '10.1.2.3', mac: 'AA:BB:CC:00:11:22', hostname: 'pdc', monitored: true },
  change: { location: 'Tetto' },
  refused: {
    ip: ['999.1.1.1', 'Il campo Indirizzo IP non contiene un indirizzo IPv4 valido.'],
    mac: ['xx', "L'indirizzo MAC non è valido."],
    item: ['', 'Il campo Apparato è obbligatorio.'],
  },
  twice: { ip: 'Indirizzo IP già presente per questo punto vendita.' },
  screens: equipmentTab('apparati', { 'network devices': '' }),
})
