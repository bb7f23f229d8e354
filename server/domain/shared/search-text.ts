import { fold } from '../../../src/rules/shared/fold.ts'

/** What a station is found by, as kept in `stations.search_text` at every insert, update and import. */
export const stationText = (station: { code: string; name: string; address: string; city: string; cap: string; brand?: string | null }) =>
  fold([station.code, station.name, station.address, station.city, station.cap, station.brand].filter(Boolean).join(' '))
