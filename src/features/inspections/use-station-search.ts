import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { fieldDb, stationIndex } from './field-store.ts'
import { createStationSearch, type StationSearch } from './station-search-client.ts'

/** The search over the stations of this device; undefined until it can answer, an error where it cannot, null while there are no stations here. */
export function useStationSearch(): StationSearch | Error | null | undefined {
  const [search, setSearch] = useState<StationSearch | Error | null>()
  // Another set of stations may arrive meanwhile, on the very first day above all.
  const version = useLiveQuery(async () => (await fieldDb().facts.get('stations'))?.version ?? null)
  useEffect(() => {
    if (version === undefined) return
    if (version === null) return setSearch(null)
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
