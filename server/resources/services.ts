import { services } from '../../src/contract/services.ts'
import { station_services, available_services as table } from '../db/schema/stations.ts'
import { countOf } from '../lib/children.ts'
import { implement } from '../lib/implement.ts'
import { orderedOn } from '../lib/ordered-on.ts'
import { plainOn } from '../lib/plain-on.ts'

const model = 'available_service'
const crud = plainOn(services, table, {
  model,
  search: ['name', 'category'],
  sort: ['position', 'name', 'category', 'stations_count'],
  row: { stations_count: countOf(station_services.available_service_id, table.id) },
  inUse: [[station_services.available_service_id, (count) => `Il servizio è utilizzato da ${count} punti vendita.`]],
})
export default implement(services, orderedOn(table, model, crud))
