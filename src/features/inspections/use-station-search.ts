import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { createStationSearch, type StationSearch } from '../../lib/station-search-client.ts'
import { fieldDb, stationIndex } from './field-store.ts'

/** The search over the stations of this device; undefined until it can answer, an error where it cannot. */
export function useStationSearch(): StationSearch | Error | undefined {
  const [search, setSearch] = useState<StationSearch | Error>()
  // Another set of stations may arrive meanwhile, on the very first day above all.
  const version = useLiveQuery(async () => (await fieldDb().facts.get('stations'))?.version)
  useEffect(() => {
    if (version === undefined) return
    const made = createStationSearch()
    void stationIndex(made)
      .then(made.load)
      .then(
        () => setSearch(made),
        () => setSearch(new Error('La ricerca dei punti vendita non è disponibile.')),
      )
    return () => made.close()
  }, [version])
  return search
}
