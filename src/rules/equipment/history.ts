import { dispensers } from '../../contract/equipment/dispensers.ts'
import { extinguisherIntervals } from '../../contract/equipment/extinguisher-intervals.ts'
import { fireExtinguishers } from '../../contract/equipment/fire-extinguishers.ts'
import { networkDevices } from '../../contract/equipment/network-devices.ts'
import { oilSeparators } from '../../contract/equipment/oil-separators.ts'
import { pos } from '../../contract/equipment/pos.ts'
import { stationDevices } from '../../contract/equipment/station-devices.ts'
import { tankMaintenances } from '../../contract/equipment/tank-maintenances.ts'
import { tanks } from '../../contract/equipment/tanks.ts'
import type { ModelHistories } from '../shared/history-format.ts'

/** The models of this area that have a history. */
export const equipmentHistory = {
  fire_extinguisher: { name: 'Estintore', update: fireExtinguishers.update },
  dispenser: { name: 'Erogatore', update: dispensers.update, labels: { guns: 'Pistole' } },
  station_device: { name: 'Dispositivo', update: stationDevices.update },
  pos: { name: 'POS', update: pos.update },
  network_device: { name: 'Apparato di rete', update: networkDevices.update },
  oil_separator: { name: 'Disoleatore', update: oilSeparators.update },
  qr_code: { name: 'QR impianto', labels: { name: 'Nome', url: 'Indirizzo' } },
  tank: { name: 'Cisterna', update: tanks.update },
  tank_maintenance: { name: 'Intervento cisterna', update: tankMaintenances.update },
  extinguisher_interval: { name: 'Intervalli estintori', update: extinguisherIntervals.update },
} satisfies ModelHistories
