import { searchable } from '../../../src/contract/kernel/fold.ts'

/** The text that a station is found by, stored in `stations.search_text` at every insert, update and import. */
export const stationText = (station: { code: string; name: string; address: string; city: string; cap: string; brand?: string | null }) =>
  searchable([station.code, station.name, station.address, station.city, station.cap, station.brand].filter(Boolean).join(' '))
