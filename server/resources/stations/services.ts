import { services } from '../../../src/contract/stations/services.ts'
import { howMany } from '../../../src/rules/shared/how-many.ts'
import { station_services, available_services as table } from '../../db/schema/stations/stations.ts'
import { implement } from '../../lib/core/implement.ts'
import { countOf } from '../../lib/tables/children.ts'
import { plainOn } from '../../lib/tables/plain-on.ts'

const plain = plainOn(services, table, {
  model: 'available_service',
  search: ['name', 'category'],
  sort: ['position', 'name', 'category', 'stations_count'],
  row: { stations_count: countOf(station_services.available_service_id, table.id) },
  inUse: [
    [station_services.available_service_id, (count) => `Il servizio è utilizzato da ${howMany(count, 'punto vendita', 'punti vendita')}.`],
  ],
})
export default implement(services, plain)
