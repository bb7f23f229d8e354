import { services } from '../../src/contract/services.ts'
import { station_services, available_services as table } from '../db/schema/stations.ts'
import { countOf } from '../lib/children.ts'
import { crudOn } from '../lib/crud-on.ts'
import { implement } from '../lib/implement.ts'

const {
  get: _,
  list,
  ...crud
} = crudOn(services, table, {
  model: 'available_service',
  search: ['name', 'category'],
  sort: ['position', 'name', 'category', 'stations_count'],
  row: { stations_count: countOf(station_services.available_service_id, table.id) },
  inUse: [[station_services.available_service_id, (count) => `Il servizio è utilizzato da ${count} punti vendita.`]],
})
export default implement(services, { ...crud, list: async (input, context) => (await list({ ...input, is_paginated: 0 }, context)).data })
