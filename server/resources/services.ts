import { services } from '../../src/contract/services.ts'
import { station_services, available_services as table } from '../db/schema/stations.ts'
import { countOf } from '../lib/children.ts'
import { implement } from '../lib/implement.ts'
import { plainOn } from '../lib/plain-on.ts'

const plain = plainOn(services, table, {
  model: 'available_service',
  search: ['name', 'category'],
  sort: ['position', 'name', 'category', 'stations_count'],
  row: { stations_count: countOf(station_services.available_service_id, table.id) },
  inUse: [[station_services.available_service_id, (count) => `Il servizio è utilizzato da ${count} punti vendita.`]],
})
export default implement(services, plain)
