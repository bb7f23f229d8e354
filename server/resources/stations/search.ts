import { stations } from '../../db/schema/stations/stations.ts'
import { kind, numbers } from '../../lib/tables/search-kind.ts'
import { matchesStation } from './read.ts'
import { stationScope } from './scope.ts'

/** Global search of stations (src/contract/kernel/search.ts). */
export const stationSearch = kind({
  ...{ from: stations, scope: stationScope, matches: matchesStation, text: stations.search_text, order: stations.name },
  named: numbers(stations.id),
  shown: { id: stations.id, code: stations.code, name: stations.name, city: stations.city, province: stations.province },
  hit: ({ id, code, name, city, province }) => ({ id: String(id), name: `${code} ${name}`, also: `${city} (${province})` }),
})
